"""Rounds as the office searches them."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from controller.floor.rounds import PlayedRound
from controller.floor.store.database import Database, Value
from controller.floor.store.months import month_of

ROUND_COLUMNS: Final = [
    "table_id",
    "round",
    "shoe",
    "dealer",
    "opened_ms",
    "closed_ms",
    "first_row",
    "last_row",
    "outcome",
    "result",
    "is_void",
    "held_ms",
    "irregularities",
    "people",
    "month",
]
MOST: Final = 500


class RoundSearch(NamedTuple):
    """What is looked for; what is not given may be anything."""

    table: str | None = None
    shoe: int | None = None
    since_ms: int | None = None
    until_ms: int | None = None
    outcome: str | None = None
    irregularity: str | None = None
    person: str | None = None
    dealer: str | None = None
    void_only: bool = False


class StoredRounds:
    """Every round that ended, of every table."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, search: RoundSearch, limit: int = MOST) -> list[PlayedRound]:
        """Rounds that meet all of it, the newest first."""
        terms, values = _terms(search)
        where = f" WHERE {' AND '.join(terms)}" if terms else ""
        found = self._database.fetch(
            f"SELECT {', '.join(ROUND_COLUMNS[:-1])} FROM played_round{where}"
            " ORDER BY closed_ms DESC, table_id, last_row DESC LIMIT ?",
            (*values, limit),
        )
        return [_round(line) for line in found]

    def count(self, search: RoundSearch) -> int:
        """How many rounds meet all of it."""
        terms, values = _terms(search)
        where = f" WHERE {' AND '.join(terms)}" if terms else ""
        [(count,)] = self._database.fetch(f"SELECT count(*) FROM played_round{where}", values)
        return int(count)

    def last_of(self, table: str, limit: int = 20) -> list[PlayedRound]:
        """The last rounds of a table, the newest first."""
        return self.find(RoundSearch(table=table), limit)


def _terms(search: RoundSearch) -> tuple[list[str], list[Value]]:
    told: list[tuple[str, Value]] = [
        ("table_id = ?", search.table),
        ("shoe = ?", search.shoe),
        ("closed_ms >= ?", search.since_ms),
        ("closed_ms < ?", search.until_ms),
        ("outcome = ?", search.outcome),
        ("dealer = ?", search.dealer),
        ("irregularities LIKE ? ESCAPE '!'", _line_of(search.irregularity)),
        ("(people LIKE ? ESCAPE '!')", _line_of(search.person)),
        ("is_void = ?", 1 if search.void_only else None),
    ]
    given = [(term, value) for term, value in told if value is not None]
    return [term for term, _ in given], [value for _, value in given]


def _line_of(name: str | None) -> str | None:
    """A name among lines, whatever signs it has."""
    if name is None:
        return None
    plain = name.replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return f"%\n{plain}\n%"


def round_columns(played: PlayedRound) -> tuple[Value, ...]:
    """A round as it is stored."""
    lines = (_lines(played.irregularities), _lines(played.people))
    told = played[:10]
    return (*told, int(played.is_void), played.held_ms, *lines, month_of(played.closed_ms))


def _lines(names: Sequence[str]) -> str:
    return "".join(f"\n{name}\n" for name in names)


def _round(line: Sequence[Any]) -> PlayedRound:
    *told, is_void, held_ms, irregularities, people = line
    names = tuple(str(text).split("\n") for text in (irregularities, people))
    irregular, ruled = (tuple(filter(None, each)) for each in names)
    return PlayedRound._make((*told, bool(is_void), held_ms, irregular, ruled))
