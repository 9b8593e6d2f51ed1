"""Quick rounds of twenty-one: one seat's hands by the table's own rules of what a hand may do."""

from collections.abc import Callable
from random import Random
from typing import Final

from config.game import Game
from controller.facts.cards import Card
from controller.facts.events import CardDrawn, HandDoubled, HandSplit, HandStood
from controller.families.body import DRAWN
from controller.families.twenty_one.hand_rules import (
    CARD,
    DOUBLE,
    SPLIT,
    STAND,
    USUAL_STAND,
    ended_by_itself,
    options,
)
from controller.families.twenty_one.parts import BankCards, Hands, up_card
from controller.families.twenty_one.seat_hands import ACTS
from controller.families.twenty_one.sections import TwentyOne, TwentyOneGame
from controller.families.twenty_one.values import chart_row, count_hand
from controller.odds.quick.place import BANK, SEAT, EndlessShoe, staked
from controller.settlement.finished import BankRound, FinishedRound, PlayedHand, SeatRound
from controller.simulate.strategies.drawing import wishes
from controller.table.seat_hand import SeatHand
from controller.table.state import RoundState

Act = CardDrawn | HandStood | HandDoubled | HandSplit
ENTERED: Final[dict[str, Act]] = {
    STAND: HandStood(),
    DOUBLE: HandDoubled(),
    SPLIT: HandSplit(),
}


def rounds_of(game: Game, chance: Random) -> Callable[[], FinishedRound]:
    """Deal round after round from a shoe."""
    assert isinstance(game, TwentyOneGame)
    shoe = EndlessShoe(game, chance)
    return lambda: _round(game, shoe)


def _round(game: TwentyOneGame, shoe: EndlessShoe) -> FinishedRound:
    shoe.begin()
    rule, draw = game.twenty_one, shoe.draw
    first, two = (draw(), draw()), (draw(), draw())
    bank = _face_up(rule, two)
    # Where nobody looks, a natural is found only when the hands have been played.
    is_seen = rule.deal.bank == "up-up" or _shows(bank, rule.deal.peek_on)
    is_over = is_seen and count_hand(rule.totals.scale, two).is_natural
    hands = [SeatHand(SEAT, first)] if is_over else _played(rule, bank, first, draw)
    is_watched = any(wager.is_on_the_bank for wager in game.wagers)
    plays = is_watched or any(hand.ended != "natural" for hand in hands)
    dealt = _drawn(rule, two, draw) if plays else two
    seat = SeatRound.model_construct(
        wagers={},
        cards=first,
        hands=tuple(PlayedHand.model_construct(cards=h.cards, doubled=h.doubled) for h in hands),
        insured=rule.insurance is not None and _shows(bank, rule.insurance.on),
    )
    return staked(game, BankRound.model_construct(seat=BANK, cards=dealt), seat)


def _face_up(rule: TwentyOne, dealt: tuple[Card, Card]) -> BankCards:
    """The bank's cards as they lie while the hands are played."""
    first, second = dealt
    match rule.deal.bank:
        case "up-up":
            return BankCards(dealt)
        case "down-up":
            return BankCards((second,), first, is_hole_first=True)
        case "up-later":
            return BankCards((first,))
    return BankCards((first,), second)


def _shows(bank: BankCards, ranks: str) -> bool:
    return bank.hole is not None and bank.cards[0].rank_code in ranks


def _played(
    rule: TwentyOne, bank: BankCards, first: tuple[Card, ...], draw: Callable[[], Card]
) -> list[SeatHand]:
    """Play the hands of a seat one after another, those of splits where they come to lie."""
    up = up_card(rule.deal, bank.dealt)
    shown, current = min(up.rank, 10) if up else 0, RoundState(1)
    current.put(bank)
    hands, place = [_closed(rule, current, SeatHand(SEAT, first))], 0
    while place < len(hands):
        hand = hands[place]
        if hand.ended:
            place += 1
            continue
        current.put(Hands(tuple(hands), place))
        act = _chosen(options(rule, current, hand), wishes(rule, hand, shown))
        hands[place : place + 1] = ACTS[act](hand, ENTERED.get(act) or DRAWN[draw()])
        current.put(Hands(tuple(hands), place))
        hands[place] = _closed(rule, current, hands[place])
    return hands


def _chosen(may: tuple[str, ...], wishes: tuple[str, ...]) -> str:
    return CARD if len(may) == 1 else next((wish for wish in wishes if wish in may), may[0])


def _closed(rule: TwentyOne, current: RoundState, hand: SeatHand) -> SeatHand:
    return hand if hand.ended else hand._replace(ended=ended_by_itself(rule, current, hand))


def _drawn(rule: TwentyOne, cards: tuple[Card, ...], draw: Callable[[], Card]) -> tuple[Card, ...]:
    while bank_draws(rule, cards):
        cards = (*cards, draw())
    return cards


def bank_draws(rule: TwentyOne, cards: tuple[Card, ...]) -> bool:
    """Tell whether the bank takes a card: by its chart, or where it may choose to the usual."""
    count = count_hand(rule.totals.scale, cards)
    if count.is_over or count.is_natural:
        return False
    row = chart_row(rule.charts.bank, count)
    return row.must == "hit" if row else count.points < USUAL_STAND
