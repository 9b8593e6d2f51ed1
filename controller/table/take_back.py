"""What was keyed in wrongly is taken back, while nobody has acted on it and nothing is settled."""

from typing import Final

from controller.facts.decisions import EntryRefused, HoldReleased
from controller.facts.events import (
    AlarmAcknowledged,
    CardDrawn,
    CardsDealt,
    CardTurned,
    ClockStepped,
    CoverageDeclared,
    CupOpened,
    DaemonRestarted,
    DaemonStarted,
    DeviceConnected,
    DeviceLost,
    DiceRead,
    DiskRanLow,
    DriverFellSilent,
    DriverReturned,
    EvenMoneyTaken,
    Event,
    EvidenceKept,
    HandDoubled,
    HandFolded,
    HandRescued,
    HandSplit,
    HandsSet,
    HandStood,
    HandSurrendered,
    HoleChecked,
    InsuranceTaken,
    KeyTakenBack,
    LampsShown,
    LogInRefused,
    PersonLoggedIn,
    PileChosen,
    PilesDealt,
    PilesDelivered,
    PlayPlaced,
    SoundPaused,
    StackDispensed,
    StackTaken,
    SweepDeclared,
)
from controller.facts.fact import Fact
from controller.facts.phrase import phrase
from controller.table.irregularity import note
from controller.table.state import Entered, Irregular, RoundState, TableState, made
from controller.table.unread import DEALER

RULING: Final = "taken-back"
MOST_KEPT: Final = 8
# What lies on the table whatever was keyed in: several of them are taken back one by one.
VALUES: Final[frozenset[type[Fact]]] = frozenset(
    {CardDrawn, CardTurned, CupOpened, DiceRead, StackDispensed}
)
# What people chose: taken back only before anything more is seen of the cards.
CHOICES: Final[frozenset[type[Fact]]] = frozenset(
    {
        CardsDealt,
        CoverageDeclared,
        EvenMoneyTaken,
        HandDoubled,
        HandFolded,
        HandRescued,
        HandSplit,
        HandStood,
        HandSurrendered,
        HandsSet,
        HoleChecked,
        InsuranceTaken,
        PileChosen,
        PilesDealt,
        PilesDelivered,
        PlayPlaced,
        SweepDeclared,
    }
)
# All of these may be taken back; a page calls them so.
KEPT: Final = {
    each: str(each.model_fields["kind"].default).replace("_", "-") for each in VALUES | CHOICES
}
ENTRIES: Final = {name: each for each, name in KEPT.items()}
VALUE_NAMES: Final = frozenset(KEPT[each] for each in VALUES)
# These neither move the round on nor were seen by anybody who bets.
PASSING: Final[frozenset[type[Fact]]] = frozenset(
    {
        AlarmAcknowledged,
        ClockStepped,
        DaemonRestarted,
        DaemonStarted,
        DeviceConnected,
        DeviceLost,
        DiskRanLow,
        DriverFellSilent,
        DriverReturned,
        EvidenceKept,
        KeyTakenBack,
        LampsShown,
        LogInRefused,
        PersonLoggedIn,
        SoundPaused,
        StackTaken,
    }
)


def remember(table: TableState, event: Event, before: RoundState | None) -> None:
    """Keep the round as it was before an event that may be a slip of the finger."""
    kind, kept = type(event), table.entered
    entry = KEPT.get(kind)
    if entry is None or before is None or table.hold is not None:
        if kept and kind not in PASSING:
            table.entered = ()
        return
    if kept:
        last = kept[-1].entry
        if kind is DiceRead and last == KEPT[CupOpened]:
            # One touch tells that a cup was opened, and its dice.
            return
        if kind in CHOICES or last not in VALUE_NAMES:
            kept = ()
        elif len(kept) == MOST_KEPT:
            kept = kept[1:]
    table.entered = (*kept, made(Entered, (entry, before, table.shoe, table.deck)))


def last_entry(table: TableState) -> str | None:
    """The kind of event that may be taken back now."""
    if not table.entered or table.round is None:
        return None
    last, hold = table.entered[-1], table.hold
    is_its_own = hold is None or type(hold.event) is ENTRIES[last.entry]
    is_same_round = last.round.number == table.round.number
    # Bets that closed stay closed.
    is_as_open = last.round.betting.is_open == table.round.betting.is_open
    return last.entry if is_its_own and is_same_round and is_as_open else None


def take_back(table: TableState, event: KeyTakenBack) -> None:
    """Put the round back to where it was before the last entry; the record keeps both."""
    if last_entry(table) != event.entry:
        # A hold stays the very same: another one would let what waits in it happen again.
        table.decide(EntryRefused(reason=phrase("nothing-to-take-back")))
        return
    *earlier, last = table.entered
    hold, table.hold = table.hold, None
    table.entered = tuple(earlier)
    table.round, table.shoe, table.deck = last.round.draft(), last.shoe, last.deck
    note(table, Irregular("key-taken-back"), event)
    if hold is not None:
        table.decide(HoldReleased(name=hold.name, by=DEALER, ruling=RULING))
