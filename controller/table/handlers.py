"""What events do that belong to no step of a round."""

from collections.abc import Callable
from typing import Final

from controller.facts.decisions import RoundVoided
from controller.facts.events import (
    ADDED_EVENTS,
    EVENT_KINDS,
    ActRefused,
    AlarmAcknowledged,
    BankAccepted,
    BankDeclined,
    CardDrawn,
    CardUnreadable,
    ClockStepped,
    CupClosed,
    CutCardDrawn,
    DaemonRestarted,
    DaemonStarted,
    DeckLoaded,
    DeckRejected,
    DeckShuffled,
    DeckUnloaded,
    DeviceConnected,
    DeviceLost,
    DeviceTestEnded,
    DeviceTestSeen,
    DeviceTestStarted,
    DiceUnreadable,
    DirectiveRefused,
    DirectiveRolledBack,
    DirectiveTaken,
    DiskRanLow,
    DriverFellSilent,
    DriverReturned,
    Event,
    EventsMissed,
    EvidenceKept,
    FaultSeen,
    FloorCalled,
    FloorCallTakenBack,
    HandShown,
    KeyPressed,
    KeyTakenBack,
    LampsShown,
    LampStuck,
    LogInRefused,
    PersonLoggedIn,
    RecordContradicted,
    RecordDamaged,
    ReportContradicted,
    ResultEntered,
    RulingGiven,
    SettingsChanged,
    ShoeEmptied,
    ShoeLidClosed,
    ShoeLidOpened,
    ShoeLoaded,
    ShufflerCleared,
    ShufflerDoorClosed,
    ShufflerDoorOpened,
    ShufflerJammed,
    SoundPaused,
    StackTaken,
    StaffChanged,
    StakePlaced,
    TableOpened,
    WagerChosen,
    WagerPlaced,
    WagerRemoved,
)
from controller.facts.fact import AddedEvent, Fact
from controller.table import (
    bank,
    decks,
    devices,
    floor_call,
    hand_showing,
    placed_wagers,
    rounds,
    rulings,
    seen_faults,
    settings_change,
    settings_in_force,
    shoe_change,
    staying_wagers as staying,
    take_back,
    trials,
)
from controller.table.irregularity import report
from controller.table.state import (
    NO_BANK,
    NO_DECK,
    NO_ENTRY,
    NO_SHOE,
    Irregular,
    TableState,
)
from controller.table.steps.dice import dice_of
from controller.table.steps.stacks import is_dispensing


def _open_table(table: TableState, event: TableOpened) -> None:
    if event.abandoned is not None:
        table.decide(RoundVoided(round=event.abandoned, by=settings_change.BY))
    if event.settings is not None:
        table.rules = settings_in_force.with_settings(table.rules, event.settings)
    table.coming = None
    table.round = table.hold = table.last = None
    table.rounds, table.staying = event.rounds, ()
    table.bettors, table.holder, table.entry = frozenset(), 0, NO_ENTRY
    table.shoe, table.deck, table.bank = NO_SHOE, NO_DECK, NO_BANK
    if table.rules.game.bank.held_by == "nobody":
        rounds.open_if_ready(table)
    else:
        bank.offer(table, table.rules.first_seat)


def _change_settings(table: TableState, event: SettingsChanged) -> None:
    settings_change.change(table, event)
    if table.hold is None:
        rounds.open_if_ready(table)


def _reported_as(wrong: Irregular) -> Callable[[TableState, Event], None]:
    return lambda table, event: report(table, wrong, event)


def _accept_bank(table: TableState, event: BankAccepted) -> None:
    bank.accept(table, event)
    rounds.open_if_ready(table)


def _decline_bank(table: TableState, event: BankDeclined) -> None:
    """The bank may also give up its second hand, as long as nothing of the round has happened."""
    current, game = table.round, table.rules.game
    is_bank = table.bank.seat and event.seat in (None, table.bank.seat)
    is_untouched = current is not None and current.open_steps == game.deal.steps[0]
    if current and is_bank and is_untouched and not staying.has_entries(current):
        table.round = None
        bank.give_up(table)
    else:
        bank.decline(table, event)


def _open_door(table: TableState, event: ShufflerDoorOpened) -> None:
    if table.round and is_dispensing(table.round):
        report(table, Irregular("shuffler-opened-mid-round"), event)


def _jam(table: TableState, event: ShufflerJammed) -> None:
    report(table, Irregular("shuffler-jam"), event, released_by="shuffler_cleared")


def _clear_jam(table: TableState, _event: ShufflerCleared) -> None:
    devices.release(table, "shuffler_cleared")


def _misread_dice(table: TableState, event: DiceUnreadable) -> None:
    if table.round and not dice_of(table.round):
        report(table, Irregular("dice-unreadable"), event)


