"""Dice: do the faces come alike, the sums as they must, and one throw after another by chance?"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import sqrt
from typing import Final

from controller.audit.chance import samples_needed, two_sided
from controller.audit.check import (
    LEAST_DUE,
    LEVEL,
    POWER,
    Check,
    CheckName,
    Deviation,
    frequency_check,
)
from controller.audit.told import Told
from controller.facts.events import DiceRead
from controller.facts.fact import Fact

SIDES: Final = 6
FACES: Final = tuple(map(str, range(1, SIDES + 1)))
MEAN: Final = (SIDES + 1) / 2
# A face that comes a quarter more often than the others is worth finding.
_BIAS: Final = 0.25
_EFFECT: Final = _BIAS**2 / SIDES * (1 + 1 / (SIDES - 1))
FACES_NEEDED: Final = samples_needed(SIDES - 1, _EFFECT, LEVEL, POWER)
SUMS_NEEDED: Final = 500
RUNS_NEEDED: Final = 300

Throws = Sequence[tuple[int, ...]]


class CupFigures(Fact):
    """What one cup threw: how often each face came at each place, and each sum."""

    device: str
    throws: int
    faces: tuple[tuple[int, ...], ...]
    sums: dict[int, int]
    sums_due: dict[int, float]


class DiceWatch:
    """Collects every throw that was read."""

    def __init__(self) -> None:
        self._throws: dict[tuple[str, int], list[tuple[int, ...]]] = defaultdict(list)

    def take(self, told: Told) -> None:
        """Look at one fact."""
        if isinstance(told.fact, DiceRead):
            self._throws[told.source, len(told.fact.dice)].append(told.fact.dice)

    def checks(self) -> Iterator[Check]:
        """Every question to be put to these dice."""
        for (device, count), throws in sorted(self._throws.items()):
            yield _faces_check("die-faces", device, [pips for dice in throws for pips in dice])
            # Dice told in the order of their values have no places of their own.
            if count > 1 and any(tuple(sorted(dice)) != dice for dice in throws):
                for place in range(count):
                    yield _faces_check(
                        "die-place", f"{device} {place + 1}", [dice[place] for dice in throws]
                    )
            yield _sums_check(device, throws, count)
            yield _runs_check(device, [sum(dice) - MEAN * count for dice in throws])

    def figures(self) -> tuple[CupFigures, ...]:
        """The counts of every cup."""
        return tuple(
            CupFigures(
                device=device,
                throws=len(throws),
                faces=tuple(_counts([dice[place] for dice in throws]) for place in range(count)),
                sums=dict(sorted(Counter(map(sum, throws)).items())),
                sums_due={total: p * len(throws) for total, p in _sum_chances(count).items()},
            )
            for (device, count), throws in sorted(self._throws.items())
        )


def _counts(pips: Iterable[int]) -> tuple[int, ...]:
    found = Counter(pips)
    return tuple(found[face] for face in range(1, SIDES + 1))


def _faces_check(name: CheckName, subject: str, pips: Sequence[int]) -> Check:
    due = [len(pips) / SIDES] * SIDES
    return frequency_check(name, subject, FACES, _counts(pips), due, FACES_NEEDED)


def _sum_chances(count: int) -> dict[int, float]:
    ways = Counter(map(sum, product(range(1, SIDES + 1), repeat=count)))
    return {total: number / SIDES**count for total, number in sorted(ways.items())}


def _sums_check(device: str, throws: Throws, count: int) -> Check:
    seen = Counter(map(sum, throws))
    cells = [(str(t), seen[t], p * len(throws)) for t, p in _sum_chances(count).items()]
    labels, counts, due = zip(*_merged(cells), strict=True)
    return frequency_check("die-sums", device, labels, counts, due, SUMS_NEEDED)


def _merged(cells: Iterable[tuple[str, int, float]]) -> list[tuple[str, int, float]]:
    """Rare sums count together with their neighbours towards the middle."""
    merged = _merged_from_left(list(cells))
    return _merged_from_left(merged[::-1])[::-1]


def _merged_from_left(cells: list[tuple[str, int, float]]) -> list[tuple[str, int, float]]:
    merged = list(cells)
    while len(merged) > 1 and merged[0][2] < LEAST_DUE:
        (label, count, due), (other, more, also) = merged[:2]
        merged[:2] = [(f"{label}, {other}", count + more, due + also)]
    return merged


def _runs_check(device: str, above: Sequence[float]) -> Check:
    """Runs of sums above and below the middle: too few, they stick; too many, they alternate."""
    signs = [value > 0 for value in above if value]
    high, low = sum(signs), len(signs) - sum(signs)
    runs = 1 + sum(one != other for one, other in pairwise(signs))
    if min(high, low) < 2 * LEAST_DUE:
        return Check(name="die-runs", subject=device, samples=len(signs), needed=RUNS_NEEDED)
    total = high + low
    due = 1 + 2 * high * low / total
    spread = sqrt((due - 1) * (due - 2) / (total - 1))
    return Check(
        name="die-runs",
        subject=device,
        samples=total,
        needed=RUNS_NEEDED,
        statistic=(runs - due) / spread,
        chance=two_sided((runs - due) / spread),
        most=Deviation(what="runs", seen=runs, due=due),
    )
