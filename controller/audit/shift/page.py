"""A shift's report as one page that needs nothing else, to read, to print and to keep."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from config.words import Words
from controller.audit.misreads import HOUR_MS
from controller.audit.page import WIDE, PagePart, drawn_page, wide
from controller.audit.plots import Bar, bars
from controller.audit.shift.report import ShiftReport
from controller.audit.shift.sentences import shift_summary
from controller.audit.shift.tables import shift_tables
from controller.audit.tables import Table

# Under a bar; the table below has the whole sentence.
MOST_SIGNS = 24
ORDER = ("of-tempo", "of-irregularities", "of-rulings", "of-holds", "of-reads", "of-fees")


def shift_page(report: ShiftReport, words: Words, language: str, where: str) -> str:
    """The whole page."""
    return drawn_page(
        language,
        title=words.name("shift"),
        where=where,
        span=span_of(report),
        sentences=[words.sentence(said) for said in shift_summary(report)],
        parts=shift_parts(report, words),
    )


def span_of(report: ShiftReport) -> str:
    """From when to when, with the name of the zone."""
    since, until = (
        datetime.fromtimestamp(at_ms / 1000).astimezone()
        for at_ms in (report.since_ms, report.until_ms)
    )
    return f"{since:%Y-%m-%d %H:%M} - {until:%Y-%m-%d %H:%M} {until.tzname()}"


def shift_parts(report: ShiftReport, words: Words) -> list[PagePart]:
    """The sections of the report, each with its plots before its tables."""
    plots = dict(_plots(report, words))
    by_code: dict[str, list[Table]] = {}
    for table in shift_tables(report, words):
        by_code.setdefault(table.code, []).append(table)
    return [
        PagePart(words.name(f"audit-{code}"), plots.get(code, ""), tuple(by_code.get(code, ())))
        for code in ORDER
        if code in plots or code in by_code
    ]


def _plots(report: ShiftReport, words: Words) -> Iterator[tuple[str, str]]:
    if report.tempo.hours:
        data = [Bar(_hour(hour), count) for hour, count in report.tempo.hours.items()]
        yield "of-tempo", wide(bars(words.name("audit-rounds"), data, WIDE))
    by_name: Counter[str] = Counter()
    for line in report.irregularities:
        by_name[line.name] += line.count
    if by_name:
        data = [Bar(_short(words.cause(name)), count) for name, count in by_name.most_common(6)]
        yield "of-irregularities", wide(bars(words.name("audit-of-irregularities"), data, WIDE))
    if report.fees:
        data = [Bar(f"{line.payer} {line.fee}", float(line.total)) for line in report.fees]
        yield "of-fees", wide(bars(words.name("audit-of-fees"), data, WIDE))


def _short(text: str) -> str:
    return text if len(text) <= MOST_SIGNS else f"{text[: MOST_SIGNS - 1]}…"


def _hour(hour: int) -> str:
    return datetime.fromtimestamp(hour * HOUR_MS / 1000).astimezone().strftime("%H h")
