"""Rows of the record as sentences; rows that nobody would look for have none."""

from collections.abc import Iterable, Iterator
from typing import Final

from config.fee_words import dollars
from config.words import Words
from controller.bus.messages import Entry
from controller.desk.pages.floor.requests import Group
from controller.desk.pages.floor.shown import RowLine, Said, Tone
from controller.facts import decisions as d, events as e
from controller.facts.decisions import Decision
from controller.facts.phrase import Phrase, phrase, seen

RULINGS: Final = (
    e.RulingGiven,
    e.FloorCalled,
    d.IrregularityFound,
    d.TableHeld,
    d.HoldReleased,
    d.RulingRefused,
    d.RoundVoided,
    d.HandCorrected,
    d.HandTakenBack,
    d.HandInserted,
)
RESULTS: Final = (
    d.RoundOpened,
    d.OutcomeDecided,
    d.HandsDecided,
    d.RoundClosed,
    d.RoundVoided,
    d.CollectionCounted,
    d.ShoeStarted,
    d.ShoeEnded,
    e.DiceRead,
)
DEVICES: Final = (
    d.DeviceStateChanged,
    e.DeviceConnected,
    e.DeviceLost,
    e.DriverFellSilent,
    e.DriverReturned,
    e.EventsMissed,
    e.CardUnreadable,
    e.DiceUnreadable,
    e.ShufflerJammed,
    e.LampStuck,
    e.DaemonStarted,
    e.ClockStepped,
    e.DiskRanLow,
)
PEOPLE: Final = (
    e.PersonLoggedIn,
    e.LogInRefused,
    e.ActRefused,
    e.StaffChanged,
    e.RulingGiven,
    e.DirectiveTaken,
    e.DirectiveRefused,
    e.DirectiveRolledBack,
)
GROUPS: Final = {"rulings": RULINGS, "results": RESULTS, "devices": DEVICES, "people": PEOPLE}
ALARMING: Final = (d.IrregularityFound, d.TableHeld)
# For machines.
UNTOLD: Final = (e.LampsShown, e.EvidenceKept, e.KeyPressed)


def is_of(entry: Entry, group: Group) -> bool:
    """Whether a row belongs to a group."""
    fact = entry.event or entry.decision
    return group == "all" or isinstance(fact, GROUPS[group])


def lines_of(entries: Iterable[Entry], words: Words) -> Iterator[RowLine]:
    """Rows as lines, in their order."""
    for entry in entries:
        said = _said(entry, words)
        if said is not None:
            yield RowLine(
                row=entry.number,
                at_ms=entry.at_ms,
                who=who_of(entry),
                said=said,
                tone=_tone(entry),
            )


def who_of(entry: Entry) -> str:
    """The device, or the person at the desk."""
    return entry.source.rpartition(":")[2]


def people_in(entry: Entry) -> frozenset[str]:
    """Whoever the row is about, and who reported it."""
    fact = entry.event or entry.decision
    named = (getattr(fact, field, None) for field in ("by", "person"))
    return frozenset([who_of(entry), *(str(name) for name in named if name)])


def said_phrase(told: Phrase, words: Words) -> Said:
    """A phrase with its cards and dice beside it."""
    card, dice = told.arguments.get("card"), told.arguments.get("dice")
    return Said(
        text=words.sentence(told),
        cards=(card,) if isinstance(card, str) else (),
        dice=tuple(int(each) for each in dice) if isinstance(dice, tuple) else (),
    )


def _tone(entry: Entry) -> Tone:
    if isinstance(entry.decision, ALARMING):
        return "alarm"
    return "ruling" if isinstance(entry.event, e.RulingGiven) else ""


def _said(entry: Entry, words: Words) -> Said | None:
    if entry.event is not None:
        told = None if isinstance(entry.event, UNTOLD) else seen(entry.event)
        return said_phrase(told, words) if told else None
    match entry.decision:
        case None:
            return None
        case d.IrregularityFound() as found:
            shown = said_phrase(found.seen, words)
            text = words.supervisor(found)
            return shown.model_copy(update={"text": text[:1].upper() + text[1:]})
        case d.TableHeld(name=name):
            return Said(text=words.cause(name))
        case d.RulingRefused(reason=reason) | d.EntryRefused(reason=reason):
            return said_phrase(reason, words)
        case decision:
            told = decided_phrase(decision)
            return said_phrase(told, words) if told else None


def decided_phrase(decision: Decision) -> Phrase | None:
    """A decision as a phrase, where people look for it."""
    return _of_round(decision) or _of_shoe(decision) or _of_floor(decision)


def _of_round(decision: Decision) -> Phrase | None:
    match decision:
        case d.RoundOpened(round=number):
            return phrase("decided-round-opened", round=number)
        case d.RoundClosed(round=number):
            return phrase("decided-round-closed", round=number)
        case d.RoundVoided(round=number, by=by):
            return phrase("decided-round-voided", round=number, by=by)
        case d.BankPlaced(seat=seat):
            return phrase("decided-bank-placed", seat=seat)
        case d.ButtonPlaced(button=int() as seat):
            return phrase("decided-button-placed", seat=seat)
        case d.CollectionCounted(bank=bank, players=players):
            paid = dollars(sum((each.fee for each in players), bank - bank))
            return phrase("decided-collection", bank=dollars(bank), players=paid)
    return None


def _of_shoe(decision: Decision) -> Phrase | None:
    match decision:
        case d.OutcomeDecided(winner=winner, player_total=int() as ours, banker_total=theirs):
            return phrase("decided-outcome", winner=winner, player=ours, banker=theirs or 0)
        case d.OutcomeDecided(winner=winner, mark=mark):
            return phrase("decided-result", winner=winner, mark=mark)
        case d.ShoeStarted(shoe=shoe, decks=decks):
            return phrase("decided-shoe-started", shoe=shoe, decks=decks)
        case d.ShoeEnded(shoe=shoe, hands=hands):
            return phrase("decided-shoe-ended", shoe=shoe, hands=hands)
        case d.DeviceStateChanged(device=device, state=state):
            return phrase("decided-device", device=device, state=state)
    return None


def _of_floor(decision: Decision) -> Phrase | None:
    match decision:
        case d.HoldReleased(name=name, by=by, ruling=ruling):
            return phrase("decided-hold-released", name=name, by=by, ruling=ruling)
        case d.HandCorrected(shoe=shoe, hand=hand, before=was, after=becomes, by=by):
            return phrase(
                "decided-hand-corrected",
                shoe=shoe,
                hand=hand,
                before=was.mark,
                after=becomes.mark,
                by=by,
            )
        case d.HandTakenBack(shoe=shoe, hand=hand, taken=taken, by=by):
            code = "decided-hand-taken-back"
            return phrase(code, shoe=shoe, hand=hand, mark=taken.mark, by=by)
        case d.HandInserted(shoe=shoe, hand=hand, inserted=inserted, by=by):
            code = "decided-hand-inserted"
            return phrase(code, shoe=shoe, hand=hand, mark=inserted.mark, by=by)
    return None
