"""A rollout: a directive goes to one table after another and stops at the first that fails."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from controller.directives.answer import DirectiveAnswer, answer_of
from controller.directives.box import ANSWERS
from controller.directives.shelf import ENDING
from controller.directives.signed import SignedText
from controller.facts.failure import CheckFailedError, OperatorError
from controller.record.note import PublicKey

TABLE: Final = "{table}"
ASK_EVERY_S: Final = 0.5


class Post(Protocol):
    """A way to a table and back."""

    def send(self, table: str, name: str, text: str) -> None:
        """Lay a directive where the table finds it."""

    def answer(self, table: str, digest: str) -> DirectiveAnswer | None:
        """What the table has answered, if it has."""


class FolderPost(NamedTuple):
    """Folders that tables look into; `{table}` in the path stands for each one's name."""

    pattern: str
    # By the name of a table: the key its answers must be signed with, where it is known.
    keys: dict[str, PublicKey]

    def folder(self, table: str) -> Path:
        """The folder of a table."""
        return Path(self.pattern.replace(TABLE, table))

    def send(self, table: str, name: str, text: str) -> None:
        """Write the file as a whole."""
        folder = self.folder(table)
        try:
            fresh = folder / f".{name}.new"
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(folder / name)
        except OSError as error:
            text = f"{folder}: {error.strerror}; make the folder, or let yourself write there"
            raise OperatorError(text) from None

    def answer(self, table: str, digest: str) -> DirectiveAnswer | None:
        """The answer beside the directive."""
        file = self.folder(table) / ANSWERS / f"{table}.{digest}.answer"
        try:
            return answer_of(file.read_text(encoding="utf-8"), self.keys.get(table))
        except FileNotFoundError:
            return None


class RolloutStoppedError(CheckFailedError):
    """A table did not take the directive; those after it did not get it."""


def roll_out(
    signed: SignedText,
    name: str,
    tables: Sequence[str],
    post: Post,
    patience_s: float,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[DirectiveAnswer]:
    """Send to each table and wait for its answer; each that has taken it is told."""
    for place, table in enumerate(tables):
        post.send(table, f"{name.removesuffix(ENDING)}{ENDING}", signed.text)
        answer = _awaited(signed.digest, table, post, clock() + patience_s, clock, sleep)
        if answer is None or answer.outcome != "taken":
            raise RolloutStoppedError(_stopped(table, answer, patience_s, tables[place + 1 :]))
        yield answer


def _awaited(
    digest: str,
    table: str,
    post: Post,
    until: float,
    clock: Callable[[], float],
    sleep: Callable[[float], None],
) -> DirectiveAnswer | None:
    """The last word of a table; one that waits for its program is waited for."""
    while True:
        answer = post.answer(table, digest)
        if (answer is not None and answer.outcome != "waiting") or clock() >= until:
            return answer
        sleep(ASK_EVERY_S)


def _stopped(
    table: str, answer: DirectiveAnswer | None, patience_s: float, left: Sequence[str]
) -> str:
    why = f"has not answered within {patience_s:.0f} s; look whether it runs and hears of it"
    if answer is not None:
        why = f"{answer.outcome}: {answer.reason}" if answer.reason else answer.outcome
    rest = f"; not sent to {', '.join(left)}" if left else ""
    return f"{table} {why}{rest}"
