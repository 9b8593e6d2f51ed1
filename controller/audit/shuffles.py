"""Shuffles: is what comes next, and where, as chance would have it?"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from typing import Final

from controller.audit.chance import chi_squared_tail, normal_tail
from controller.audit.check import (
    LEAST_DUE,
    Check,
    CheckName,
    Deviation,
    frequency_check,
    most_deviating,
)
from controller.audit.shoes import SeenShoe, composed
from controller.facts.cards import Card

# The drawn part of a shoe is looked at in quarters.
QUARTERS: Final = 4
CARDS_NEEDED: Final = 5000
SHOES_NEEDED: Final = 20
GUESSES_NEEDED: Final = 2000
LEAST_COMMON: Final = 20

Deck = Mapping[Card, int]


def shuffle_checks(shoes: Sequence[SeenShoe], deck: Deck) -> Iterator[Check]:
    """Every question to be put to the shuffles of each device's shoes."""
    by_device: dict[str, list[SeenShoe]] = defaultdict(list)
    for shoe in shoes:
        by_device[shoe.device].append(shoe)
    for device, found in sorted(by_device.items()):
        whole = composed(found)
        yield _frequencies(device, whole, deck)
        tables = [_placed(shoe, deck) for shoe in whole if len(shoe.cards) >= QUARTERS]
        yield _places(device, tables)
        yield _clumps(device, tables)
        if all(shoe.decks == 1 for shoe in whole):
            yield _rising(device, found)
        yield _best_guess(device, found, deck)


def _frequencies(device: str, shoes: Sequence[SeenShoe], deck: Deck) -> Check:
    """Each card of the deck comes as often as it is in it."""
    seen = Counter(card for shoe in shoes for card in shoe.cards if card is not None)
    size = sum(deck.values())
    drawn = [(shoe.decks * size, sum(card is not None for card in shoe.cards)) for shoe in shoes]
    total = sum(count for _, count in drawn)
    faces = [card for card, copies in deck.items() if copies]
    due = [total * deck[card] / size for card in faces]
    # Drawing without return leaves less to chance.
    spread = sum(count * (held - count) / (held - 1) for held, count in drawn if held > 1)
    factor = total / spread if spread else 1.0
    return frequency_check(
        "card-frequency",
        device,
        [str(card) for card in faces],
        [seen[card] for card in faces],
        due,
        CARDS_NEEDED,
        factor,
    )


class _Placed:
    """One shoe as a table: ranks by quarter, what was not seen as the last quarter."""

    def __init__(self, seen: list[Counter[str]], held: Counter[str]) -> None:
        self.seen = seen
        self.held = held
        self.size = held.total()

    def cells(self) -> Iterator[tuple[str, int, float]]:
        for number, quarter in enumerate(self.seen, start=1):
            for rank, held in self.held.items():
                due = quarter.total() * held / self.size
                if due:
                    yield f"{rank} {number}", quarter[rank], due

    @property
    def freedom(self) -> int:
        quarters = sum(bool(quarter.total()) for quarter in self.seen)
        return (quarters - 1) * (len(self.held) - 1)


