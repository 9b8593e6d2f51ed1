"""The shift's report on the page: drawn sections, and the same to print and for a spreadsheet."""

import time
from collections.abc import Sequence

from config.words import words
from controller.audit.page import drawn_part
from controller.audit.shift.page import shift_page, shift_parts, span_of
from controller.audit.shift.report import shift_report
from controller.audit.shift.sentences import shift_summary
from controller.audit.shift.tables import shift_csv
from controller.audit.told import told_entries
from controller.bus.messages import Entry
from controller.desk.pages.floor.shown import ShiftShown

HOUR_MS = 3_600_000


def since_ms_of(hours: int) -> int:
    """When the report begins."""
    return int(time.time() * 1000) - hours * HOUR_MS


def shift_shown(rows: Sequence[Entry], since_ms: int, language: str, where: str) -> ShiftShown:
    """The report of rows from a moment up to now."""
    said = words(language)
    report = shift_report(told_entries(rows), since_ms, int(time.time() * 1000) + 1)
    return ShiftShown(
        span=span_of(report),
        sentences=tuple(said.sentence(each) for each in shift_summary(report)),
        sections=tuple(drawn_part(part) for part in shift_parts(report, said)),
        page=shift_page(report, said, language, where),
        sheet=shift_csv(report, said),
    )
