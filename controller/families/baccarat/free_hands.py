"""Free hands: a coup from the shoe that nobody bet on, for the road and the figures alone."""

from controller.facts.decisions import FreeHandEnded, FreeHandOpened
from controller.facts.events import Event
from controller.facts.phrase import Phrase, phrase
from controller.families.baccarat.coup import COUP, is_under_way
from controller.table import rounds
from controller.table.state import Betting, RoundState, TableState


def fault(table: TableState) -> Phrase | None:
    """Say why no free hand can be dealt now, or None."""
    current = table.round
    if table.rules.by_hand:
        return phrase("free-hand-by-key")
    if table.shoe.ended:
        return phrase("no-shoe-to-deal")
    if current is None:
        return None
    if current.is_free:
        return phrase("free-hand-already")
    if is_under_way(current) or current.outcome:
        return phrase("hand-on-table")
    if current.betting.wagers:
        return phrase("wagers-on-table")
    return None


def start(table: TableState) -> None:
    """Deal the next coup as a free hand; the round that was open begins again after it."""
    current = table.round
    if current is None:
        table.rounds += 1
    number = current.number if current else table.rounds
    betting = Betting(is_open=False)
    opened = table.rules.open_steps[(COUP.name,)]
    table.round = RoundState(number, open=opened, betting=betting, is_free=True)
    COUP.begin(table, table.round)
    table.decide(FreeHandOpened(round=number))


def deal(table: TableState, event: Event) -> None:
    """Deal a card that was out already."""
    rounds.take(table, event)


def call_off(table: TableState) -> bool:
    """End a free hand before its first card; False when there is none to end."""
    current = table.round
    if current is None or not current.is_free or is_under_way(current):
        return False
    table.decide(FreeHandEnded(round=current.number, is_played=False))
    rounds.finish(table, rotates=False)
    return True
