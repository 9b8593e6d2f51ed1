"""The record as a bridge sees it: read-only, and opened anew when another file is in its place."""

from pathlib import Path
from typing import Final

from controller.floor.beat import Refusal, Where
from controller.record.chain import Head
from controller.record.journal import Journal
from controller.record.row import Row

MOST_ROWS: Final = 2000


class FollowedRecord:
    """Reads rows as they come; the table never waits for it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal = Journal.open_for_reading(path)
        self._file = self._identity()

    @property
    def journal(self) -> Journal:
        """The journal, for who proves something of it."""
        return self._journal

    def renew(self) -> None:
        """Open the file that is there now: a rescue or an archive puts another in its place."""
        found = self._identity()
        if found != self._file:
            fresh = Journal.open_for_reading(self._path)
            self._journal.close()
            self._journal, self._file = fresh, found

    def last_number(self) -> int:
        """The last row there is."""
        return self._journal.last_number

    def rows(self, after: int, upto: int | None = None) -> list[Row]:
        """Some rows after a number."""
        most = MOST_ROWS if upto is None else upto - after
        return list(self._journal.rows(after, most))

    def hash_of(self, number: int) -> bytes | None:
        """The hash of a row; None where this file has none of that number."""
        return self._journal.hash_of(number) or None

    def beginning(self) -> Head:
        """Where the file begins."""
        return self._journal.beginning.head

    def held_against(self, where: Where) -> Refusal | None:
        """Whether this record continues what the floor keeps, or why not."""
        if where.hash is None:
            return None
        if where.number > self.last_number():
            return "record-older"
        if where.number < self.beginning().number:
            return "record-begins-later"
        known = self.hash_of(where.number)
        return None if known is not None and known.hex() == where.hash else "record-forked"

    def close(self) -> None:
        """Let the file go."""
        self._journal.close()

    def _identity(self) -> tuple[int, int]:
        found = self._path.stat()
        return found.st_dev, found.st_ino
