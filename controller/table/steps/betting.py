"""Betting: the bets close, the collection is taken."""

from decimal import Decimal

from config.fee_words import dollars
from controller.facts.decisions import BettingEnded, CollectionCounted, Expectation, SeatFee
from controller.facts.events import BetsClosed, CollectionTaken, TimerEnded
from controller.settlement.fees import Collection, collection_of
from controller.settlement.finished import FinishedRound
from controller.table.family import DONE, Step, StepResult
from controller.table.placed_wagers import placed_of
from controller.table.state import Betting, Irregular, RoundState, TableState, expect
from controller.table.steps.finished import bets_of

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


def _collection_wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    """The fee of the round, where the amounts of all who bet are known."""
    due = _collection(table, current)
    if due is None:
        return TAKE_COLLECTION
    players = dollars(sum((fee for _seat, fee in due.players), Decimal(0)))
    code, bank = "take-collection-of", dollars(due.bank)
    return (expect("collection_taken", code, None, None, bank=bank, players=players),)


def _collection(table: TableState, current: RoundState) -> Collection | None:
    option = table.rules.schedule
    if option is None or not placed_of(current).wagers:
        return None
    seats = bets_of(table.rules, current)
    if not all(held.wagers or held.behind for held in seats.values()):
        return None
    return collection_of(table.rules.game, option, FinishedRound(seats=seats))


def _collect(
    table: TableState, current: RoundState, _event: CollectionTaken, _forced: bool
) -> StepResult:
    due = _collection(table, current)
    if due is not None:
        table.decided.append(
            CollectionCounted(
                round=current.number,
                option=due.option,
                action=due.action,
                bank=due.bank,
                players=tuple([SeatFee(seat=seat, fee=fee) for seat, fee in due.players]),
            )
        )
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
    wanted=_collection_wanted,
    take=_collect,
)
