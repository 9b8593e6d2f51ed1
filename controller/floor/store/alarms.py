"""Alarms of the floor: raised, ended and acknowledged under a name, and found again later."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from pydantic import TypeAdapter

from controller.facts.alarms import Priority
from controller.facts.phrase import Phrase
from controller.floor.store.database import Database, StoreError, Value

PHRASE: Final = TypeAdapter(Phrase)
MOST: Final = 500
# Of two services that see the same, one raises it.
_RAISE: Final = (
    "INSERT INTO alarm (table_id, cause, condition, priority, told, raised_ms)"
    " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
_END: Final = "UPDATE alarm SET ended_ms = ? WHERE number = ? AND ended_ms IS NULL"
_ACKNOWLEDGE: Final = (
    "INSERT INTO acknowledgement (alarm, by_whom, at_ms, note) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (alarm) DO NOTHING"
)
_ALARMS: Final = (
    "SELECT number, table_id, cause, condition, priority, told, raised_ms, ended_ms,"
    " by_whom, at_ms, note FROM alarm LEFT JOIN acknowledgement ON alarm = number"
)


class RaisedAlarm(NamedTuple):
    """What is wrong at a table, before it has a number."""

    table: str
    # What is wrong, once each: `device shoe-1`, `hold`, `chain`.
    cause: str
    condition: str
    priority: Priority
    told: Phrase


class StoredAlarm(NamedTuple):
    """One time something was wrong; acknowledged by somebody, or by nobody yet ("")."""

    number: int
    table: str
    cause: str
    condition: str
    priority: Priority
    told: Phrase
    raised_ms: int
    ended_ms: int | None
    by: str
    acknowledged_ms: int | None
    note: str


class StoredAlarms:
    """Every alarm there ever was."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def raise_one(self, alarm: RaisedAlarm, at_ms: int) -> bool:
        """Keep an alarm unless the same is open; returns whether it is new."""
        told = PHRASE.dump_json(alarm.told).decode()
        columns = (alarm.table, alarm.cause, alarm.condition, alarm.priority, told, at_ms)
        return self._database.change(_RAISE, [columns]) == 1

    def end(self, number: int, at_ms: int) -> None:
        """The cause of an alarm is gone."""
        self._database.change(_END, [(at_ms, number)])

    def acknowledge(self, number: int, by: str, at_ms: int, note: str = "") -> None:
        """Somebody has seen an alarm; the first to say so stays its name."""
        if not self._found(f"{_ALARMS} WHERE number = ?", (number,)):
            raise StoreError(f"floor: there is no alarm {number}; look at the list again")
        self._database.change(_ACKNOWLEDGE, [(number, by, at_ms, note)])

    def open(self) -> list[StoredAlarm]:
        """What is wrong now, or was and nobody has seen it; the newest first."""
        return self._found(
            f"{_ALARMS} WHERE ended_ms IS NULL OR by_whom IS NULL ORDER BY number DESC LIMIT ?",
            (MOST,),
        )

    def find(
        self, since_ms: int, until_ms: int, table: str | None = None, limit: int = MOST
    ) -> list[StoredAlarm]:
        """Alarms raised from a time on and before another, the newest first."""
        of_table, values = ("", ()) if table is None else (" AND table_id = ?", (table,))
        return self._found(
            f"{_ALARMS} WHERE raised_ms >= ? AND raised_ms < ?{of_table}"
            " ORDER BY number DESC LIMIT ?",
            (since_ms, until_ms, *values, limit),
        )

    def _found(self, statement: str, values: Sequence[Value]) -> list[StoredAlarm]:
        return [_alarm(line) for line in self._database.fetch(statement, values)]


def _alarm(line: Sequence[object]) -> StoredAlarm:
    number, table, cause, condition, priority, told, raised, ended, by, at_ms, note = line
    return StoredAlarm._make(
        (
            number,
            table,
            cause,
            condition,
            priority,
            PHRASE.validate_json(str(told)),
            raised,
            ended,
            by or "",
            at_ms,
            note or "",
        )
    )
