"""A report as one page that needs nothing else: sentences, plots, tables."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from string import Template
from types import MappingProxyType
from typing import Final, NamedTuple

from config.words import Words
from controller.audit.dice import SIDES, CupFigures
from controller.audit.misreads import HOUR_MS
from controller.audit.plots import Bar, bars
from controller.audit.report import AuditReport
from controller.audit.sentences import summary
from controller.audit.tables import Table, tables_of

PAGE: Final = Template(Path(__file__).with_name("page.html").read_text(encoding="utf-8"))
WIDE: Final = 1000
NO_MARKS: Final[Mapping[str, str]] = MappingProxyType({})
# A bar further from what was due than so many standard deviations stands out.
ODD: Final = 3.5
MOST_HOURS: Final = 72
ORDER: Final = (
    "of-checks",
    "of-dice",
    "of-shoes",
    "of-reads",
    "of-tempo",
    "of-irregularities",
    "of-cards",
    "of-rulings",
    "of-holds",
)


class PagePart(NamedTuple):
    """A section of a page: its heading, plots as SVG, tables."""

    heading: str
    plots: str
    tables: tuple[Table, ...]


def audit_page(report: AuditReport, words: Words, language: str, where: str) -> str:
    """The whole page."""
    marks = {words.name(f"audit-{outcome}"): outcome for outcome in ("suspect", "too-few")}
    return drawn_page(
        language,
        title=words.name("audit"),
        where=where,
        span=_span(report),
        sentences=[
            words.sentence(said) for said in summary(report, words.name("audit-all-devices"))
        ],
        parts=_parts(report, words),
        marks=marks,
    )


def drawn_page(
    language: str,
    *,
    title: str,
    where: str,
    span: str,
    sentences: Sequence[str],
    parts: Sequence[PagePart],
    marks: Mapping[str, str] = NO_MARKS,
) -> str:
    """A report as one page; a cell whose text is among the marks stands out."""
    return PAGE.substitute(
        lang=escape(language),
        title=escape(title),
        where=escape(where),
        span=escape(span),
        sentences="".join(f"<li>{escape(text)}</li>" for text in sentences),
        sections="".join(drawn_part(part, marks) for part in parts),
    )


def drawn_part(part: PagePart, marks: Mapping[str, str] = NO_MARKS) -> str:
    """One section; plots stand before the tables."""
    return (
        f"<section><h2>{escape(part.heading)}</h2>\n"
        + (f'<div class="plots">{part.plots}</div>\n' if part.plots else "")
        + "".join(_table(table, marks) for table in part.tables)
        + "</section>\n"
    )


def _span(report: AuditReport) -> str:
    if report.first_ms is None or report.last_ms is None:
        return ""
    first, last = (
        datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        for at_ms in (report.first_ms, report.last_ms)
    )
    return f"{first} - {last} UTC"


def _parts(report: AuditReport, words: Words) -> list[PagePart]:
    plots = dict(_plots(report, words))
    by_section: dict[str, list[Table]] = {}
    for table in tables_of(report, words):
        by_section.setdefault(table.code, []).append(table)
    return [
        PagePart(words.name(f"audit-{code}"), plots.get(code, ""), tuple(by_section.get(code, ())))
        for code in ORDER
        if code in plots or code in by_section
    ]


def _table(table: Table, marks: Mapping[str, str]) -> str:
    heads = "".join(f"<th>{escape(head)}</th>" for head in table.headings)
    rows = "".join(
        f"<tr>{''.join(_cell(text, marks.get(text, '')) for text in row)}</tr>\n"
        for row in table.rows
    )
    return f'<div class="scroll"><table><tr>{heads}</tr>\n{rows}</table></div>\n'


def _cell(text: str, mark: str) -> str:
    return f'<td class="{mark}">{escape(text)}</td>' if mark else f"<td>{escape(text)}</td>"


def _plots(report: AuditReport, words: Words) -> Iterator[tuple[str, str]]:
    due = words.name("audit-seen-and-due")
    if report.cups:
        yield "of-dice", "".join(_cup(cup, words, due) for cup in report.cups)
    if report.cards and sum(report.cards.values()):
        data = [_bar(card, n, report.cards_due[card]) for card, n in report.cards.items()]
        title = f"{words.name('card-frequency')}: {due}"
        yield "of-shoes", wide(bars(title, data, WIDE))
    hours = report.misreads.hours[-MOST_HOURS:]
    if any(share.misreads for share in hours):
        data = [Bar(_clock(int(s.of)), s.misreads, s.reads * _overall(report)) for s in hours]
        yield "of-reads", wide(bars(f"{words.name('misread-hours')}: {due}", data, WIDE))
    if report.tempo.hours:
        rounds = list(report.tempo.hours.items())[-MOST_HOURS:]
        data = [Bar(_clock(hour), count) for hour, count in rounds]
        yield "of-tempo", wide(bars(words.name("audit-rounds"), data, WIDE))


def _cup(cup: CupFigures, words: Words, due: str) -> str:
    pooled = [sum(place[face] for place in cup.faces) for face in range(SIDES)]
    parts = [_faces(f"{words.name('die-faces')}, {cup.device}: {due}", pooled)]
    sums = [_bar(str(t), cup.sums.get(t, 0), right) for t, right in cup.sums_due.items()]
    parts.append(bars(f"{words.name('die-sums')}, {cup.device}: {due}", sums))
    for number, counts in enumerate(cup.faces, start=1):
        parts.append(_faces(f"{words.name('audit-die')} {number}, {cup.device}", counts))
    return "".join(parts)


def _faces(title: str, counts: Sequence[int]) -> str:
    due = sum(counts) / SIDES
    return bars(title, [_bar(str(face), n, due) for face, n in enumerate(counts, start=1)])


def _bar(label: str, value: int, due: float) -> Bar:
    return Bar(label, value, due, is_odd=due > 0 and abs(value - due) > ODD * due**0.5)


def wide(figure: str) -> str:
    """A plot over the whole width of the page."""
    return figure.replace("<figure>", '<figure class="wide">', 1)


def _overall(report: AuditReport) -> float:
    reads = sum(share.reads for share in report.misreads.devices)
    return sum(share.misreads for share in report.misreads.devices) / reads


def _clock(hour: int) -> str:
    return datetime.fromtimestamp(hour * HOUR_MS / 1000, UTC).strftime("%H h")
