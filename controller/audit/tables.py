"""The tables of a report: headings as codes, cells as text; terminal and page both draw them."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple

from config.words import Words
from controller.audit.check import Check
from controller.audit.misreads import HOUR_MS, Share
from controller.audit.report import AuditReport
from controller.audit.sentences import grouped
from controller.audit.tempo import Times

# A page for people; the JSON has everything.
MOST_ROWS: Final = 60


class Table(NamedTuple):
    """A title, headings and rows; the columns of figures are on the right."""

    code: str
    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables_of(report: AuditReport, words: Words) -> list[Table]:
    """Every table that has a row."""
    return [table for table in _Tables(report, words).all() if table.rows]


class TableMaker:
    """Makes tables whose headings are words of a language."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._name = words.name

    def table(self, title: str, headings: str, rows: Iterable[tuple[str, ...]]) -> Table:
        """A table by the codes of its title and headings; only so many rows."""
        heads = tuple(self._name(f"audit-{head}") for head in headings.split())
        return Table(title, self._name(f"audit-{title}"), heads, tuple(rows)[:MOST_ROWS])


class _Tables(TableMaker):
    def __init__(self, report: AuditReport, words: Words) -> None:
        super().__init__(words)
        self._report = report

    def all(self) -> Iterator[Table]:
        report = self._report
        misreads, tempo, incidents = report.misreads, report.tempo, report.incidents
        yield self.table(
            "of-checks",
            "test subject samples needed chance corrected outcome",
            map(self._check, report.checks),
        )
        yield self.table(
            "of-shoes",
            "shoe device loaded decks drawn unread",
            [
                (
                    *_texts(s.number, s.device),
                    _time(s.loaded_ms),
                    *_texts(s.decks, s.drawn, s.unread),
                )
                for s in report.shoes
            ],
        )
        yield self.table(
            "of-reads", "device reads misreads share between", map(share_cells, misreads.devices)
        )
        yield self.table(
            "of-tempo", "hour rounds", [(_hour(h), grouped(n)) for h, n in tempo.hours.items()]
        )
        yield self.table("of-tempo", TIMES.format("step"), map(self._step, tempo.steps))
        yield self.table(
            "of-irregularities",
            "cause count",
            [(self._words.cause(name), grouped(n)) for name, n in incidents.irregularities.items()],
        )
        yield self.table("of-cards", "row time card cause in-round", self._cards())
        yield self.table(
            "of-rulings",
            "person ruling count",
            [(each.by, self._name(each.ruling), grouped(each.count)) for each in incidents.rulings],
        )
        yield self.table("of-holds", TIMES.format("cause"), map(self._hold, incidents.holds))

    def _check(self, check: Check) -> tuple[str, ...]:
        return (
            self._name(check.name),
            check.subject or self._name("audit-all-devices"),
            grouped(check.samples),
            grouped(check.needed),
            _chance(check.chance),
            _chance(check.corrected),
            self._name(f"audit-{check.outcome}"),
        )

    def _step(self, times: Times) -> tuple[str, ...]:
        return (self._name(f"audit-{times.of}"), *times_cells(times))

    def _hold(self, times: Times) -> tuple[str, ...]:
        return (self._words.cause(times.of), *times_cells(times))

    def _cards(self) -> Iterator[tuple[str, ...]]:
        for each in self._report.incidents.cards:
            cause = self._name(each.irregularity) if each.irregularity else "-"
            where = self._name("yes" if each.in_round else "no")
            yield str(each.row), _time(each.at_ms), each.card or "?", cause, where


TIMES: Final = "{} count median nine-in-ten longest"


def _texts(*values: int | str) -> tuple[str, ...]:
    return tuple(grouped(v) if isinstance(v, int) else v for v in values)


def share_cells(share: Share) -> tuple[str, ...]:
    """Misreads of a device as cells."""
    between = f"{100 * share.least:.2f} - {100 * share.most:.2f} %"
    part = f"{100 * share.share:.2f} %"
    return share.device, grouped(share.reads), grouped(share.misreads), part, between


def times_cells(times: Times) -> tuple[str, ...]:
    """Durations as cells."""
    values = (times.median_s, times.nine_in_ten_s, times.longest_s)
    return grouped(times.count), *(f"{value:,.1f} s" for value in values)


def _chance(chance: float | None) -> str:
    if chance is None:
        return "-"
    return f"{chance:.4f}" if chance >= 0.0001 else f"{chance:.0e}"


def _time(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _hour(hour: int) -> str:
    return datetime.fromtimestamp(hour * HOUR_MS / 1000, UTC).strftime("%Y-%m-%d %H:00")
