"""Setting seven cards by a room's house way, and naming the row that decided."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from controller.facts.cards import Card
from controller.families.pai_gow_poker.chart import Back, Chart, Front, Row, Setting, Shape
from controller.families.pai_gow_poker.values import PaiGowRules, SetHand, SetRank, rank_splits
from controller.hands.dealt import ACE, VALUE, HandError
from controller.hands.five_card import Category, HandRank

_Split: TypeAlias = tuple[SetHand, SetRank]

_MAIN_GROUPS: Final = {
    Back.MAIN_PAIR: Category.PAIR,
    Back.MAIN_THREE: Category.THREE_OF_A_KIND,
    Back.MAIN_FOUR: Category.FOUR_OF_A_KIND,
}
_SHAPES: Final = {
    (1, 1): Shape.NO_PAIR,
    (2, 1): Shape.ONE_PAIR,
    (2, 2): Shape.TWO_PAIRS,
    (3, 1): Shape.THREE_OF_A_KIND,
    (3, 2): Shape.FULL_HOUSE,
    (3, 3): Shape.TWO_THREES,
}


@dataclass(frozen=True, slots=True)
class HouseSetting:
    """A hand set the house way, with the id of the row that decided."""

    hand: SetHand
    rank: SetRank
    row: str


@dataclass(frozen=True, slots=True)
class Headings:
    """Where a hand stands in a chart: shape, the rank that heads its row, straight or better."""

    shape: Shape
    main: int
    complete: bool


def set_house_way(cards: Sequence[Card], chart: Chart, rules: PaiGowRules) -> HouseSetting:
    """Set seven cards by the first row of the chart that fits and can be played."""
    # Sorted, so that the same seven cards are set the same way in whatever order they were dealt.
    ordered = sorted(cards, key=lambda card: (-VALUE[card], card.place))
    splits = [split for split in rank_splits(ordered, rules) if not split[1].foul]
    headings = _headings(cards, splits, rules)
    for row in chart.rows:
        split = _play(row, headings, splits)
        if split:
            return HouseSetting(*split, row.id)
    raise HandError(f"{chart.name}: no row for {headings.shape}, {' '.join(cards)}; add one")


def _headings(cards: Sequence[Card], splits: Sequence[_Split], rules: PaiGowRules) -> Headings:
    shape, main = _shape(cards, rules)
    complete = any(rank.back.category >= Category.STRAIGHT for _, rank in splits)
    return Headings(shape, main, complete)


def _shape(cards: Sequence[Card], rules: PaiGowRules) -> tuple[Shape, int]:
    counts = Counter(VALUE[card] for card in cards if card is not Card.JOKER)
    if Card.JOKER in cards:
        counts[_joker_joins(counts, rules)] += 1
    groups = sorted(((count, value) for value, count in counts.items()), reverse=True)
    (most, main), (second, _), (third, _) = (*groups, (0, 0))[:3]
    if most == 5:
        return Shape.FIVE_ACES, main
    if most == 4:
        return Shape.FOUR_OF_A_KIND, main
    if (most, second, third) == (2, 2, 2):
        return Shape.THREE_PAIRS, main
    return _SHAPES[most, second], main


def _joker_joins(counts: Counter[int], rules: PaiGowRules) -> int:
    if rules.joker == "limited" or counts[ACE] == 4:
        return ACE
    return max((count, value) for value, count in counts.items() if count < 4)[1]


def _play(row: Row, headings: Headings, splits: Sequence[_Split]) -> _Split | None:
    fits = headings.shape in row.hands and headings.main in row.ranks
    if not fits or (row.complete_only and not headings.complete):
        return None
    for setting in row.settings:
        legal = [split for split in splits if _satisfies(split[1], setting, headings.main)]
        if legal:
            return max(legal, key=lambda split: split[1])
    return None


def _satisfies(rank: SetRank, setting: Setting, main: int) -> bool:
    paired = rank.front.category is Category.PAIR
    if setting.front is Front.PAIR and not paired:
        return False
    if not paired and rank.front.values[0] < setting.front_at_least:
        return False
    return _back_satisfies(rank.back, setting.back, main)


def _back_satisfies(rank: HandRank, back: Back, main: int) -> bool:
    if back in _MAIN_GROUPS:
        return rank.category is _MAIN_GROUPS[back] and rank.values[0] == main
    if back is Back.TWO_PAIRS:
        return rank.category is Category.TWO_PAIRS
    return back is Back.ANY or rank.category >= Category.STRAIGHT
