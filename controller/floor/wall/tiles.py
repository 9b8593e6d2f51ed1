"""A table as one tile of the wall, and which tiles need a person first. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from config.words import Words
from controller.facts.alarms import Priority
from controller.facts.board import Board
from controller.facts.fact import Fact, Text
from controller.floor.rounds import PlayedRound
from controller.floor.store.alarms import StoredAlarm
from controller.floor.store.tables import StoredTable
from controller.floor.wall.naming import as_counted

# Two beats of a bridge; a table that is silent for longer is not known.
SILENT_MS: Final = 30_000
MOST_MARKS: Final = 60
MOST_LENGTHS: Final = 24
State = Literal[
    "waiting", "bank", "halted", "betting", "dealing", "settling", "held", "silent", "unknown"
]
# Which table a person looks at first.
HELD, SILENT, PLAYS, IDLE = 1, 3, 6, 7
WEIGHT: Final[Mapping[Priority, int]] = {"high": 0, "medium": 2, "low": 4}
SEEN: Final = 5


class AlarmTile(Fact):
    """One alarm as the wall tells it."""

    number: int
    table: Text
    priority: Priority
    text: Text
    raised_ms: int
    ended_ms: int | None
    # "" while nobody has seen it.
    by: Text


class Tile(Fact):
    """One table at a glance."""

    table: Text
    game: Text
    state: State
    # Since a silent table was heard of; 0 while it speaks, so that a picture lasts.
    silent_minutes: int
    # Why it waits, or what is expected next.
    said: Text
    limits: tuple[int, int] | None
    round: int
    shoe: int | None
    dealer: Text
    # Rounds of the last hour.
    pace: int
    # The shoe's hands as a bead plate has them, or how long the last rounds took.
    marks: tuple[str, ...] = ()
    lengths: tuple[int, ...] = ()
    alarms: tuple[AlarmTile, ...] = ()
    # The smaller, the sooner a person looks.
    needs: int


def tiles_of(
    tables: Iterable[StoredTable],
    alarms: Iterable[StoredAlarm],
    rounds: Mapping[str, Sequence[PlayedRound]],
    now_ms: int,
    words: Words,
) -> tuple[Tile, ...]:
    """Every table, first those that need a person, then by name."""
    told = [alarm_tile(alarm, words) for alarm in alarms]
    found = (
        tile_of(table, [a for a in told if a.table == table.table], rounds, now_ms, words)
        for table in tables
    )
    return tuple(sorted(found, key=lambda tile: (tile.needs, as_counted(tile.table))))


def tile_of(
    table: StoredTable,
    alarms: Sequence[AlarmTile],
    rounds: Mapping[str, Sequence[PlayedRound]],
    now_ms: int,
    words: Words,
) -> Tile:
    """One table; `rounds` has those of the last hour, the newest first."""
    board, played = table.board, rounds.get(table.table, ())
    silent_ms = max(0, now_ms - table.heard_ms)
    state = state_of(board, silent_ms)
    return Tile(
        table=table.table,
        game=board.game_name if board else table.beat.game,
        state=state,
        silent_minutes=silent_ms // 60_000 if state == "silent" else 0,
        said=_said(board, words)[:500],
        limits=board.limits if board else None,
        round=board.round if board else (played[0].round if played else 0),
        shoe=board.shoe.number if board and board.shoe else None,
        dealer=played[0].dealer if played else "",
        pace=len(played),
        marks=tuple(hand.mark for hand in board.shoe.hands[-MOST_MARKS:])
        if board and board.shoe
        else (),
        lengths=tuple(
            (each.closed_ms - each.opened_ms) // 1000 for each in reversed(played[:MOST_LENGTHS])
        ),
        alarms=tuple(alarms),
        needs=needs_of(state, alarms),
    )


def state_of(board: Board | None, silent_ms: int) -> State:
    """What a table does, as far as the floor knows."""
    if silent_ms > SILENT_MS:
        return "silent"
    return "unknown" if board is None else board.phase


def needs_of(state: State, alarms: Iterable[AlarmTile]) -> int:
    """How urgent a table is: what nobody has seen before what somebody has."""
    weights = [SEEN if alarm.by else WEIGHT[alarm.priority] for alarm in alarms]
    if state == "held":
        weights.append(HELD)
    if state == "silent":
        weights.append(SILENT)
    idle = state in ("waiting", "unknown")
    return min([*weights, IDLE if idle else PLAYS])


def alarm_tile(alarm: StoredAlarm, words: Words) -> AlarmTile:
    """An alarm in one language."""
    return AlarmTile(
        number=alarm.number,
        table=alarm.table,
        priority=alarm.priority,
        text=words.sentence(alarm.told)[:500],
        raised_ms=alarm.raised_ms,
        ended_ms=alarm.ended_ms,
        by=alarm.by,
    )


def _said(board: Board | None, words: Words) -> str:
    if board is None:
        return ""
    if board.hold is not None:
        return words.cause(board.hold.name)
    return words.any_of(board.expected) if board.expected else ""
