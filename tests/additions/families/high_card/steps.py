"""One card to each seat that bet, from the bank's left, the bank's last and face up."""

from typing import NamedTuple

from controller.facts.cards import Card
from controller.facts.decisions import Expectation
from controller.facts.events import CardDrawn
from controller.facts.seats import around, next_seat
from controller.table.family import DONE, Shown, Step, StepResult
from controller.table.seat_hand import SeatHand
from controller.table.state import RoundState, TableState, expect
from controller.table.steps.button import place_by_card


class Single(NamedTuple):
    """The seats in dealing order, and the cards that lie before them; the bank is the last."""

    seats: tuple[int, ...]
    cards: tuple[Card, ...] = ()


def _begin(table: TableState, current: RoundState) -> None:
    seats, bank = table.rules.seats, table.bank.seat
    order = around(next_seat(bank, seats), seats)
    in_play = current.betting.wagers | {bank}
    current.put(Single(tuple(seat for seat in order if seat in in_play)))


def _wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    part = current.get(Single)
    seat = part.seats[len(part.cards)]
    if seat == table.bank.seat:
        return (expect("card_drawn", "one-card-to-bank", seat, "bank"),)
    return (expect("card_drawn", "one-card-to-seat", seat, "player"),)


def _take(table: TableState, current: RoundState, event: CardDrawn, _forced: bool) -> StepResult:
    part = current.get(Single)
    part = Single(part.seats, (*part.cards, event.card))
    current.put(part)
    if len(part.cards) < len(part.seats):
        return None
    place_by_card(table, current, event.card.rank_code)
    return DONE


def is_under_way(current: RoundState) -> bool:
    """Tell whether a card of this round has left the shoe."""
    part = current.find(Single)
    return part is not None and bool(part.cards)


def shown(table: TableState, current: RoundState) -> Shown:
    """Every card lies face up."""
    part = current.find(Single) or Single(())
    dealt = dict(zip(part.seats, part.cards, strict=False))
    bank = dealt.pop(table.bank.seat, None)
    hands = tuple(SeatHand(seat, (card,)).view() for seat, card in dealt.items())
    return Shown(banker=(bank,) if bank else (), hands=hands)


ONE_CARD = Step(
    "one-card", frozenset({CardDrawn}), _wanted, _take, _begin, needs="ranking", part=Single
)
