"""Nine: three cards each from the button's seat on, the players' fourth cards, then the bank's."""

from functools import lru_cache
from typing import Final

from config.nine import Nine
from controller.facts.decisions import DecidedHand, HandsDecided
from controller.facts.events import CardDrawn, HandStood
from controller.facts.seats import around, next_seat
from controller.families.nine.values import FIRST, compare, row_of, total_of
from controller.table.state import Irregular, RoundState, SeatHand, TableState, Wanted
from controller.table.steps.step import DONE, Outcome, Step

BANK: Final = "banker"
NTH: Final = ("First", "Second", "Third")


def nine_of(table: TableState) -> Nine:
    """The nine rules of a table that has them."""
    rule = table.rules.game.nine
    assert rule is not None
    return rule


# Three cards each


def _begin_deal(table: TableState, current: RoundState) -> None:
    """Positions in play from the one the dice named, the bank's in its place."""
    seats, bank = table.rules.seats, table.bank.seat
    named = current.button.first_hand if current.button else None
    order = around(named or next_seat(bank, seats), seats)
    current.stack_seats = tuple(s for s in order if s in current.wagers or s == bank)
    current.hands = tuple(SeatHand(seat) for seat in current.stack_seats if seat != bank)
    current.face_down = (BANK,)
    current.dealt = 0


def _due(table: TableState, current: RoundState) -> tuple[int, int]:
    """The seat whose card is due, and which of its cards it is."""
    return _places(current.stack_seats, nine_of(table).deal.dealt)[current.dealt]


@lru_cache(maxsize=4096)
def _places(seats: tuple[int, ...], dealt: str) -> tuple[tuple[int, int], ...]:
    if dealt == "one-at-a-time":
        return tuple((seat, card) for card in range(FIRST) for seat in seats)
    return tuple((seat, card) for seat in seats for card in range(FIRST))


def _deal_wanted(table: TableState, current: RoundState) -> tuple[Wanted, ...]:
    seat, card = _due(table, current)
    return _card_wanted(card, seat, seat == table.bank.seat)


@lru_cache(maxsize=128)
def _card_wanted(card: int, seat: int, is_bank: bool) -> tuple[Wanted, ...]:
    whom = f"the bank, seat {seat}" if is_bank else f"seat {seat}"
    text = f"{NTH[card]} card to {whom}, face down"
    return (Wanted("card_drawn", text, seat, "bank" if is_bank else "player"),)


def _deal(table: TableState, current: RoundState, event: CardDrawn, _forced: bool) -> Outcome:
    seat, _card = _due(table, current)
    if seat == table.bank.seat:
        current.banker += (event.card,)
    else:
        _give(current, _place_of(current, seat), event)
    current.dealt += 1
    return DONE if current.dealt == FIRST * len(current.stack_seats) else None


def _place_of(current: RoundState, seat: int) -> int:
    return next(place for place, hand in enumerate(current.hands) if hand.seat == seat)


def _give(current: RoundState, place: int, event: CardDrawn, ended: str = "") -> None:
    hand = current.hands[place]
    after = hand._replace(cards=(*hand.cards, event.card), ended=ended)
    current.hands = (*current.hands[:place], after, *current.hands[place + 1 :])


# The players' fourth cards


def _begin_draw(table: TableState, current: RoundState) -> None:
    """The draw may start elsewhere than the deal did."""
    seats, bank = table.rules.seats, table.bank.seat
    first = next_seat(bank, seats)
    if nine_of(table).draw.start == "button" and current.button and current.button.button:
        first = current.button.button
    order = around(first, seats)
    current.hands = tuple(sorted(current.hands, key=lambda hand: order.index(hand.seat)))
    current.acting = 0


def _draw_wanted(_table: TableState, current: RoundState) -> tuple[Wanted, ...]:
    return _choice(current.hands[current.acting].seat)


@lru_cache(maxsize=14)
def _choice(seat: int) -> tuple[Wanted, ...]:
    return (
        Wanted("card_drawn", f"Seat {seat} takes a fourth card", seat, "player"),
        Wanted("hand_stood", f"Seat {seat} stands", seat, "player"),
    )


def _draw(
    _table: TableState, current: RoundState, event: CardDrawn | HandStood, forced: bool
) -> Outcome:
    hand = current.hands[current.acting]
    if isinstance(event, CardDrawn):
        _give(current, current.acting, event, "stood")
    elif event.seat in (None, hand.seat) or forced:
        stood = hand._replace(ended="stood")
        before, behind = current.hands[: current.acting], current.hands[current.acting + 1 :]
        current.hands = (*before, stood, *behind)
    else:
        return Irregular("hand-out-of-turn", f"seat {event.seat} stands")
    current.acting += 1
    return DONE if current.acting == len(current.hands) else None


# The bank's fourth card


def _must(table: TableState, current: RoundState) -> str:
    return row_of(nine_of(table).charts.bank, total_of(current.banker[:FIRST])).must


def _bank_due(table: TableState, current: RoundState) -> bool:
    return _must(table, current) != "stand"


def _bank_wanted(table: TableState, current: RoundState) -> tuple[Wanted, ...]:
    return _bank_choice(total_of(current.banker), _must(table, current))


@lru_cache(maxsize=32)
def _bank_choice(total: int, must: str) -> tuple[Wanted, ...]:
    draws = Wanted("card_drawn", f"The bank ({total}) takes a fourth card", None, "bank")
    stands = Wanted("hand_stood", f"The bank ({total}) stands", None, "bank")
    return (draws,) if must == "hit" else (draws, stands)


def _bank_draw(
    table: TableState, current: RoundState, event: CardDrawn | HandStood, forced: bool
) -> Outcome:
    if isinstance(event, CardDrawn):
        current.banker += (event.card,)
    elif _must(table, current) == "hit" and not forced:
        shown = f"the bank stands, {total_of(current.banker)}"
        return Irregular("bank-stood-on-must-hit", shown)
    return DONE


def announce_nines(table: TableState, current: RoundState) -> None:
    """Say, before the wagers are settled, what every hand came to."""
    rule = nine_of(table)
    table.decide(
        HandsDecided(
            round=current.number,
            bank=current.banker,
            bank_count=str(total_of(current.banker)),
            hands=tuple(_decided(rule, current, hand) for hand in current.hands),
        )
    )


def _decided(rule: Nine, current: RoundState, hand: SeatHand) -> DecidedHand:
    found = compare(rule, hand.cards, current.banker)
    return DecidedHand(
        seat=hand.seat,
        cards=hand.cards,
        count=str(total_of(hand.cards)),
        result=found.result,
        why=found.why,
    )


THREE_CARDS = Step("three-cards", frozenset({CardDrawn}), _deal_wanted, _deal, _begin_deal)
FOURTH_CARDS = Step(
    "fourth-cards", frozenset({CardDrawn, HandStood}), _draw_wanted, _draw, _begin_draw
)
BANK_FOURTH = Step(
    "bank-fourth",
    frozenset({CardDrawn, HandStood}),
    _bank_wanted,
    _bank_draw,
    is_due=_bank_due,
)
