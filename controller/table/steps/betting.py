"""Betting: the bets close, the collection is taken."""

from functools import lru_cache

from controller.facts.decisions import BettingEnded
from controller.facts.events import BetsClosed, CollectionTaken, TimerEnded
from controller.families.chinese_poker.steps import FEWEST_PLAYERS, give_seats
from controller.families.stud.steps import deals_stud
from controller.table.state import Irregular, RoundState, TableState, Wanted
from controller.table.steps.step import DONE, Outcome, Step

CLOSE_BETS = (Wanted("bets_closed", "Close the bets"),)
TAKE_COLLECTION = (Wanted("collection_taken", "Take the collection"),)


def _close(
    table: TableState, current: RoundState, event: BetsClosed | TimerEnded, _forced: bool
) -> Outcome:
    if isinstance(event, TimerEnded) and event.round != current.number:
        return None
    if _deals_to_wagers(table) and not current.wagers:
        return Irregular("no-wagers", "bets closed")
    if table.rules.game.chinese and len(current.wagers) < FEWEST_PLAYERS:
        return Irregular("too-few-players", "bets closed")
    current.bets_open = False
    if table.rules.game.chinese:
        give_seats(table, current)
    table.decided.append(_ended(current.wagers))
    return DONE


def _deals_to_wagers(table: TableState) -> bool:
    stacks = table.rules.game.stacks
    goes_to_all = stacks is not None and stacks.first == "first-hand"
    game = table.rules.game
    return bool((stacks and not goes_to_all) or game.twenty_one or game.nine or deals_stud(game))


@lru_cache(maxsize=4096)
def _ended(wagers: frozenset[int]) -> BettingEnded:
    return BettingEnded(wagers=tuple(sorted(wagers)))


def _collect(
    _table: TableState, _round: RoundState, _event: CollectionTaken, _forced: bool
) -> Outcome:
    return DONE


CLOSING = Step(
    name="bets-closed",
    events=frozenset({BetsClosed, TimerEnded}),
    wanted=lambda _table, _round: CLOSE_BETS,
    take=_close,
)
COLLECTION = Step(
    name="collection",
    events=frozenset({CollectionTaken}),
    wanted=lambda _table, _round: TAKE_COLLECTION,
    take=_collect,
)
