"""The folders a room's directives come in by, read in a thread: a stick may take its time."""

import logging
from collections.abc import Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event as Flag, Thread
from typing import Final, NamedTuple

from config.table import read_table
from controller.directives.signed import LONGEST
from controller.process.quiet_log import Quiet

LOOK_EVERY_S: Final = 2.0
ANSWERS: Final = "answers"
PATTERN: Final = "*.directive"
MOST_FILES: Final = 200

_log = logging.getLogger(__name__)


class Letter(NamedTuple):
    """A file that came, and what is in it."""

    file: Path
    text: str


class Box:
    """Looks into folders now and then; what is new or changed is found once."""

    def __init__(self, folders: Sequence[Path], every_s: float = LOOK_EVERY_S) -> None:
        self._folders = folders
        self._every_s = every_s
        self._seen: dict[Path, tuple[int, int]] = {}
        self._found: SimpleQueue[Letter] = SimpleQueue()
        self._answers: SimpleQueue[tuple[str, str]] = SimpleQueue()
        self._quiet = Quiet()
        self._is_closing = Flag()
        self._thread = Thread(target=self._run, name="directives", daemon=True)

    def open(self) -> None:
        """Begin to look."""
        self._thread.start()

    def found(self) -> list[Letter]:
        """What came since this was asked last."""
        letters: list[Letter] = []
        while True:
            try:
                letters.append(self._found.get_nowait())
            except Empty:
                return letters

    def look_again(self) -> None:
        """Find everything once more: keys have changed."""
        self._seen = {}

    def answer(self, name: str, text: str) -> None:
        """Write an answer into every folder that takes one."""
        self._answers.put((name, text))

    def close(self) -> None:
        """Stop looking."""
        self._is_closing.set()

    def _run(self) -> None:
        while not self._is_closing.wait(self._every_s):
            self.look()

    def look(self) -> None:
        """Look once: find what came, and leave what was answered."""
        answers: list[tuple[str, str]] = []
        while not self._answers.empty():
            answers.append(self._answers.get())
        for folder in self._folders:
            try:
                self._look_into(folder)
                for name, text in answers:
                    _leave(folder / ANSWERS, name, text)
            except OSError as error:
                if folder.exists() and self._quiet.may_say(str(folder)):
                    _log.warning("%s: %s; let the daemon use it", folder, error.strerror)

    def _look_into(self, folder: Path) -> None:
        for file in sorted(folder.glob(PATTERN))[:MOST_FILES]:
            stat = file.stat()
            state = (stat.st_mtime_ns, stat.st_size)
            if self._seen.get(file) != state:
                with file.open(encoding="utf-8", errors="replace") as content:
                    self._found.put(Letter(file, content.read(LONGEST + 1)))
                self._seen[file] = state


def _leave(folder: Path, name: str, text: str) -> None:
    """Write an answer as a whole, readable by whoever follows the rollout."""
    folder.mkdir(exist_ok=True)
    fresh = folder / f".{name}.new"
    fresh.write_text(text, encoding="utf-8")
    fresh.chmod(0o644)
    fresh.replace(folder / name)


def box_of(table_file: Path) -> Box:
    """The folders that a table file names, beside it or anywhere."""
    folders = read_table(table_file).directives.folders
    return Box([table_file.parent / folder for folder in folders])
