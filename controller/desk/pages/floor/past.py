"""The record behind the newest row, a little at a time: the daemon answers between two cards."""

from collections.abc import Iterator
from typing import Final

from config.words import Words
from controller.bus.desk_client import DeskClient
from controller.bus.messages import Entry
from controller.desk.pages.floor.lines import is_of, lines_of, people_in
from controller.desk.pages.floor.requests import Seek
from controller.desk.pages.floor.shown import Found, RowLine
from controller.facts.decisions import HandCorrected, HandInserted, HandTakenBack, RoundOpened

PAGE: Final = 500
MOST_LINES: Final = 120
# What one search reads at most; the page may go on from there.
REACH: Final = 20_000


def rows_back(desk: DeskClient, newest: int) -> Iterator[tuple[Entry, ...]]:
    """Pages of rows, the newest page first, each in the order of the record."""
    while newest > 0:
        after = max(0, newest - PAGE)
        page = desk.history(after, newest - after)
        if page:
            yield page
        newest = after


def rows_since(desk: DeskClient, newest: int, since_ms: int) -> list[Entry]:
    """All rows from a moment on, and those of the page before it."""
    pages: list[tuple[Entry, ...]] = []
    for page in rows_back(desk, newest):
        pages.append(page)
        if page[0].at_ms < since_ms:
            break
    return [entry for page in reversed(pages) for entry in page]


def found(desk: DeskClient, newest: int, wanted: Seek, words: Words) -> Found:
    """What fits, the newest first; ends at so many lines or rows."""
    start = newest if wanted.before is None else min(newest, wanted.before - 1)
    lines: list[RowLine] = []
    reached: Entry | None = None
    for rows in _blocks(desk, start, wanted.round):
        fitting = [entry for entry in _of_round(rows, wanted.round) if _fits(entry, wanted)]
        lines += reversed(list(lines_of(fitting, words)))
        reached = rows[0]
        is_past = wanted.since_ms is not None and reached.at_ms < wanted.since_ms
        if is_past or len(lines) >= MOST_LINES or start - reached.number >= REACH:
            break
    return Found(
        lines=tuple(lines),
        before=reached.number if reached and reached.number > 1 and not wanted.round else None,
        reached_ms=reached.at_ms if reached else None,
    )


def _blocks(desk: DeskClient, start: int, wanted: int | None) -> Iterator[tuple[Entry, ...]]:
    """Pages one by one; for a round all of them together, back to where it was opened."""
    if wanted is None:
        yield from rows_back(desk, start)
        return
    pages: list[tuple[Entry, ...]] = []
    for page in rows_back(desk, start):
        pages.append(page)
        if any(_opens_by(entry, wanted) for entry in page) or start - page[0].number >= REACH:
            break
    rows = tuple(entry for page in reversed(pages) for entry in page)
    if rows:
        yield rows


def _opens_by(entry: Entry, wanted: int) -> bool:
    return isinstance(entry.decision, RoundOpened) and entry.decision.round <= wanted


def _fits(entry: Entry, wanted: Seek) -> bool:
    if wanted.since_ms is not None and entry.at_ms < wanted.since_ms:
        return False
    if wanted.until_ms is not None and entry.at_ms >= wanted.until_ms:
        return False
    if wanted.person and wanted.person not in people_in(entry):
        return False
    return is_of(entry, wanted.group)


def _of_round(rows: tuple[Entry, ...], wanted: int | None) -> Iterator[Entry]:
    """The rows of a round, and what was ruled on its hand later."""
    current: int | None = None
    for entry in rows:
        decision = entry.decision
        if isinstance(decision, RoundOpened):
            current = decision.round
        if wanted is None or current == wanted or _corrects(entry, wanted):
            yield entry


def _corrects(entry: Entry, wanted: int) -> bool:
    match entry.decision:
        case HandCorrected(before=hand) | HandTakenBack(taken=hand) | HandInserted(inserted=hand):
            return hand.round == wanted
    return False
