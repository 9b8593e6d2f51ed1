"""Which programs may continue a record: the newest that wrote it, and the oldest that reads it.

Both are in the one number SQLite keeps for an application. What only adds to a record leaves the
oldest reader as it was, so the program before an upgrade goes on after it is taken back.
"""

from typing import Final, NamedTuple

from controller.record import schema

_READER_SHIFT: Final = 16
_WRITER_MASK: Final = 2**_READER_SHIFT - 1


class Edition(NamedTuple):
    """The schema of the newest writer, and of the oldest program that understands all of it."""

    writer: int
    reader: int

    @property
    def number(self) -> int:
        """As SQLite keeps it; where both are one it is that one."""
        apart = self.reader if self.reader != self.writer else 0
        return apart << _READER_SHIFT | self.writer

    @property
    def is_possible(self) -> bool:
        """Whether a program can have written it; a flipped bit is none."""
        # Since that schema nobody has written for readers before it.
        is_too_old = self.reader < schema.OLDEST_READER <= self.writer
        return 0 < self.reader <= self.writer and not is_too_old

    def continued(self) -> "Edition":
        """What it is after this program has written to it."""
        ours = our_edition()
        return Edition(max(self.writer, ours.writer), max(self.reader, ours.reader))


def our_edition() -> Edition:
    """What this program writes."""
    return Edition(schema.SCHEMA_VERSION, schema.OLDEST_READER)


def edition_of(number: int) -> Edition:
    """The edition a file says it is."""
    writer, reader = number & _WRITER_MASK, number >> _READER_SHIFT
    # A reader that is the writer is written as none: anything else was not written by us.
    return Edition(writer, writer if reader == 0 else reader if reader != writer else -1)
