"""The doctor's findings for the page: looked at anew now and then, in a process of its own."""

import asyncio
import base64
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

from pydantic import TypeAdapter, ValidationError

from controller.bus.client import DeskError
from controller.desk.pages.technician.acts import Bundle
from controller.facts.fact import Fact
from controller.facts.phrase import phrase

# A page that is open looks so often by itself whether something is cured.
AGAIN_S: Final = 30.0
PATIENCE_S: Final = 60.0
# A card on its way to the screens goes before anything that is looked at for a page.
BEHIND_THE_TABLE: Final = ("nice", "-n", "10")


class FindingLine(Fact):
    """One finding in the words of the page, with the fix beside it."""

    subject: str
    name: str
    verdict: Literal["good", "note", "bad"]
    code: str
    text: str
    found: str
    fix: str
    command: str


FINDINGS: Final[TypeAdapter[tuple[FindingLine, ...]]] = TypeAdapter(tuple[FindingLine, ...])


class Examination:
    """Keeps the newest findings of each language; they are old after a while, or when asked."""

    def __init__(self, run_dir: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._run_dir = run_dir
        self._clock = clock
        self._found: dict[str, tuple[FindingLine, ...]] = {}
        self._looked: dict[str, float] = {}
        self._looking: set[asyncio.Task[None]] = set()

    def forget(self) -> None:
        """Look again at the next occasion; what is known is shown until then."""
        self._looked.clear()

    async def findings(self, language: str) -> tuple[FindingLine, ...] | None:
        """What is known; who asks never waits for the doctor."""
        now = self._clock()
        if now - self._looked.get(language, float("-inf")) >= AGAIN_S:
            self._looked[language] = now
            task = asyncio.create_task(self._look(language))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)
        return self._found.get(language)

    async def _look(self, language: str) -> None:
        told = await _underfelt(
            "doctor", f"--run-dir={self._run_dir}", f"--lang={language}", "--json"
        )
        try:
            self._found[language] = FINDINGS.validate_json(told)
        except ValidationError:
            self._looked.pop(language, None)


async def bundle_of(run_dir: Path) -> Bundle:
    """The bundle of the table that runs here."""
    content = await _underfelt("bundle", "-", f"--run-dir={run_dir}")
    if not content:
        raise DeskError("no bundle could be made", phrase("bundle-failed"))
    name = f"underfelt-{datetime.now():%Y%m%d-%H%M%S}.zip"
    return Bundle(name=name, content=base64.b64encode(content).decode())


async def _underfelt(*arguments: str) -> bytes:
    """What a command of ours prints; nothing when it does not end in time."""
    command = (*BEHIND_THE_TABLE, sys.executable, "-m", "controller", *arguments)
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        async with asyncio.timeout(PATIENCE_S):
            told, _nothing = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        return b""
    return told
