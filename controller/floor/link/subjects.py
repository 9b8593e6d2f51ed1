"""What is said under which subject; a table is `ROOM/TABLE`, in a subject `ROOM.TABLE`."""

from typing import Final, Literal

STREAM: Final = "ROWS"
CONSUMER: Final = "keeper"
EVERY_ROW: Final = "row.*.*"
BEATS: Final = "floor.beat.*.*"
BOARDS: Final = "floor.board.*.*"
NOTES: Final = "floor.note.*.*"
# To one table: a directive, what became of one, and what a person asks from the wall.
Errand = Literal["directive", "word", "desk"]

# Headers of a parcel: whose it is, and the number and hash of its last row.
BRIDGE: Final = "Underfelt-Bridge"
NUMBER: Final = "Underfelt-Number"
HASH: Final = "Underfelt-Hash"


def row_subject(table: str) -> str:
    """Where the rows of a table go."""
    return f"row.{_dotted(table)}"


def beat_subject(table: str) -> str:
    """Where a bridge says that it lives, and asks where to go on."""
    return f"floor.beat.{_dotted(table)}"


def board_subject(table: str) -> str:
    """Where the newest board of a table goes; only the newest counts."""
    return f"floor.board.{_dotted(table)}"


def note_subject(table: str) -> str:
    """Where a table's signed notes are shown to the floor as a witness."""
    return f"floor.note.{_dotted(table)}"


def errand_subject(table: str, errand: Errand) -> str:
    """Where a table hears what is asked of it."""
    return f"table.{errand}.{_dotted(table)}"


def table_of(subject: str) -> str:
    """The table a subject speaks of."""
    return "/".join(subject.split(".")[-2:])


def inbox(table: str) -> str:
    """Where answers for one table go: no other may listen there."""
    return f"_INBOX.{_dotted(table)}"


def _dotted(table: str) -> str:
    return table.replace("/", ".")
