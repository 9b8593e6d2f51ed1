"""Setting seven cards by a room's house way, and naming the row that decided."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from config.charts import Back, CardChart, CardRow, CardSetting, Shape
from controller.facts.cards import DECK, Card
from controller.families.pai_gow_poker.values import PaiGowRules, SetHand, SetRank, rank_splits
from controller.hands.dealt import ACE, VALUE, HandError
from controller.hands.five_card import Category, HandRank

_Split: TypeAlias = tuple[SetHand, SetRank]

_MAIN_GROUPS: Final[dict[Back, Category]] = {
    "main-pair": Category.PAIR,
    "main-three": Category.THREE_OF_A_KIND,
    "main-four": Category.FOUR_OF_A_KIND,
}
_SHAPES: Final[dict[tuple[int, int], Shape]] = {
    (1, 1): "no-pair",
    (2, 1): "one-pair",
    (2, 2): "two-pairs",
    (3, 1): "three-of-a-kind",
    (3, 2): "full-house",
    (3, 3): "two-threes",
}
_WORTH: Final = {card[0]: VALUE[card] for card in DECK}
_LETTER: Final = {worth: letter for letter, worth in _WORTH.items()}


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


def set_house_way(cards: Sequence[Card], chart: CardChart, rules: PaiGowRules) -> HouseSetting:
    """Set seven cards by the first row of the chart that fits and can be played."""
    # Sorted, so that the same seven cards are set the same way in whatever order they were dealt.
    ordered = sorted(cards, key=lambda card: (-VALUE[card], card.place))
    splits = [split for split in rank_splits(ordered, rules) if not split[1].foul]
    headings = _headings(cards, splits, rules)
    for row in chart.row:
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
        return "five-aces", main
    if most == 4:
        return "four-of-a-kind", main
    if (most, second, third) == (2, 2, 2):
        return "three-pairs", main
    return _SHAPES[most, second], main


def _joker_joins(counts: Counter[int], rules: PaiGowRules) -> int:
    if rules.joker == "limited" or counts[ACE] == 4:
        return ACE
    return max((count, value) for value, count in counts.items() if count < 4)[1]


def _play(row: CardRow, headings: Headings, splits: Sequence[_Split]) -> _Split | None:
    fits = headings.shape in row.hands and _LETTER[headings.main] in row.ranks
    if not fits or (row.complete_only and not headings.complete):
        return None
    for setting in row.settings:
        legal = [split for split in splits if _satisfies(split[1], setting, headings.main)]
        if legal:
            return max(legal, key=lambda split: split[1])
    return None


def _satisfies(rank: SetRank, setting: CardSetting, main: int) -> bool:
    paired = rank.front.category is Category.PAIR
    if setting.front == "pair" and not paired:
        return False
    least = _WORTH[setting.front_at_least] if setting.front_at_least else 0
    if not paired and rank.front.values[0] < least:
        return False
    return _back_satisfies(rank.back, setting.back, main)


def _back_satisfies(rank: HandRank, back: Back, main: int) -> bool:
    if back in _MAIN_GROUPS:
        return rank.category is _MAIN_GROUPS[back] and rank.values[0] == main
    if back == "two-pairs":
        return rank.category is Category.TWO_PAIRS
    return back == "any" or rank.category >= Category.STRAIGHT
