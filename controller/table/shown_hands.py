"""Hands that no device reads, as far as whoever deals keyed in what lies face up."""

from itertools import accumulate, pairwise
from typing import Final, NamedTuple, TypeVar

from controller.facts.board import HandName
from controller.facts.cards import Card
from controller.facts.tiles import Tile
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.table.family import OpenHand
from controller.table.state import RoundState, Rules

CENTRE: Final = 0
THREE: Final = 3
T = TypeVar("T")
Held = TypeVar("Held", BankRound, SeatRound)


class ShownHand(NamedTuple):
    """What lies face up before a seat, or in the centre (0)."""

    seat: int
    cards: tuple[Card, ...] = ()
    tiles: tuple[Tile, ...] = ()


class ShownHands(NamedTuple):
    """The hands of a round that were keyed in."""

    hands: tuple[ShownHand, ...] = ()


def shown_hands(current: RoundState) -> dict[int, ShownHand]:
    """The hands that were keyed in, by seat."""
    part = current.find(ShownHands)
    return {hand.seat: hand for hand in part.hands} if part else {}


def names_of(rules: Rules, hand: ShownHand, community: tuple[Card, ...]) -> tuple[HandName, ...]:
    """What each row of a hand is called."""
    sizes = rules.family.unread.rows
    opened = OpenHand(_rows(hand.cards, sizes), _rows(hand.tiles, sizes), community)
    return rules.family.called(rules.game, opened)


def with_shown(finished: FinishedRound, rules: Rules, current: RoundState) -> FinishedRound:
    """A round with its hands, once every one of them that counts was keyed in."""
    shown, bank = shown_hands(current), finished.bank
    due = {int(seat) for seat, held in finished.seats.items() if not held.folded}
    due |= {bank.seat} if bank else set()
    due |= {CENTRE} if rules.family.unread.community else set()
    if not shown or not due <= shown.keys():
        return finished
    sizes = rules.family.unread.rows
    seats = {
        seat: _with_hand(held, shown.get(int(seat)), sizes) for seat, held in finished.seats.items()
    }
    bank = bank and _with_hand(bank, shown[bank.seat], sizes)
    community = shown[CENTRE].cards if CENTRE in shown else ()
    return finished.model_copy(update={"seats": seats, "bank": bank, "community": community})


def _with_hand(held: Held, hand: ShownHand | None, sizes: tuple[int, ...]) -> Held:
    """A hand that is set has a front row, or a high hand, and perhaps a middle one."""
    if hand is None:
        return held
    if hand.tiles:
        return held.model_copy(update={"tiles": hand.tiles, "high_tiles": hand.tiles[: sizes[0]]})
    rows = _rows(hand.cards, sizes)
    parts = {"front": rows[0], "middle": rows[1] if len(rows) == THREE else ()}
    set_as = parts if len(rows) > 1 else {}
    return held.model_copy(update={"cards": hand.cards, **set_as})


def _rows(held: tuple[T, ...], sizes: tuple[int, ...]) -> tuple[tuple[T, ...], ...]:
    ends = (0, *accumulate(sizes))
    return tuple(held[start:end] for start, end in pairwise(ends)) if held else ()
