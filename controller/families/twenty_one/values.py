"""Twenty-one hands: how they count, what the charts say, who wins."""

from functools import lru_cache
from typing import Literal, NamedTuple

from controller.facts.cards import Card
from controller.facts.phrase import Phrase, phrase
from controller.families.twenty_one.sections import DrawRow, Results, Scale, Totals

HandResult = Literal["natural", "win", "push", "lose"]
EIGHT = 8


class HandCount(NamedTuple):
    """What a hand counts; an ace counted eleven makes it soft."""

    points: int
    is_soft: bool = False
    is_natural: bool = False
    is_over: bool = False


# The same hand is counted for what it may do, what is said of it, and what it comes to.
@lru_cache(maxsize=4096)
def count_hand(scale: Scale, cards: tuple[Card, ...], is_split: bool = False) -> HandCount:
    """Count a hand; only the first two cards dealt make a natural, never those of a split."""
    if len(cards) == 2 and not is_split and (cards[0].rank, cards[1].rank) in scale.naturals:
        return HandCount(scale.limit, is_natural=True)
    points = aces = 0
    for card in cards:
        rank = card.rank
        if rank == 0 and scale.joker_makes:
            return HandCount(scale.joker_makes)
        points += rank if rank < 10 else 10
        aces += rank == 1
    soft = False
    for _ in range(min(aces, scale.elevens)):
        if points + 10 <= scale.limit:
            points += 10
            soft = True
    return HandCount(points, soft, False, points > scale.limit)


def chart_row(rows: tuple[DrawRow, ...], count: HandCount) -> DrawRow | None:
    """Find the row of a chart that decides; None leaves it to the holder."""
    kind = "natural" if count.is_natural else "soft" if count.is_soft else "hard"
    for row in rows:
        if row.hands == kind or (row.hands == "any" and not count.is_natural):
            least, most = row.totals
            if count.is_natural or least <= count.points <= most:
                return row
    return None


def is_same_pair(pairs: str, first: Card, second: Card) -> bool:
    """Tell whether two cards may be split: equal rank, two tens, or equal value."""
    if first.rank == second.rank:
        return True
    both_ten = first.rank >= 10 and second.rank >= 10
    return both_ten and pairs in ("rank-or-tens", "value")


def count_words(totals: Totals, count: HandCount) -> tuple[str, ...]:
    """A count as codes and numbers: `soft 17`, `hard 12`, `natural 21.5`, `over 24`."""
    if count.is_natural:
        return ("natural", str(totals.limit))
    kind = "over" if count.is_over else "soft" if count.is_soft else "hard"
    return (kind, str(count.points))


class Comparison(NamedTuple):
    """What a hand came to against the bank's, and by which rule."""

    result: HandResult
    why: Phrase


def compare(
    rule: Results,
    limit: int,
    player: tuple[HandCount, int],
    bank: tuple[HandCount, tuple[Card, ...]],
) -> Comparison:
    """Compare a hand (its count and number of cards) with the bank's."""
    ours, theirs = player[0], bank[0]
    if ours.is_natural or theirs.is_natural:
        return _with_natural(rule, ours, theirs)
    if rule.nearest:
        return _nearest(limit, ours.points, theirs.points)
    if ours.is_over:
        return _with_over(rule, player, bank)
    if theirs.is_over:
        return Comparison("win", phrase("bank-over"))
    if ours.points == theirs.points:
        wins = ours.points in rule.player_wins_ties_at
        return Comparison("win" if wins else "push", phrase("both-total", points=ours.points))
    higher = ours.points > theirs.points
    words = phrase("total-against", ours=ours.points, theirs=theirs.points)
    return Comparison("win" if higher else "lose", words)


def _with_natural(rule: Results, ours: HandCount, theirs: HandCount) -> Comparison:
    if not theirs.is_natural:
        return Comparison("natural", phrase("hand-natural"))
    if not ours.is_natural:
        return Comparison("lose", phrase("bank-natural"))
    wins = rule.both_natural == "player"
    return Comparison("natural" if wins else "push", phrase("both-natural"))


def _nearest(limit: int, ours: int, theirs: int) -> Comparison:
    our_distance, their_distance = abs(limit - ours), abs(limit - theirs)
    words = phrase("total-against", ours=ours, theirs=theirs)
    if our_distance == their_distance:
        return Comparison("push", words)
    return Comparison("win" if our_distance < their_distance else "lose", words)


def _with_over(
    rule: Results,
    player: tuple[HandCount, int],
    bank: tuple[HandCount, tuple[Card, ...]],
) -> Comparison:
    over, (ours, held), (theirs, cards) = rule.over_both, player, bank
    if not theirs.is_over:
        return Comparison("lose", phrase("hand-over"))
    if over.bank_eights_push and len(cards) == 3 and all(card.rank == EIGHT for card in cards):
        return Comparison("push", phrase("both-over-eights"))
    if ours.points < theirs.points:
        if over.player_nearer == "push":
            return Comparison("push", phrase("both-over-nearer"))
        if held == 3 and ours.points in over.three_card_pushes:
            return Comparison("push", phrase("both-over-three", points=ours.points))
    return Comparison("lose", phrase("both-over"))