def _placed(shoe: SeenShoe, deck: Deck) -> _Placed:
    held: Counter[str] = Counter()
    for face, copies in deck.items():
        held[face.rank_code or str(face)] += copies * shoe.decks
    held = +held
    ends = [len(shoe.cards) * end // QUARTERS for end in range(1, QUARTERS)]
    seen: list[Counter[str]] = [Counter() for _ in range(QUARTERS)]
    for place, card in enumerate(shoe.cards):
        if card is not None:
            seen[bisect_right(ends, place)][card.rank_code or str(card)] += 1
    unseen = held - sum(seen, Counter())
    if unseen.total() < 2 * len(held):
        # Too few to stand for themselves: they came after the last quarter.
        seen[-1] += unseen
        return _Placed(seen, held)
    return _Placed([*seen, unseen], held)


def _places(device: str, tables: Sequence[_Placed]) -> Check:
    """No rank comes early or late, shoe after shoe."""
    samples = sum(table.size for table in tables)
    blank = Check(name="card-place", subject=device, samples=samples, needed=CARDS_NEEDED)
    cells: dict[str, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    for table in tables:
        for label, count, due in table.cells():
            before = cells[label]
            cells[label] = (before[0] + count, before[1] + due)
    rows = [(label, count, due) for label, (count, due) in cells.items()]
    if not rows or min(due for _, _, due in rows) < LEAST_DUE:
        return blank
    shrink = sum(table.size - 1 for table in tables) / samples
    freedom = max(table.freedom for table in tables)
    return _tabled(blank, shrink * _distance(rows), freedom, most_deviating(rows))


def _clumps(device: str, tables: Sequence[_Placed]) -> Check:
    """No single shoe has its ranks in clumps."""
    samples = len(tables)
    blank = Check(name="card-clumps", subject=device, samples=samples, needed=SHOES_NEEDED)
    fit = [t for t in tables if min((due for _, _, due in t.cells()), default=0.0) >= 1.0]
    if not fit:
        return blank
    statistic = sum((t.size - 1) / t.size * _distance(t.cells()) for t in fit)
    return _tabled(blank, statistic, sum(table.freedom for table in fit), None)


def _distance(cells: Iterable[tuple[str, int, float]]) -> float:
    return sum((count - due) ** 2 / due for _, count, due in cells)


def _tabled(blank: Check, statistic: float, freedom: int, most: Deviation | None) -> Check:
    found = {"statistic": statistic, "freedom": freedom, "most": most}
    return blank.model_copy(update=found | {"chance": chi_squared_tail(statistic, freedom)})


def _rising(device: str, shoes: Sequence[SeenShoe]) -> Check:
    """Runs of cards that kept the order of the shoe before: a shuffle leaves many and short."""
    found = due = spread = 0.0
    compared = 0
    for before, after in pairwise(shoes):
        place = {card: at for at, card in enumerate(after.cards) if card is not None}
        common = [place[card] for card in before.cards if card in place]
        if len(common) >= LEAST_COMMON:
            compared += 1
            found += 1 + sum(right < left for left, right in pairwise(common))
            due += (len(common) + 1) / 2
            spread += (len(common) + 1) / 12
    blank = Check(
        name="rising-sequences", subject=device, samples=compared, needed=SHOES_NEEDED // 2
    )
    most = Deviation(what="rising-sequences", seen=round(found), due=due)
    return _counted(blank, due - found, spread, most) if compared else blank


def _best_guess(device: str, shoes: Sequence[SeenShoe], deck: Deck) -> Check:
    """Whoever remembers the shoe before guesses the next card no oftener than who does not."""
    hits = guesses = 0
    due = spread = 0.0
    for before, after in pairwise(shoes):
        for share, is_hit in _guesses(before, after, deck):
            guesses += 1
            hits += is_hit
            due += share
            spread += share * (1 - share)
    name: CheckName = "best-guess"
    blank = Check(name=name, subject=device, samples=guesses, needed=GUESSES_NEEDED)
    if due < LEAST_DUE:
        return blank
    return _counted(blank, hits - due, spread, Deviation(what="guesses", seen=hits, due=due))


def _guesses(before: SeenShoe, after: SeenShoe, deck: Deck) -> Iterator[tuple[float, bool]]:
    """For each card that followed another before: the fair chance of the same, and whether so."""
    followed: dict[Card, Counter[Card]] = defaultdict(Counter)
    for one, other in pairwise(before.cards):
        if one is not None and other is not None:
            followed[one][other] += 1
    left = Counter({card: copies * after.decks for card, copies in deck.items()})
    total = left.total()
    last: Card | None = None
    for card in after.cards:
        candidates = followed.get(last) if last is not None else None
        if candidates and card is not None and total > 0:
            guess = max(candidates, key=lambda each: (candidates[each], left[each], each.place))
            yield max(0, left[guess]) / total, card is guess
        if card is not None:
            left[card] -= 1
        total -= 1
        last = card


def _counted(blank: Check, excess: float, variance: float, most: Deviation) -> Check:
    if variance <= 0:
        return blank
    deviations = excess / sqrt(variance)
    found = {"statistic": deviations, "chance": normal_tail(deviations), "most": most}
    return blank.model_copy(update=found)
