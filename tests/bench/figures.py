"""Figures of a benchmark: medians, percentiles, and a table a person can read."""

import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Figure(NamedTuple):
    """One line of the table: ours, what it is measured against, the ratio and the target."""

    name: str
    ours: str
    against: str
    ratio: float | None
    target: str
    is_met: bool | None


def median(values: Iterable[float]) -> float:
    """The middle value: one slow moment of a busy machine does not move it."""
    return statistics.median(values)


def percentile(values: Sequence[float], percent: int) -> float:
    """The value that so many percent stay below."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def say(text: str) -> None:
    """Tell what is being measured, at once."""
    print(f"  {text}", flush=True)


def show(figures: Sequence[Figure]) -> None:
    """Print the table."""
    heads = ("", "ours", "against", "ratio", "target", "")
    rows = [heads, *(_cells(figure) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    for row in rows:
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print(line.rstrip())


def _cells(figure: Figure) -> tuple[str, str, str, str, str, str]:
    ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
    verdict = "" if figure.is_met is None else "met" if figure.is_met else "MISSED"
    return (figure.name, figure.ours, figure.against, ratio, figure.target, verdict)
