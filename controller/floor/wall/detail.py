"""One table of the wall in full: what it does, its last rounds, its record and its alarms."""

from collections.abc import Iterable, Iterator
from typing import Final

from pydantic import ValidationError

from config.words import Words
from controller.bus.messages import Entry
from controller.desk.pages.floor.lines import lines_of
from controller.desk.pages.floor.shown import RowLine
from controller.facts.decisions import DECISION
from controller.facts.events import EVENT
from controller.facts.fact import Fact, Text
from controller.floor.parcel import TravellingRow
from controller.floor.rounds import PlayedRound
from controller.floor.store.store import FloorStore
from controller.floor.wall.tiles import AlarmTile, alarm_tile

MOST_ROUNDS: Final = 40
MOST_ROWS: Final = 120
DAY_MS: Final = 24 * 3_600_000


class RoundLine(Fact):
    """One round that is over, in the words of the page."""

    table: Text
    round: int
    shoe: int
    dealer: Text
    closed_ms: int
    length_s: int
    outcome: Text
    is_void: bool
    held_s: int
    irregularities: tuple[Text, ...]
    people: tuple[Text, ...]


class DeviceLine(Fact):
    """A device as the table knows it."""

    device: Text
    state: Text
    reason: Text


class TableDetail(Fact):
    """What a tile has no room for."""

    table: Text
    rounds: tuple[RoundLine, ...]
    rows: tuple[RowLine, ...]
    alarms: tuple[AlarmTile, ...]
    devices: tuple[DeviceLine, ...]
    # The last row that is kept, and how many the table has.
    kept: int
    number: int


def detail_of(store: FloorStore, table: str, now_ms: int, words: Words) -> TableDetail | None:
    """A table, if it ever spoke."""
    known, head = store.tables.one(table), store.rows.head(table)
    if known is None:
        return None
    kept = head.head.number if head else 0
    rows = list(store.rows.rows(table, max(0, kept - MOST_ROWS)))
    alarms = store.alarms.find(now_ms - DAY_MS, now_ms + DAY_MS, table)
    board = known.board
    return TableDetail(
        table=table,
        rounds=tuple(round_line(each, words) for each in store.rounds.last_of(table, MOST_ROUNDS)),
        rows=tuple(reversed(list(lines_of(entries_of(rows), words)))),
        alarms=tuple(alarm_tile(alarm, words) for alarm in alarms),
        devices=tuple(
            DeviceLine(device=each.device, state=each.state, reason=words.told(each.reason))
            for each in (board.devices if board else ())
        ),
        kept=kept,
        number=known.beat.number,
    )


def entries_of(rows: Iterable[TravellingRow]) -> Iterator[Entry]:
    """Rows as the desk's pages tell them; what has not left the table yet is left out."""
    for row in rows:
        if row.body is None:
            continue
        number, at_ms, source = row.number, row.at_ms, row.source
        try:
            if row.part == "event":
                event = EVENT.validate_json(row.body)
                yield Entry(number=number, at_ms=at_ms, source=source, event=event)
            else:
                decision = DECISION.validate_json(row.body)
                yield Entry(number=number, at_ms=at_ms, source=source, decision=decision)
        except ValidationError:
            # Of a newer table than this wall.
            continue


def round_line(played: PlayedRound, words: Words) -> RoundLine:
    """A round in one language."""
    return RoundLine(
        table=played.table,
        round=played.round,
        shoe=played.shoe,
        dealer=played.dealer,
        closed_ms=played.closed_ms,
        length_s=(played.closed_ms - played.opened_ms) // 1000,
        outcome=words.name(played.outcome) if played.outcome else "",
        is_void=played.is_void,
        held_s=played.held_ms // 1000,
        irregularities=tuple(words.cause(code)[:500] for code in played.irregularities),
        people=played.people,
    )
