from itertools import combinations

from hypothesis import given, strategies as st

from config.charts import card_chart
from controller.facts.cards import DECK, SUITS, Card
from controller.families.pai_gow_poker.fortune_bonus import BonusHand, bonus_hands
from controller.families.pai_gow_poker.setting import set_house_way
from controller.families.pai_gow_poker.values import (
    Outcome,
    PaiGowRules,
    SetHand,
    back_rank,
    compare,
    front_rank,
    rank_set,
)
from controller.hands.five_card import Category, best_five
from controller.hands.three_card import rank_three

CHART = card_chart("lucky-derby-fortune")
ALL_CARDS = tuple(Card)
rules = st.builds(
    PaiGowRules, st.sampled_from(["full", "limited"]), st.sampled_from(["lowest", "second"])
)
suit_orders = st.permutations(SUITS)


def dealt(size: int, cards: tuple[Card, ...] = DECK) -> st.SearchStrategy[list[Card]]:
    return st.lists(st.sampled_from(cards), min_size=size, max_size=size, unique=True)


def jokered(size: int) -> st.SearchStrategy[list[Card]]:
    return dealt(size - 1).map(lambda cards: [*cards, Card.JOKER])


def resuited(cards: list[Card], order: list[str]) -> list[Card]:
    suits = dict(zip(SUITS, order, strict=True))
    return [card if card is Card.JOKER else Card(card[0] + suits[card.suit]) for card in cards]


def value(card: Card) -> int:
    return 14 if card.rank == 1 else card.rank


@given(dealt(3), suit_orders)
def test_three_cards_rank_the_same_in_any_suits(cards: list[Card], order: list[str]) -> None:
    assert rank_three(cards) == rank_three(resuited(cards, order))


@given(st.integers(5, 7).flatmap(dealt), suit_orders)
def test_best_five_rank_the_same_in_any_suits(cards: list[Card], order: list[str]) -> None:
    assert best_five(cards) == best_five(resuited(cards, order))


@given(st.integers(5, 7).flatmap(dealt))
def test_best_five_is_the_best_of_all_fives(cards: list[Card]) -> None:
    assert best_five(cards) == max(best_five(five) for five in combinations(cards, 5))


@given(dealt(7))
def test_another_card_never_lowers_a_hand(cards: list[Card]) -> None:
    assert best_five(cards[:5]) <= best_five(cards[:6]) <= best_five(cards)


@given(dealt(6))
def test_better_kicker_never_loses(cards: list[Card]) -> None:
    *kept, one, other = cards
    low, high = sorted((best_five([*kept, one]), best_five([*kept, other])))
    if low.category == high.category and low.category in (Category.HIGH_CARD, Category.PAIR):
        better = max(one, other, key=value)
        assert best_five([*kept, better]) == high


@given(dealt(4), dealt(1), rules)
def test_joker_is_never_worse_than_a_card_it_could_be(
    cards: list[Card], other: list[Card], rule: PaiGowRules
) -> None:
    if other[0] in cards:
        return
    concrete = back_rank([*cards, *other], rule)
    with_joker = back_rank([*cards, Card.JOKER], rule)
    completed = Category.STRAIGHT <= concrete.category <= Category.FLUSH
    completed |= concrete.category in (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
    if rule.joker == "full" or other[0].rank == 1 or completed:
        assert with_joker >= concrete


@given(dealt(4), rules)
def test_joker_is_some_card_or_the_fifth_ace(cards: list[Card], rule: PaiGowRules) -> None:
    rank = back_rank([*cards, Card.JOKER], rule)
    concrete = {back_rank([*cards, card], rule) for card in DECK if card not in cards}
    assert rank in concrete or rank.category is Category.FIVE_ACES


@given(dealt(4))
def test_wild_joker_is_never_worse_than_a_limited_one(cards: list[Card]) -> None:
    hand = [*cards, Card.JOKER]
    wild, limited = PaiGowRules("full", "lowest"), PaiGowRules("limited", "lowest")
    assert back_rank(hand, wild) >= back_rank(hand, limited)
    assert front_rank(hand[3:], wild) >= front_rank(hand[3:], limited)


@given(st.one_of(dealt(7, ALL_CARDS), jokered(7)), rules)
def test_house_way_never_fouls_and_keeps_the_seven_cards(
    cards: list[Card], rule: PaiGowRules
) -> None:
    setting = set_house_way(cards, CHART, rule)
    assert not rank_set(setting.hand, rule).foul
    assert sorted((*setting.hand.front, *setting.hand.back)) == sorted(cards)
    assert len(setting.hand.front) == 2


@given(st.one_of(dealt(7), jokered(7)), suit_orders, rules)
def test_house_way_plays_the_same_ranks_in_any_suits(
    cards: list[Card], order: list[str], rule: PaiGowRules
) -> None:
    one = set_house_way(cards, CHART, rule)
    other = set_house_way(resuited(cards, order), CHART, rule)
    assert (one.rank, one.row) == (other.rank, other.row)


@given(dealt(14), rules)
def test_copy_of_the_banks_hand_never_wins(cards: list[Card], rule: PaiGowRules) -> None:
    bank = set_house_way(cards[:7], CHART, rule).hand
    copy = SetHand(tuple(resuited(list(bank.front), list("dhsc"))), bank.back)
    if len({*copy.front, *copy.back}) == 7:
        assert compare(copy, bank, rule) is Outcome.LOSE


def bonus_of(cards: list[Card]) -> set[BonusHand]:
    """The bonus hands of seven cards without a joker, found the slow way from every five."""
    names = {
        Category.ROYAL_FLUSH: BonusHand.ROYAL_FLUSH,
        Category.STRAIGHT_FLUSH: BonusHand.STRAIGHT_FLUSH,
        Category.FOUR_OF_A_KIND: BonusHand.FOUR_OF_A_KIND,
        Category.FULL_HOUSE: BonusHand.FULL_HOUSE,
        Category.FLUSH: BonusHand.FLUSH,
        Category.THREE_OF_A_KIND: BonusHand.THREE_OF_A_KIND,
        Category.STRAIGHT: BonusHand.STRAIGHT,
    }
    found = {best_five(five).category for five in combinations(cards, 5)}
    return {names[category] for category in found if category in names}


FIVES = frozenset(BonusHand) - {
    BonusHand.SEVEN_CARD_STRAIGHT_FLUSH,
    BonusHand.SEVEN_CARD_STRAIGHT_FLUSH_JOKER,
    BonusHand.ROYAL_FLUSH_ROYAL_MATCH,
    BonusHand.FIVE_ACES,
    BonusHand.THREE_PAIRS,
}


def best_named(hands: set[BonusHand]) -> BonusHand | None:
    return next((hand for hand in BonusHand if hand in hands), None)


@given(st.one_of(dealt(7), dealt(7, DECK[:32]), dealt(7, DECK[::4] + DECK[1:20:4])))
def test_bonus_agrees_with_every_five_of_the_seven(cards: list[Card]) -> None:
    assert best_named(set(bonus_hands(cards, "full")) & FIVES) == best_named(bonus_of(cards))


@given(st.one_of(dealt(6), dealt(6, DECK[:32]), dealt(6, DECK[::4] + DECK[1:20:4])))
def test_wild_joker_bonus_is_the_best_over_all_cards_it_could_be(cards: list[Card]) -> None:
    ours = best_named(set(bonus_hands([*cards, Card.JOKER], "full")) & FIVES)
    every = set().union(*(bonus_of([*cards, card]) for card in DECK if card not in cards))
    assert ours == best_named(every)
