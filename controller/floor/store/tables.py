"""Tables as the floor last heard of them: the bridge's beat, and the newest board."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from controller.facts.board import Board
from controller.floor.beat import Beat
from controller.floor.store.database import Database

_NOTE_BEAT: Final = (
    "INSERT INTO table_state (table_id, heard_ms, beat, board) VALUES (?, ?, ?, '')"
    " ON CONFLICT (table_id) DO UPDATE SET heard_ms = excluded.heard_ms, beat = excluded.beat"
)
_NOTE_BOARD: Final = "UPDATE table_state SET board = ? WHERE table_id = ?"
_STATES: Final = "SELECT table_id, heard_ms, beat, board FROM table_state"


class StoredTable(NamedTuple):
    """A table as it was last heard of, by the clock of the floor."""

    table: str
    heard_ms: int
    beat: Beat
    # None where the room sends results alone, or none came yet.
    board: Board | None


class StoredTables:
    """One line for every table that ever spoke."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def note_beat(self, beat: Beat, heard_ms: int) -> None:
        """A bridge was heard of."""
        self._database.change(_NOTE_BEAT, [(beat.table, heard_ms, beat.model_dump_json())])

    def note_board(self, table: str, board: str) -> None:
        """The newest picture of a table, as JSON; of a table that never beat it is not kept."""
        self._database.change(_NOTE_BOARD, [(board, table)])

    def all(self) -> list[StoredTable]:
        """Every table, by its name."""
        return [_table(line) for line in self._database.fetch(f"{_STATES} ORDER BY table_id")]

    def one(self, table: str) -> StoredTable | None:
        """One table, if it ever spoke."""
        for line in self._database.fetch(f"{_STATES} WHERE table_id = ?", (table,)):
            return _table(line)
        return None


def _table(line: Sequence[str]) -> StoredTable:
    table, heard_ms, beat, board = line
    picture = Board.model_validate_json(board) if board else None
    return StoredTable(table, int(heard_ms), Beat.model_validate_json(beat), picture)
