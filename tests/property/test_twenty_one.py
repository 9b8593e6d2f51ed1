"""What holds for every twenty-one hand, whatever the cards."""

from itertools import product
from random import Random

from hypothesis import given, strategies as st

from controller.facts.cards import DECK, Card
from controller.families.twenty_one.sections import OverBoth, Results, Scale
from controller.families.twenty_one.values import compare, count_hand

CARDS = st.sampled_from(DECK)
HANDS = st.lists(CARDS, min_size=2, max_size=8).map(tuple)
SCALES = st.builds(
    Scale,
    limit=st.sampled_from((21, 22)),
    naturals=st.just(frozenset()),
    joker_makes=st.just(0),
    elevens=st.just(1),
)
RESULTS = st.builds(
    Results,
    source=st.just("000:1"),
    over_both=st.builds(
        OverBoth,
        player_nearer=st.sampled_from(("bank", "push")),
        bank_eights_push=st.booleans(),
    ),
    nearest=st.booleans(),
)
ORDER = ("lose", "push", "win")


def totals(cards: tuple[Card, ...]) -> set[int]:
    """Every way to count a hand, aces one or eleven."""
    values = [(1, 11) if card.rank == 1 else (min(card.rank, 10),) for card in cards]
    return {sum(chosen) for chosen in product(*values)}


@given(SCALES, HANDS)
def test_a_hand_counts_the_best_total_within_the_limit(
    scale: Scale, cards: tuple[Card, ...]
) -> None:
    count = count_hand(scale, cards, is_split=True)
    within = {total for total in totals(cards) if total <= scale.limit}
    if len(cards) == 2 and all(card.rank == 1 for card in cards):
        within.discard(22)
    assert count.points == (max(within) if within else min(totals(cards)))
    assert count.is_over == (not within)
    assert count.is_soft == (count.points != min(totals(cards)))


@given(SCALES, HANDS, st.randoms())
def test_the_order_of_the_cards_does_not_count(
    scale: Scale, cards: tuple[Card, ...], rng: Random
) -> None:
    mixed = list(cards)
    rng.shuffle(mixed)
    assert count_hand(scale, cards) == count_hand(scale, tuple(mixed))


@given(SCALES, RESULTS, HANDS, HANDS)
def test_a_nearer_hand_never_does_worse(
    scale: Scale, rule: Results, one: tuple[Card, ...], bank: tuple[Card, ...]
) -> None:
    """Against the same bank a higher total within the limit does not turn a win into a loss."""
    ours, theirs = count_hand(scale, one, is_split=True), count_hand(scale, bank, is_split=True)
    if ours.is_over or ours.points == scale.limit:
        return
    better = ours._replace(points=ours.points + 1)
    against = (theirs, bank)
    before = compare(rule, scale.limit, (ours, len(one)), against).result
    after = compare(rule, scale.limit, (better, len(one)), against).result
    assert ORDER.index(after) >= ORDER.index(before)