def _stick_lamp(table: TableState, event: LampStuck) -> None:
    report(table, Irregular("lamp-stuck"), event)


def _refuse_result(table: TableState, event: ResultEntered) -> None:
    report(table, Irregular("entry-refused"), event)


def _take_added(  # pragma: no cover: only a process that is told of an addition has such events
    table: TableState, event: AddedEvent
) -> None:
    if event.irregularity:
        report(table, Irregular(event.irregularity), event)


def _note_only(_table: TableState, _event: Event) -> None:
    """Some events are for the record alone."""


# Who came to the desk changes nothing at the table.
OF_STAFF: Final = (
    PersonLoggedIn,
    LogInRefused,
    ActRefused,
    StaffChanged,
    AlarmAcknowledged,
    SoundPaused,
    DirectiveTaken,
    DirectiveRefused,
    DirectiveRolledBack,
)
# What is in no row here, the open steps of the round take.
HANDLERS: Final[dict[type[Fact], Callable[..., None]]] = {
    **dict.fromkeys(EVENT_KINDS, rounds.take),
    TableOpened: _open_table,
    DaemonStarted: _note_only,
    EvidenceKept: _note_only,
    ClockStepped: _reported_as(Irregular("clock-stepped")),
    DiskRanLow: _reported_as(Irregular("disk-low")),
    SettingsChanged: _change_settings,
    DeviceConnected: devices.connected,
    RecordContradicted: _reported_as(Irregular("record-contradicted")),
    RecordDamaged: _reported_as(Irregular("record-damaged")),
    ReportContradicted: _reported_as(Irregular("report-contradicted")),
    DeviceLost: devices.lost,
    DriverFellSilent: devices.fell_silent,
    DriverReturned: devices.returned,
    DaemonRestarted: devices.restarted,
    EventsMissed: devices.missed,
    RulingGiven: rulings.give,
    BankAccepted: _accept_bank,
    BankDeclined: _decline_bank,
    WagerChosen: staying.choose,
    WagerPlaced: rounds.place_wager,
    WagerRemoved: rounds.place_wager,
    StakePlaced: placed_wagers.put_up,
    CardDrawn: shoe_change.draw_card,
    CardUnreadable: shoe_change.draw_unread,
    CutCardDrawn: shoe_change.draw_cut_card,
    ShoeLoaded: shoe_change.load_shoe,
    ShoeEmptied: shoe_change.empty_shoe,
    ShoeLidOpened: shoe_change.open_lid,
    ShoeLidClosed: _note_only,
    DeckLoaded: decks.load,
    DeckShuffled: decks.shuffled,
    DeckRejected: decks.rejected,
    DeckUnloaded: decks.unloaded,
    StackTaken: decks.lifted,
    ShufflerJammed: _jam,
    ShufflerCleared: _clear_jam,
    ShufflerDoorOpened: _open_door,
    ShufflerDoorClosed: _note_only,
    CupClosed: _note_only,
    DiceUnreadable: _misread_dice,
    KeyPressed: shoe_change.load_by_key,
    KeyTakenBack: take_back.take_back,
    ResultEntered: _refuse_result,
    FaultSeen: seen_faults.see,
    HandShown: hand_showing.show,
    DeviceTestStarted: trials.start,
    DeviceTestSeen: trials.see,
    DeviceTestEnded: trials.end,
    FloorCalled: floor_call.call,
    FloorCallTakenBack: floor_call.take_back,
    LampsShown: _note_only,
    LampStuck: _stick_lamp,
    **dict.fromkeys(OF_STAFF, _note_only),
    **dict.fromkeys(ADDED_EVENTS, _take_added),
}
DURING_HOLD: Final[frozenset[type[Fact]]] = frozenset(
    {
        TableOpened,
        DaemonStarted,
        ClockStepped,
        DiskRanLow,
        EvidenceKept,
        SettingsChanged,
        DeviceConnected,
        DeviceLost,
        DriverFellSilent,
        DriverReturned,
        DaemonRestarted,
        DeviceTestStarted,
        DeviceTestSeen,
        DeviceTestEnded,
        RulingGiven,
        FloorCallTakenBack,
        KeyTakenBack,
        LampsShown,
        LampStuck,
        ShoeLidClosed,
        ShufflerDoorClosed,
        *OF_STAFF,
    }
)
# Void with the round they came in, beside all that its steps take. An unloading is not: the deck
# is out of the machine whatever the floor rules.
VOID_WITH_ROUND: Final[frozenset[type[Fact]]] = frozenset(
    {
        StakePlaced,
        WagerChosen,
        WagerPlaced,
        WagerRemoved,
        CardUnreadable,
        DiceUnreadable,
        FaultSeen,
        HandShown,
    }
)
