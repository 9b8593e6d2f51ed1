"""A report as one page that needs nothing else."""

from html import escape
from pathlib import Path
from string import Template
from typing import Final

from drivers.conformance.report_text import summary_line
from drivers.conformance.suite import Report
from drivers.conformance.verdict import Outcome, Verdict

GROUPS: Final = {
    "SES": "Session",
    "SHO": "Shoe",
    "SHU": "Shuffler",
    "DIC": "Dice cup",
    "PAD": "Entry pad",
    "LMP": "Lamps",
}
CLASSES: Final[dict[Outcome, str]] = {
    "passed": "pass",
    "failed": "fail",
    "not performed": "skip",
    "not judged": "skip",
}
PAGE: Final = Template(Path(__file__).with_name("report.html").read_text(encoding="utf-8"))


def report_html(report: Report) -> str:
    """The whole page."""
    verdict = report.conclusion
    return PAGE.substitute(
        title=escape(f"{report.kind}: {verdict}"),
        kind=escape(report.kind.capitalize()),
        mark=_mark(report),
        verdict=verdict,
        certificate="".join(map(_certified, report.rows())),
        boxes="".join(_box(report, outcome) for outcome in CLASSES),
        strips="".join(_strip(report, outcome) for outcome in CLASSES),
        groups="".join(_groups(report)),
        summary=escape(summary_line(report)),
    )


def _mark(report: Report) -> str:
    if report.count("failed"):
        return "fail"
    return "skip" if report.untried else "pass"


def _certified(row: tuple[str, str]) -> str:
    name, value = row
    return f"<dt>{escape(name)}</dt><dd>{escape(value) or '&mdash;'}</dd>"


def _box(report: Report, outcome: Outcome) -> str:
    count = report.count(outcome)
    mark = CLASSES[outcome] if count else ""
    return f'<div><b class="{mark}">{count}</b><span>{outcome}</span></div>'


def _strip(report: Report, outcome: Outcome) -> str:
    count = report.count(outcome)
    return f'<i class="{CLASSES[outcome]}" style="flex:{count}"></i>' if count else ""


def _groups(report: Report) -> list[str]:
    parts = []
    for prefix, title in GROUPS.items():
        rows = [v for v in report.verdicts if v.requirement.id.startswith(prefix)]
        if rows:
            body = "\n".join(map(_row, rows))
            parts.append(f"<h2>{title}</h2>\n<table>\n{body}\n</table>\n")
    return parts


def _row(verdict: Verdict) -> str:
    wanted, mark = verdict.requirement, CLASSES[verdict.outcome]
    reason = f"<em>{escape(verdict.reason)}</em>" if verdict.reason else ""
    return (
        f'<tr class="{mark}"><td class="id">{wanted.id}</td>'
        f"<td><strong>{escape(wanted.name)}</strong><small>{escape(wanted.sentence)}</small>"
        f'{reason}</td><td class="mark {mark}">{verdict.outcome}</td>'
        f'<td class="time">{verdict.seconds:.1f} s</td></tr>'
    )
