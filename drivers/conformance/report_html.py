"""A report as one page that needs nothing else."""

from datetime import datetime
from html import escape
from typing import Final

from drivers.conformance.report_text import summary_line
from drivers.conformance.requirement import Outcome, Verdict
from drivers.conformance.suite import Report

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
}
STYLE: Final = """
:root { color-scheme: light dark; --ink: #1c2421; --soft: #5c6a64; --paper: #f6f5f1; --card: #fff;
  --line: #dcdfda; --pass: #14744a; --fail: #b3261e; --skip: #8a6100; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9ede9; --soft: #a3b0a9; --paper: #121715;
  --card: #1a211e; --line: #2f3935; --pass: #5fce97; --fail: #ff8a80; --skip: #e8bd5a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .25rem; letter-spacing: -.01em; }
h2 { font-size: 1.05rem; margin: 2.25rem 0 .6rem; }
p.where { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
p.end { margin: 2rem 0 0; color: var(--soft); overflow-wrap: anywhere; }
.tally { display: flex; gap: .75rem; flex-wrap: wrap; margin: 1.5rem 0 0; padding: 0; }
.tally div { background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
  padding: .7rem 1.1rem; min-width: 8.5rem; }
.tally b { display: block; font-size: 1.8rem; line-height: 1.15;
  font-variant-numeric: tabular-nums; }
.tally span { color: var(--soft); font-size: .9rem; }
.bar { display: flex; height: .5rem; margin-top: 1rem; border-radius: .25rem; overflow: hidden; }
.bar i { display: block; } .bar .pass { background: var(--pass); }
.bar .fail { background: var(--fail); } .bar .skip { background: var(--skip); }
b.pass, td.pass { color: var(--pass); } b.fail, td.fail { color: var(--fail); }
b.skip, td.skip { color: var(--skip); }
table { width: 100%; border-collapse: collapse; background: var(--card);
  border: 1px solid var(--line); border-radius: .6rem; overflow: hidden; }
td { padding: .6rem .9rem; border-top: 1px solid var(--line); vertical-align: top; }
tr:first-child td { border-top: 0; }
td.id { font: 600 .85rem/1.75 ui-monospace, monospace; white-space: nowrap; color: var(--soft); }
td.mark { font-weight: 600; white-space: nowrap; text-align: right; }
td.time { color: var(--soft); text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
td small { display: block; color: var(--soft); font-size: .9rem; }
td strong { font-weight: 600; }
td em { display: block; font-style: normal; margin-top: .3rem; padding-left: .7rem;
  border-left: 3px solid currentColor; overflow-wrap: anywhere; }
tr.fail em { color: var(--fail); } tr.skip em { color: var(--skip); }
@media (max-width: 34rem) { td.time { display: none; } td { padding: .5rem .6rem; } }
@media print { body { background: #fff; } main { padding: 0; } tr { break-inside: avoid; } }
"""


def report_html(report: Report, at: datetime) -> str:
    """The whole page."""
    verdict = "Conforms" if report.is_passed else "Does not conform"
    title = f"{report.kind}: {verdict.lower()}"
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(report.kind.capitalize())}: "
        f'<b class="{"pass" if report.is_passed else "fail"}">{verdict.lower()}</b></h1>\n'
        f'<p class="where">{escape(_subject(report))}</p>\n'
        f'<p class="where">tried on {at:%Y-%m-%d} at {at:%H:%M}</p>\n'
        f"{_tally(report)}\n{''.join(_groups(report))}"
        f'<p class="end">{escape(summary_line(report))}</p>\n</main>\n</body>\n</html>\n'
    )


def _subject(report: Report) -> str:
    return f"{report.where}: {report.identity}" if report.identity else report.where


def _tally(report: Report) -> str:
    counts = [(CLASSES[outcome], outcome, report.count(outcome)) for outcome in CLASSES]
    boxes = "".join(
        f'<div><b class="{mark if count else ""}">{count}</b><span>{outcome}</span></div>'
        for mark, outcome, count in counts
    )
    strips = "".join(
        f'<i class="{mark}" style="flex:{count}"></i>' for mark, _, count in counts if count
    )
    return f'<div class="tally">{boxes}</div><div class="bar" aria-hidden="true">{strips}</div>'


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
