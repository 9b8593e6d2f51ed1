"""Wagers that stay on the table, round after round, until they win, lose or are taken down."""

from functools import lru_cache
from typing import NamedTuple

from config.game import Wager
from controller.facts.decisions import OutcomeDecided, SeatWager, StayingWagersChanged
from controller.facts.events import WagerChosen, WagerPlaced, WagerRemoved
from controller.table.irregularity import report
from controller.table.state import Betting, Irregular, RoundState, Rules, StayingWager, TableState

Wagers = tuple[StayingWager, ...]


class Entries(NamedTuple):
    """The wager the next seat is entered for, the seats entered plainly, what stood before."""

    entering: str = ""
    placed: frozenset[int] = frozenset()
    stood: Wagers = ()


def _entries(current: RoundState) -> Entries:
    return current.find(Entries) or Entries()


def has_entries(current: RoundState) -> bool:
    """Tell whether a wager has been placed in this round."""
    return bool(_entries(current).placed)


def choose(table: TableState, event: WagerChosen) -> None:
    """Note for which wager the next seat is entered."""
    current = table.round
    if current is None or not current.betting.is_open or event.wager not in _kinds(table.rules):
        report(table, Irregular("entry-refused"), event)
    else:
        current.put(_entries(current)._replace(entering=event.wager))


def enter(table: TableState, current: RoundState, event: WagerPlaced | WagerRemoved) -> None:
    """Note a seat's wager, or that it took one back."""
    entries, is_placed = _entries(current), isinstance(event, WagerPlaced)
    wagers, placed, seat = current.betting.wagers, entries.placed, event.seat
    if entries.entering:
        _change(table, StayingWager(seat, entries.entering), is_placed)
    else:
        placed = placed | {seat} if is_placed else placed - {seat}
    is_in = is_placed or seat in placed or seat in seats(table)
    current.betting = current.betting._replace(wagers=wagers | {seat} if is_in else wagers - {seat})
    current.put(Entries("", placed, entries.stood))


def begin(table: TableState, current: RoundState) -> None:
    """Count the seats with staying wagers in; those of the new bank come down."""
    down = tuple(each for each in table.staying if each.seat == table.bank.seat)
    if down:
        table.staying = tuple(each for each in table.staying if each not in down)
        table.decide(_changed(table, returned=down))
    current.put(Entries(stood=table.staying))
    current.betting = Betting(wagers=frozenset(seats(table)))


def decide(table: TableState, outcome: OutcomeDecided) -> None:
    """Clear the wagers a settled coup decided; the others stay."""
    kinds, fate = _kinds(table.rules), table.rules.family.fate
    fates = {each: fate(kinds[each.wager], outcome) for each in table.staying}
    won = tuple(each for each in table.staying if fates[each] == "won")
    lost = tuple(each for each in table.staying if fates[each] == "lost")
    if won or lost:
        table.staying = tuple(each for each in table.staying if not fates[each])
        table.decide(_changed(table, won=won, lost=lost))


def undo(table: TableState, current: RoundState) -> None:
    """A voided round gives back what was placed in it; what stood before it stands."""
    stood = _entries(current).stood
    new = tuple(each for each in table.staying if each not in stood)
    if new:
        table.staying = tuple(each for each in table.staying if each in stood)
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
