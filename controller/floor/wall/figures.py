"""What a shift or a day brought: by table, by house dealer and by hour, from its rounds. Pure."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from controller.facts.fact import Fact, Text
from controller.floor.rounds import PlayedRound
from controller.floor.wall.naming import as_counted

HOUR_MS: Final = 3_600_000
SHEET: Final = (
    "table",
    "round",
    "shoe",
    "dealer",
    "opened_ms",
    "closed_ms",
    "outcome",
    "is_void",
    "held_ms",
    "irregularities",
    "people",
    "first_row",
    "last_row",
)


class FigureLine(Fact):
    """The rounds of one table or dealer: how many, how quick, and what went wrong."""

    name: Text
    rounds: int
    # Rounds an hour while they were dealt; None for fewer than two.
    pace: int | None
    median_s: int
    void: int
    irregular: int
    held_s: int


class HourBar(Fact):
    """One hour, by its beginning."""

    at_ms: int
    rounds: int
    irregular: int


class FloorReport(Fact):
    """Everything a report of the floor tells."""

    since_ms: int
    until_ms: int
    whole: FigureLine
    tables: tuple[FigureLine, ...]
    dealers: tuple[FigureLine, ...]
    irregularities: tuple[tuple[str, int], ...]
    hours: tuple[HourBar, ...]
    # More rounds than one report reads: only the newest are counted.
    is_cut: bool = False


def report_of(rounds: Sequence[PlayedRound], since_ms: int, until_ms: int) -> FloorReport:
    """The report over rounds of a span."""
    return FloorReport(
        since_ms=since_ms,
        until_ms=until_ms,
        whole=figures_of("", rounds),
        tables=_by(rounds, lambda each: each.table),
        dealers=_by([each for each in rounds if each.dealer], lambda each: each.dealer),
        irregularities=_counted(rounds),
        hours=_hours(rounds, since_ms, until_ms),
    )


def figures_of(name: str, rounds: Sequence[PlayedRound]) -> FigureLine:
    """The figures of some rounds."""
    lengths = sorted((each.closed_ms - each.opened_ms) // 1000 for each in rounds)
    return FigureLine(
        name=name,
        rounds=len(rounds),
        pace=_pace(rounds),
        median_s=lengths[len(lengths) // 2] if lengths else 0,
        void=sum(each.is_void for each in rounds),
        irregular=sum(bool(each.irregularities) for each in rounds),
        held_s=sum(each.held_ms for each in rounds) // 1000,
    )


def sheet_of(rounds: Iterable[PlayedRound]) -> str:
    """Rounds for a spreadsheet; times are milliseconds since 1970, as in the record."""
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow(SHEET)
    for each in rounds:
        told = each._asdict() | {
            "irregularities": " ".join(each.irregularities),
            "people": ", ".join(each.people),
            "is_void": int(each.is_void),
        }
        lines.writerow([_plain(told[name]) for name in SHEET])
    return out.getvalue()


def _plain(value: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t" and value else value


def _pace(rounds: Sequence[PlayedRound]) -> int | None:
    """Rounds an hour over the time in which each table was dealt."""
    spans: dict[str, tuple[int, int, int]] = {}
    for each in rounds:
        first, last, count = spans.get(each.table, (each.opened_ms, each.closed_ms, 0))
        span = min(first, each.opened_ms), max(last, each.closed_ms), count + 1
        spans[each.table] = span
    dealt_ms = sum(last - first for first, last, _ in spans.values())
    count = sum(count for _, _, count in spans.values())
    return round(count * HOUR_MS / dealt_ms) if count > 1 and dealt_ms > 0 else None


def _by(
    rounds: Iterable[PlayedRound], name: Callable[[PlayedRound], str]
) -> tuple[FigureLine, ...]:
    groups: dict[str, list[PlayedRound]] = {}
    for each in rounds:
        groups.setdefault(name(each), []).append(each)
    return tuple(figures_of(each, groups[each]) for each in sorted(groups, key=as_counted))


def _counted(rounds: Iterable[PlayedRound]) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    for each in rounds:
        for code in each.irregularities:
            counts[code] = counts.get(code, 0) + 1
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _hours(rounds: Iterable[PlayedRound], since_ms: int, until_ms: int) -> tuple[HourBar, ...]:
    begins = range(since_ms, max(until_ms, since_ms + 1), HOUR_MS)
    bars = {begin: [0, 0] for begin in begins}
    for each in rounds:
        bar = bars.get(since_ms + (each.closed_ms - since_ms) // HOUR_MS * HOUR_MS)
        if bar is not None:
            bar[0] += 1
            bar[1] += bool(each.irregularities)
    return tuple(HourBar(at_ms=at, rounds=all_, irregular=odd) for at, (all_, odd) in bars.items())
