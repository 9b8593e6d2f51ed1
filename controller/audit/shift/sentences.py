"""A shift in sentences, what matters first."""

from collections import Counter
from collections.abc import Iterator

from config.fee_words import dollars
from controller.audit.sentences import figures, ruled
from controller.audit.shift.report import ShiftReport
from controller.facts.phrase import Phrase, phrase


def shift_summary(report: ShiftReport) -> Iterator[Phrase]:
    """The report in sentences."""
    if report.tempo.per_hour is None:
        yield phrase("shift-no-rounds")
    yield from figures(report)
    yield _irregularities(report)
    yield from ruled(report)
    if report.corrected:
        yield phrase("shift-corrected", count=report.corrected)
    yield _fees(report)


def _irregularities(report: ShiftReport) -> Phrase:
    by_name: Counter[str] = Counter()
    for line in report.irregularities:
        by_name[line.name] += line.count
    if not by_name:
        return phrase("shift-all-regular")
    name, most = by_name.most_common(1)[0]
    return phrase("shift-irregularities", count=by_name.total(), name=name, most=most)


def _fees(report: ShiftReport) -> Phrase:
    if not report.fee_rounds:
        return phrase("shift-fees-unknown")
    total = dollars(report.collected)
    return phrase("shift-fees", total=total, known=report.fee_rounds, rounds=report.tempo.rounds)
