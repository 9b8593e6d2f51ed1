"""Wagers that stay on the table, round after round, until they win, lose or are taken down."""

from functools import lru_cache

from config.game import Wager
from controller.facts.decisions import OutcomeDecided, SeatWager, StayingWagersChanged
from controller.facts.events import WagerChosen, WagerPlaced, WagerRemoved
from controller.families.baccarat.coup_result import CoupResult, stays, won_case
from controller.table.irregularity import report
from controller.table.state import Irregular, RoundState, Rules, StayingWager, TableState

Wagers = tuple[StayingWager, ...]


def choose(table: TableState, event: WagerChosen) -> None:
    """Note for which wager the next seat is entered."""
    current = table.round
    if current is None or not current.bets_open or event.wager not in _kinds(table.rules):
        report(table, Irregular("entry-refused", f"wager {event.wager} chosen"), event)
    else:
        current.entering = event.wager


def enter(table: TableState, current: RoundState, event: WagerPlaced | WagerRemoved) -> None:
    """Note a seat's wager, or that it took one back."""
    name, current.entering = current.entering, ""
    if isinstance(event, WagerPlaced):
        current.wagers |= {event.seat}
    if name:
        _change(table, StayingWager(event.seat, name), isinstance(event, WagerPlaced))
    elif isinstance(event, WagerPlaced):
        current.placed |= {event.seat}
    else:
        current.placed -= {event.seat}
    if event.seat not in current.placed | seats(table):
        current.wagers -= {event.seat}


def begin(table: TableState, current: RoundState) -> None:
    """Count the seats with staying wagers in; those of the new bank come down."""
    down = tuple(each for each in table.staying if each.seat == table.bank.seat)
    if down:
        table.staying = tuple(each for each in table.staying if each not in down)
        table.decide(_changed(table, returned=down))
    current.stood = table.staying
    current.wagers = frozenset(seats(table))


def decide(table: TableState, outcome: OutcomeDecided) -> None:
    """Clear the wagers a settled coup decided; the others stay."""
    if outcome.player_total is None or outcome.banker_total is None:
        # Without totals nobody can tell; what is decided is taken down by hand.
        return
    result = CoupResult(
        outcome.player_total, outcome.banker_total, len(outcome.player), len(outcome.banker)
    )
    kinds = _kinds(table.rules)
    decided = tuple(each for each in table.staying if not stays(kinds[each.wager], result))
    if decided:
        table.staying = tuple(each for each in table.staying if each not in decided)
        won = tuple(each for each in decided if won_case(kinds[each.wager], result))
        lost = tuple(each for each in decided if each not in won)
        table.decide(_changed(table, won=won, lost=lost))


def undo(table: TableState, current: RoundState) -> None:
    """A voided round gives back what was placed in it; what stood before it stands."""
    new = tuple(each for each in table.staying if each not in current.stood)
    if new:
        table.staying = tuple(each for each in table.staying if each in current.stood)
        table.decide(_changed(table, returned=new))


def seats(table: TableState) -> set[int]:
    """The seats with a staying wager."""
    return {each.seat for each in table.staying}


def _change(table: TableState, wager: StayingWager, is_placed: bool) -> None:
    others = tuple(each for each in table.staying if each != wager)
    table.staying = tuple(sorted((*others, wager))) if is_placed else others
    table.decide(_changed(table, returned=() if is_placed else (wager,)))


def _changed(
    table: TableState, won: Wagers = (), lost: Wagers = (), returned: Wagers = ()
) -> StayingWagersChanged:
    return StayingWagersChanged(
        won=listed(won), lost=listed(lost), returned=listed(returned), staying=listed(table.staying)
    )


def listed(wagers: Wagers) -> tuple[SeatWager, ...]:
    """Write staying wagers the way decisions and boards do."""
    return tuple(SeatWager(seat=each.seat, wager=each.wager) for each in wagers)


@lru_cache(maxsize=64)
def _kinds(rules: Rules) -> dict[str, Wager]:
    return {wager.name: wager for wager in rules.game.wagers if wager.loses}
