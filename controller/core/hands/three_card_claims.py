"""Three-card poker with a six-card bonus: what every seat's wagers come to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from controller.core.cards import Card
from controller.core.hands.dealt import require_hand
from controller.core.hands.five_card import Category, best_five
from controller.core.hands.settlement import Claim, Result, odds
from controller.core.hands.three_card import ThreeCardCategory, ThreeCardRank, qualifies, rank_three


@dataclass(frozen=True, slots=True)
class ThreeCardSeat:
    """One seat's three cards and wagers in cents; a fold is a play wager of nothing."""

    seat: int
    cards: tuple[Card, ...]
    ante: int
    play: int
    pair_plus: int = 0
    six_card: int = 0


@dataclass(frozen=True, slots=True)
class ThreeCardPays:
    """Pays to one of both bonus wagers."""

    pair_plus: Mapping[ThreeCardCategory, int]
    six_card: Mapping[Category, int]


def three_card_claims(
    seats: Sequence[ThreeCardSeat], bank: Sequence[Card], pays: ThreeCardPays
) -> tuple[Claim, ...]:
    """Claims of a finished round, seat by seat in the order given: ante, play, then bonuses."""
    dealt = [*bank, *(card for seat in seats for card in seat.cards)]
    require_hand(dealt, 3 * (len(seats) + 1))
    theirs = rank_three(bank)
    return tuple(
        claim
        for seat in seats
        for claim in (*_base(seat, theirs), *_bonuses(seat, bank, pays))
        if claim.amount
    )


def _base(seat: ThreeCardSeat, theirs: ThreeCardRank) -> Iterator[Claim]:
    ante, play = _base_results(seat, theirs)
    yield Claim(seat.seat, "ante", seat.ante, ante, seat.ante if ante is Result.WIN else 0)
    yield Claim(seat.seat, "play", seat.play, play, seat.play if play is Result.WIN else 0)


def _base_results(seat: ThreeCardSeat, theirs: ThreeCardRank) -> tuple[Result, Result]:
    if not seat.play:
        return Result.LOSE, Result.LOSE
    if not qualifies(theirs):
        return Result.WIN, Result.PUSH
    ours = rank_three(seat.cards)
    if ours == theirs:
        return Result.PUSH, Result.PUSH
    result = Result.WIN if ours > theirs else Result.LOSE
    return result, result


def _bonuses(seat: ThreeCardSeat, bank: Sequence[Card], pays: ThreeCardPays) -> Iterator[Claim]:
    three = pays.pair_plus.get(rank_three(seat.cards).category) if seat.play else None
    yield Claim(seat.seat, "pair-plus", seat.pair_plus, *odds(seat.pair_plus, three))
    six = pays.six_card.get(best_five((*seat.cards, *bank)).category)
    yield Claim(seat.seat, "six-card", seat.six_card, *odds(seat.six_card, six))
