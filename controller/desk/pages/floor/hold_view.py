"""A hold as the floor sees it: cause, seen against expected, steps before, and rulings."""

from collections.abc import Sequence
from typing import Final

from config.words import Words
from controller.bus.messages import Entry
from controller.desk.pages.floor.lines import decided_phrase, lines_of, said_phrase
from controller.desk.pages.floor.shown import HoldShown, LeadsTo, OfferShown
from controller.facts.decisions import IrregularityFound, TableHeld
from controller.facts.events import ActRefused, LogInRefused, PersonLoggedIn, StaffChanged
from controller.facts.floor import HoldReport, Offer, Prospect

MOST_STEPS: Final = 5
MOST_EXPECTED: Final = 2
# That the hold ends is what a ruling is for.
RELEASED: Final = "decided-hold-released"
# Who came to the desk is no step of the game.
OF_STAFF: Final = (PersonLoggedIn, LogInRefused, ActRefused, StaffChanged)


def held_since(rows: Sequence[Entry]) -> Entry | None:
    """The row at which the table began to hold, if it is among these."""
    return next((row for row in reversed(rows) if isinstance(row.decision, TableHeld)), None)


def hold_shown(
    report: HoldReport, rows: Sequence[Entry], ruler: str, words: Words
) -> HoldShown | None:
    """Everything a person needs to rule; None while the table plays."""
    if report.name is None or report.seen is None:
        return None
    began = held_since(rows)
    found = IrregularityFound(name=report.name, seen=report.seen, expected=report.expected)
    return HoldShown(
        row=began.number if began else None,
        since_ms=began.at_ms if began else None,
        cause=words.cause(report.name),
        told=words.supervisor(found),
        seen=said_phrase(report.seen, words),
        expected=tuple(said_phrase(each, words) for each in report.expected),
        last=tuple(lines_of(_steps_before(rows, began), words))[-MOST_STEPS:],
        waiting=tuple(said_phrase(each, words) for each in report.waiting),
        ends_by_itself=report.ends_by_itself,
        offers=tuple(_offer(each, words) for each in report.offers),
        ruler=ruler,
    )


def _steps_before(rows: Sequence[Entry], began: Entry | None) -> list[Entry]:
    """The last things that happened, up to the one that led to the hold."""
    return [
        row
        for row in rows
        if row.event is not None
        and not isinstance(row.event, OF_STAFF)
        and (began is None or row.number < began.number)
    ]


def _offer(offer: Offer, words: Words) -> OfferShown:
    told = words.ruling(offer.ruling)
    return OfferShown(
        ruling=offer.ruling,
        label=told.label,
        does=told.does,
        needs=offer.needs,
        count=offer.count,
        leads=leads_to(offer.prospect, words) if offer.prospect else None,
    )


def leads_to(prospect: Prospect, words: Words) -> LeadsTo:
    """What a ruling would lead to, in sentences: what is decided, then what is expected."""
    if prospect.refused is not None:
        return LeadsTo(refused=words.sentence(prospect.refused))
    decided = [made for each in prospect.decided if (made := decided_phrase(each))]
    steps = [words.sentence(each) for each in decided if each.code != RELEASED]
    if prospect.held_for:
        return LeadsTo(steps=tuple(steps), held=words.cause(prospect.held_for))
    return LeadsTo(steps=(*steps, *map(words.say, prospect.expected[:MOST_EXPECTED])))
