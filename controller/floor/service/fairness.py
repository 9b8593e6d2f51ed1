"""Dice and shuffles of every table, held against chance once a day."""

from collections.abc import Iterable, Mapping
from typing import Final, get_args

from controller.audit.check import LEVEL, CheckName
from controller.audit.report import audit
from controller.audit.slips import without_slips
from controller.audit.told import told
from controller.facts.cards import Card
from controller.floor.parcel import TravellingRow
from controller.floor.store.store import FloorStore

DAY_MS: Final = 86_400_000
# What dice and shuffles are judged by, and what tells of their shoe.
KINDS: Final = (
    "table_opened",
    "shoe_loaded",
    "card_drawn",
    "cut_card_drawn",
    "dice_read",
    "round_opened",
    "round_closed",
)
MOST_ROWS: Final = 60_000
_OF_CHANCE: Final = tuple(name for name in get_args(CheckName) if not name.startswith("misread"))
DECK: Final[Mapping[Card, int]] = {card: 1 for card in Card if card is not Card.JOKER}


def suspects(rows: Iterable[TravellingRow], tables: int) -> tuple[str, ...]:
    """Checks that chance does not explain, were all tables of the floor judged together."""
    report = audit(without_slips(told(row.row for row in rows if row.body is not None)), DECK)
    found = [check for check in report.suspects if check.name in _OF_CHANCE]
    return tuple(
        check.name
        for check in found
        if check.corrected is not None and check.corrected * tables < LEVEL
    )


class Fairness:
    """Takes one table after the other; each is looked at again after a day."""

    def __init__(self, store: FloorStore, since_ms: int = 7 * DAY_MS) -> None:
        self._store, self._since_ms = store, since_ms
        self._judged_ms: dict[str, int] = {}
        # What is suspect now, by table.
        self.suspects: dict[str, tuple[str, ...]] = {}

    def next_due(self, tables: Iterable[str], now_ms: int) -> str | None:
        """The table that was not looked at for longest, if that is a day."""
        due = [(self._judged_ms.get(table, 0), table) for table in tables]
        judged_ms, table = min(due, default=(now_ms, ""))
        return table if table and now_ms - judged_ms >= DAY_MS else None

    def fetched(self, table: str, now_ms: int) -> list[TravellingRow]:
        """What a table is judged by."""
        return self._store.rows.of_kinds(table, KINDS, now_ms - self._since_ms, MOST_ROWS)

    def judge(self, table: str, rows: list[TravellingRow], tables: int, now_ms: int) -> None:
        """Keep what was found, until the next day."""
        self.suspects[table] = suspects(rows, tables)
        self._judged_ms[table] = now_ms
