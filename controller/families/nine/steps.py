"""Nine: three cards each from the button's seat on, the players' fourth cards, then the bank's."""

from functools import lru_cache
from typing import NamedTuple

from controller.facts.cards import Card
from controller.facts.decisions import DecidedHand, Expectation, HandsDecided
from controller.facts.events import CardDrawn, HandStood
from controller.facts.phrase import phrase
from controller.facts.seats import around, next_seat
from controller.families.nine.sections import Nine, NineGame
from controller.families.nine.values import FIRST, compare, row_of, total_of
from controller.settlement.finished import FinishedRound, SeatRound
from controller.table.family import DONE, Step, StepResult
from controller.table.seat_hand import SeatHand
from controller.table.state import Irregular, RoundState, TableState, expect


class NineHands(NamedTuple):
    """Everybody's cards: who is dealt to in which order, how far, and whose turn it is."""

    seats: tuple[int, ...]
    dealt: int = 0
    hands: tuple[SeatHand, ...] = ()
    bank: tuple[Card, ...] = ()
    acting: int = 0


def nine_of(table: TableState) -> Nine:
    """The nine rules of a table that has them."""
    game = table.rules.game
    assert isinstance(game, NineGame)
    return game.nine


# Three cards each


def _begin_deal(table: TableState, current: RoundState) -> None:
    """Positions in play from the one the dice named, the bank's in its place."""
    seats, bank = table.rules.seats, table.bank.seat
    order = around(current.button.first_hand or next_seat(bank, seats), seats)
    dealt_to = tuple(s for s in order if s in current.betting.wagers or s == bank)
    hands = tuple(SeatHand(seat) for seat in dealt_to if seat != bank)
    current.put(NineHands(dealt_to, hands=hands))


def _due(table: TableState, current: RoundState) -> tuple[int, int]:
    """The seat whose card is due, and which of its cards it is."""
    part = current.get(NineHands)
    return _places(part.seats, nine_of(table).deal.dealt)[part.dealt]


@lru_cache(maxsize=4096)
def _places(seats: tuple[int, ...], dealt: str) -> tuple[tuple[int, int], ...]:
    if dealt == "one-at-a-time":
        return tuple((seat, card) for card in range(FIRST) for seat in seats)
    return tuple((seat, card) for seat in seats for card in range(FIRST))


def _deal_wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    seat, card = _due(table, current)
    return _card_wanted(card, seat, seat == table.bank.seat)


@lru_cache(maxsize=128)
def _card_wanted(card: int, seat: int, is_bank: bool) -> tuple[Expectation, ...]:
    code, hand = ("nine-to-bank", "bank") if is_bank else ("nine-to-seat", "player")
    return (expect("card_drawn", code, seat, hand, nth=card + 1),)


def _deal(table: TableState, current: RoundState, event: CardDrawn, _forced: bool) -> StepResult:
    (seat, _card), part = _due(table, current), current.get(NineHands)
    if seat == table.bank.seat:
        part = part._replace(bank=(*part.bank, event.card))
    else:
        part = _given(part, _place_of(part, seat), event.card)
    current.put(part._replace(dealt=part.dealt + 1))
    return DONE if part.dealt + 1 == FIRST * len(part.seats) else None


def _place_of(part: NineHands, seat: int) -> int:
    return next(place for place, hand in enumerate(part.hands) if hand.seat == seat)


def _given(part: NineHands, place: int, card: Card) -> NineHands:
    hand = part.hands[place]
    return _with(part, place, hand._replace(cards=(*hand.cards, card)))


def _with(part: NineHands, place: int, hand: SeatHand) -> NineHands:
    return part._replace(hands=(*part.hands[:place], hand, *part.hands[place + 1 :]))


# The players' fourth cards


def _begin_draw(table: TableState, current: RoundState) -> None:
    """The draw may start elsewhere than the deal did."""
    seats, bank = table.rules.seats, table.bank.seat
    first = next_seat(bank, seats)
    if nine_of(table).draw.start == "button" and current.button.seat:
        first = current.button.seat
    order, part = around(first, seats), current.get(NineHands)
    hands = sorted(part.hands, key=lambda hand: order.index(hand.seat))
    current.put(part._replace(hands=tuple(hands), acting=0))


