"""Betting: the bets close, the collection is taken."""

from controller.facts.decisions import BettingEnded
from controller.facts.events import BetsClosed, CollectionTaken, TimerEnded
from controller.table.family import DONE, Step, StepResult
from controller.table.state import Betting, Irregular, RoundState, TableState, expect

CLOSE_BETS = (expect("bets_closed", "close-bets"),)
TAKE_COLLECTION = (expect("collection_taken", "take-collection"),)


def _close(
    table: TableState, current: RoundState, event: BetsClosed | TimerEnded, _forced: bool
) -> StepResult:
    if isinstance(event, TimerEnded) and event.round != current.number:
        return None
    fewest, wagers = _fewest_wagers(table), current.betting.wagers
    if len(wagers) < fewest:
        return Irregular("no-wagers" if fewest == 1 else "too-few-players")
    current.betting = Betting(False, wagers)
    table.rules.family.on_bets_closed(table, current)
    table.decided.append(BettingEnded(wagers=tuple(sorted(current.betting.wagers))))
    return DONE


def _fewest_wagers(table: TableState) -> int:
    """Stacks that go to seats with a wager need one."""
    stacks, fewest = table.rules.game.stacks, table.rules.family.fewest_wagers
    goes_to_wagers = stacks is not None and stacks.first != "first-hand"
    return max(fewest, 1) if goes_to_wagers else fewest


def _collect(
    _table: TableState, _round: RoundState, _event: CollectionTaken, _forced: bool
) -> StepResult:
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
