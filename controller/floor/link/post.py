"""The floor's post: directives to tables through NATS, and their signed answers back."""

import asyncio
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from config.floor import NatsLink
from controller.bus.messages import Refused
from controller.directives.answer import DirectiveAnswer, answer_of
from controller.floor.link.connection import AwayError
from controller.floor.link.line import Line
from controller.floor.link.subjects import Errand
from controller.record.note import PublicKey

_REFUSED: Final = b'{"kind":"refused"'


class FloorPost:
    """A way to the tables of one room and back, open while it is used as `with`."""

    def __init__(
        self, link: NatsLink, folder: Path, room: str, keys: Mapping[str, PublicKey]
    ) -> None:
        self._room, self._keys = room, keys
        self._line = Line(link, folder, "rollout")
        self._runner = asyncio.Runner()
        # What a table whose bridge is away has not got yet.
        self._unsent: dict[str, str] = {}
        self._refused: dict[str, Refused] = {}

    def __enter__(self) -> Self:
        try:
            self._runner.run(self._line.open())
        except BaseException:
            self._runner.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._runner.run(self._line.close())
        self._runner.close()

    def send(self, table: str, name: str, text: str) -> None:
        """Hand a directive to a table, now or as soon as its bridge is there."""
        del name
        self._unsent[table] = text
        self._hand(table)

    def answer(self, table: str, digest: str) -> DirectiveAnswer | None:
        """What the table has answered, if it has."""
        if table in self._unsent and not self._hand(table):
            return None
        body = self._asked(table, "word", digest)
        if table in self._refused:
            return _turned_away(table, digest, self._refused[table])
        return answer_of(body.decode(), self._keys.get(table)) if body else None

    def _hand(self, table: str) -> bool:
        if self._asked(table, "directive", self._unsent[table]) is None:
            return False
        del self._unsent[table]
        return True

    def _asked(self, table: str, errand: Errand, text: str) -> bytes | None:
        """What a table says; None while nobody hears."""
        try:
            body = self._runner.run(self._line.answer(f"{self._room}/{table}", errand, text))
        except AwayError:
            return None
        if not body.startswith(_REFUSED):
            return body
        refused = Refused.model_validate_json(body)
        # Without a code nobody has judged: its daemon is away, and may be back at once.
        if refused.because is None:
            return None
        self._refused[table] = refused
        return b""


def _turned_away(table: str, digest: str, refused: Refused) -> DirectiveAnswer:
    """The desk's own refusal, which no key signs: it took nothing."""
    return DirectiveAnswer(
        table=table,
        directive="",
        version=0,
        digest=digest,
        outcome="refused",
        reason=refused.reason,
        at_ms=time.time_ns() // 1_000_000,
    )
