"""Counts as shares in whole percent."""

from collections.abc import Mapping, Sequence

from controller.facts.fact import Fact


class Tally(Fact):
    """How often something came, and its share in whole percent."""

    name: str
    count: int
    percent: int


def percent(count: int, whole: int) -> int:
    """Share in whole percent, halves up; nothing of nothing is 0."""
    return (200 * count + whole) // (2 * whole) if whole else 0


def shares(counts: Mapping[str, int], names: Sequence[str]) -> tuple[Tally, ...]:
    """All parts of one whole: their percents make 100, the largest remainders rounded up."""
    found = {name: counts.get(name, 0) for name in names}
    whole = sum(found.values())
    floors = {name: 100 * count // whole if whole else 0 for name, count in found.items()}
    missing = 100 - sum(floors.values()) if whole else 0
    by_rest = sorted(found, key=lambda name: -(100 * found[name] % whole) if whole else 0)
    for name in by_rest[:missing]:
        floors[name] += 1
    return tuple(Tally(name=name, count=found[name], percent=floors[name]) for name in found)
