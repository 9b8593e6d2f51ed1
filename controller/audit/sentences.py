"""What an audit found, as phrases: sentences come of them where people read."""

from collections.abc import Iterator
from typing import Protocol

from controller.audit.check import Check
from controller.audit.incidents import IncidentFigures
from controller.audit.misreads import MisreadFigures
from controller.audit.report import AuditReport
from controller.audit.tempo import TempoFigures
from controller.facts.phrase import Phrase, phrase


def summary(report: AuditReport, all_devices: str) -> Iterator[Phrase]:
    """The report in sentences, what matters first."""
    if not report.facts:
        yield phrase("audit-empty")
        return
    yield from _verdict(report)
    for found in report.surplus:
        yield phrase(
            "audit-surplus",
            card=found.card,
            shoe=found.shoe,
            times=found.times,
            copies=found.copies,
            row=found.row,
        )
    yield from (_suspect(check, all_devices) for check in report.suspects)
    yield from _cards(report)
    yield from ruled(report)
    yield from figures(report)
    undecided = sum(check.outcome == "too-few" for check in report.checks)
    if undecided:
        yield phrase("audit-undecided", count=undecided, tests=len(report.checks))
    yield phrase("audit-correction", percent=_short(100 * report.level))


def _verdict(report: AuditReport) -> Iterator[Phrase]:
    decided = [check for check in report.checks if check.outcome != "too-few"]
    if report.suspects:
        yield phrase("audit-found", count=len(report.suspects), tests=len(decided))
    elif decided:
        yield phrase("audit-nothing", tests=len(decided))


def _suspect(check: Check, all_devices: str) -> Phrase:
    subject, odds = check.subject or all_devices, _odds(check.chance or 0.0)
    if check.most is None:
        return phrase("audit-suspect-plain", check=check.name, subject=subject, odds=odds)
    return phrase(
        "audit-suspect",
        check=check.name,
        subject=subject,
        odds=odds,
        what=check.most.what,
        seen=grouped(check.most.seen),
        due=_short(check.most.due),
    )


class Figures(Protocol):
    """What an audit and a shift's report both have."""

    @property
    def tempo(self) -> TempoFigures:
        """Rounds, and how long they took."""

    @property
    def misreads(self) -> MisreadFigures:
        """What devices could not read."""

    @property
    def incidents(self) -> IncidentFigures:
        """Holds and rulings."""


def _cards(report: AuditReport) -> Iterator[Phrase]:
    if report.incidents.unexplained:
        yield phrase("audit-unexplained", count=report.incidents.unexplained)
    elif report.shoes:
        yield phrase("audit-all-due")


def ruled(report: Figures) -> Iterator[Phrase]:
    """Whether the table is held now, and who ruled how often."""
    incidents = report.incidents
    if incidents.held_by:
        yield phrase("audit-held", cause=incidents.held_by)
    people = tuple(dict.fromkeys(each.by for each in incidents.rulings))
    if people:
        count = sum(each.count for each in incidents.rulings)
        yield phrase("audit-rulings", count=count, people=people)
    else:
        yield phrase("audit-no-rulings")


def figures(report: Figures) -> Iterator[Phrase]:
    """Misreads of each device, and the tempo."""
    for share in report.misreads.devices:
        yield phrase(
            "audit-misreads",
            device=share.device,
            misreads=grouped(share.misreads),
            reads=grouped(share.reads),
            percent=_short(100 * share.share),
        )
    if report.tempo.per_hour is not None:
        rate = _short(report.tempo.per_hour)
        yield phrase("audit-tempo", rounds=report.tempo.rounds, rate=rate)


def grouped(number: int) -> str:
    """A count as people write it."""
    return f"{number:,}"


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _odds(chance: float) -> str:
    """How rare: 12,000; a number nobody can read is a power of ten."""
    if chance < 1e-9:
        return "10^9"
    return f"{float(f'{1 / chance:.2g}'):,.0f}"
