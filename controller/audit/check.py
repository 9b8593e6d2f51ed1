"""One question put to chance, and what its answer is worth."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from controller.audit.chance import chi_squared_tail, holm
from controller.facts.fact import Fact

# All tests of a report together call something suspect that is not once in a hundred reports.
LEVEL: Final = 0.01
POWER: Final = 0.8
# Below it in a cell the chi-squared distribution is no good guide.
LEAST_DUE: Final = 5.0

CheckName = Literal[
    "die-faces",
    "die-place",
    "die-sums",
    "die-runs",
    "card-frequency",
    "card-place",
    "card-clumps",
    "rising-sequences",
    "best-guess",
    "misread-shoes",
    "misread-hours",
    "misread-card",
]
Outcome = Literal["suspect", "unremarkable", "too-few"]


class Deviation(Fact):
    """Where a check deviates most: what, how often it came, how often it was due."""

    what: str
    seen: int
    due: float


class Check(Fact):
    """A test: over how many samples, with which result, and what is to be made of it."""

    name: CheckName
    subject: str
    samples: int
    # So many find with a chance of four in five what is worth finding.
    needed: int
    statistic: float = 0.0
    freedom: int | None = None
    # Chance alone does at least as much so often; None where there was too little to test.
    chance: float | None = None
    # The same, corrected for all the tests of the report.
    corrected: float | None = None
    outcome: Outcome = "too-few"
    most: Deviation | None = None


def judged(checks: Iterable[Check]) -> tuple[Check, ...]:
    """Correct the tests of a report for their number, and say what each comes to."""
    found = list(checks)
    tested = [check for check in found if check.chance is not None]
    corrected = holm([check.chance or 0.0 for check in tested])
    by_check = {id(check): value for check, value in zip(tested, corrected, strict=True)}
    return tuple(_judged(check, by_check.get(id(check))) for check in found)


def _judged(check: Check, corrected: float | None) -> Check:
    outcome: Outcome = "unremarkable" if check.samples >= check.needed else "too-few"
    if corrected is not None and corrected < LEVEL:
        outcome = "suspect"
    if corrected is None:
        outcome = "too-few"
    return check.model_copy(update={"corrected": corrected, "outcome": outcome})


def frequency_check(
    name: CheckName,
    subject: str,
    labels: Sequence[str],
    seen: Sequence[int],
    due: Sequence[float],
    needed: int,
    factor: float = 1.0,
) -> Check:
    """Counts against what was due, by chi-squared; `factor` corrects draws without return."""
    cells = list(zip(labels, seen, due, strict=True))
    samples = sum(seen)
    if not cells or min(due) < LEAST_DUE:
        return Check(name=name, subject=subject, samples=samples, needed=needed)
    statistic = factor * sum((count - right) ** 2 / right for _, count, right in cells)
    freedom = len(cells) - 1
    return Check(
        name=name,
        subject=subject,
        samples=samples,
        needed=needed,
        statistic=statistic,
        freedom=freedom,
        chance=chi_squared_tail(statistic, freedom),
        most=most_deviating(cells),
    )


def most_deviating(cells: Iterable[tuple[str, int, float]]) -> Deviation:
    """The cell that is furthest from what was due, for its size."""
    label, count, right = max(cells, key=lambda cell: abs(cell[1] - cell[2]) / cell[2] ** 0.5)
    return Deviation(what=label, seen=count, due=right)