def _draw_wanted(_table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    part = current.get(NineHands)
    return _choice(part.hands[part.acting].seat)


@lru_cache(maxsize=14)
def _choice(seat: int) -> tuple[Expectation, ...]:
    return (
        expect("card_drawn", "seat-takes-fourth", seat, "player"),
        expect("hand_stood", "seat-stands", seat, "player", held=()),
    )


def _draw(
    _table: TableState, current: RoundState, event: CardDrawn | HandStood, forced: bool
) -> StepResult:
    part = current.get(NineHands)
    place, hand = part.acting, part.hands[part.acting]
    if isinstance(event, CardDrawn):
        hand = hand._replace(cards=(*hand.cards, event.card))
    elif event.seat not in (None, hand.seat) and not forced:
        other = phrase("hand-did", seat=event.seat, held=(), act=event.kind)
        return Irregular("hand-out-of-turn", seen=other)
    current.put(_with(part, place, hand._replace(ended="stood"))._replace(acting=place + 1))
    return DONE if place + 1 == len(part.hands) else None


# The bank's fourth card


def _must(table: TableState, current: RoundState) -> str:
    cards = current.get(NineHands).bank[:FIRST]
    return row_of(nine_of(table).charts.bank, total_of(cards)).must


def _bank_due(table: TableState, current: RoundState) -> bool:
    return _must(table, current) != "stand"


def _bank_wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    points = total_of(current.get(NineHands).bank)
    return _bank_choice(points, _must(table, current) == "hit")


@lru_cache(maxsize=32)
def _bank_choice(points: int, must_draw: bool) -> tuple[Expectation, ...]:
    held = (str(points),)
    draws = expect("card_drawn", "bank-takes-fourth", None, "bank", held=held)
    stands = expect("hand_stood", "bank-stands", None, "bank", held=held)
    return (draws,) if must_draw else (draws, stands)


def _bank_draw(
    table: TableState, current: RoundState, event: CardDrawn | HandStood, forced: bool
) -> StepResult:
    part = current.get(NineHands)
    if isinstance(event, CardDrawn):
        current.put(part._replace(bank=(*part.bank, event.card)))
    elif _must(table, current) == "hit" and not forced:
        held = (str(total_of(part.bank)),)
        return Irregular("bank-stood-on-must-hit", seen=phrase("bank-stood", held=held))
    return DONE


def announce_nines(table: TableState, current: RoundState) -> None:
    """Say, before the wagers are settled, what every hand came to."""
    table.decide(decided_nines(table, current))


def decided_nines(table: TableState, current: RoundState) -> HandsDecided:
    """What every hand came to."""
    rule, part = nine_of(table), current.get(NineHands)
    return HandsDecided(
        round=current.number,
        bank=part.bank,
        bank_count=(str(total_of(part.bank)),),
        hands=tuple(_decided(rule, part, hand) for hand in part.hands),
    )


def finished(known: FinishedRound, current: RoundState) -> FinishedRound:
    """Everybody's cards."""
    part = current.get(NineHands)
    bank = known.bank and known.bank.model_copy(update={"cards": part.bank})
    hands = {str(hand.seat): _held(known, hand) for hand in part.hands}
    return known.model_copy(update={"bank": bank, "seats": hands})


def _held(known: FinishedRound, hand: SeatHand) -> SeatRound:
    return known.seats[str(hand.seat)].model_copy(update={"cards": hand.cards})


def is_under_way(current: RoundState) -> bool:
    """Tell whether a card of this round has left the shoe."""
    part = current.find(NineHands)
    return part is not None and part.dealt > 0


def _decided(rule: Nine, part: NineHands, hand: SeatHand) -> DecidedHand:
    found = compare(rule, hand.cards, part.bank)
    return DecidedHand(
        seat=hand.seat,
        cards=hand.cards,
        count=(str(total_of(hand.cards)),),
        result=found.result,
        why=found.why,
    )


THREE_CARDS = Step(
    "three-cards",
    frozenset({CardDrawn}),
    _deal_wanted,
    _deal,
    _begin_deal,
    needs="nine",
    part=NineHands,
)
FOURTH_CARDS = Step(
    "fourth-cards",
    frozenset({CardDrawn, HandStood}),
    _draw_wanted,
    _draw,
    _begin_draw,
    needs="nine",
)
BANK_FOURTH = Step(
    "bank-fourth",
    frozenset({CardDrawn, HandStood}),
    _bank_wanted,
    _bank_draw,
    is_due=_bank_due,
    needs="nine",
)
