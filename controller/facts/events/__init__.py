"""Events: facts that a device or a person reported. One class per kind, one file per origin."""

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Annotated, Final, Union, get_args

from pydantic import Field, TypeAdapter

from controller.facts.additions import addition_folders
from controller.facts.events.cup import (
    CupClosed as CupClosed,
    CupOpened as CupOpened,
    DiceRead as DiceRead,
    DiceUnreadable as DiceUnreadable,
    ShakeEnded as ShakeEnded,
    ShakeStarted as ShakeStarted,
)
from controller.facts.events.directives import (
    DirectiveRefused as DirectiveRefused,
    DirectiveRolledBack as DirectiveRolledBack,
    DirectiveTaken as DirectiveTaken,
)
from controller.facts.events.lamps import (
    LampsShown as LampsShown,
    LampStuck as LampStuck,
)
from controller.facts.events.page import KeyTakenBack as KeyTakenBack
from controller.facts.events.people import (
    BankAccepted as BankAccepted,
    BankDeclined as BankDeclined,
    BetsClosed as BetsClosed,
    CardsDealt as CardsDealt,
    CardsRevealed as CardsRevealed,
    CardTurned as CardTurned,
    CollectionTaken as CollectionTaken,
    CoverageDeclared as CoverageDeclared,
    EvenMoneyTaken as EvenMoneyTaken,
    FaultSeen as FaultSeen,
    FloorCalled as FloorCalled,
    FloorCallTakenBack as FloorCallTakenBack,
    HandDoubled as HandDoubled,
    HandFolded as HandFolded,
    HandRescued as HandRescued,
    HandShown as HandShown,
    HandSplit as HandSplit,
    HandsSet as HandsSet,
    HandStood as HandStood,
    HandSurrendered as HandSurrendered,
    HoleChecked as HoleChecked,
    InsuranceClosed as InsuranceClosed,
    InsuranceTaken as InsuranceTaken,
    KeyPressed as KeyPressed,
    PileChosen as PileChosen,
    PilesDealt as PilesDealt,
    PilesDelivered as PilesDelivered,
    PlayClosed as PlayClosed,
    PlayPlaced as PlayPlaced,
    ResultEntered as ResultEntered,
    RoundSettled as RoundSettled,
    RulingGiven as RulingGiven,
    StageSettled as StageSettled,
    StakePlaced as StakePlaced,
    SweepDeclared as SweepDeclared,
    WagerChosen as WagerChosen,
    WagerPlaced as WagerPlaced,
    WagerRemoved as WagerRemoved,
)
from controller.facts.events.shoe import (
    CardDrawn as CardDrawn,
    CardUnreadable as CardUnreadable,
    CutCardDrawn as CutCardDrawn,
    ShoeEmptied as ShoeEmptied,
    ShoeLidClosed as ShoeLidClosed,
    ShoeLidOpened as ShoeLidOpened,
    ShoeLoaded as ShoeLoaded,
)
from controller.facts.events.shuffler import (
    DeckColour as DeckColour,
    DeckLoaded as DeckLoaded,
    DeckRejected as DeckRejected,
    DeckShuffled as DeckShuffled,
    DeckUnloaded as DeckUnloaded,
    ShufflerCleared as ShufflerCleared,
    ShufflerDoorClosed as ShufflerDoorClosed,
    ShufflerDoorOpened as ShufflerDoorOpened,
    ShufflerJammed as ShufflerJammed,
    StackDispensed as StackDispensed,
    StackTaken as StackTaken,
)
from controller.facts.events.staff import (
    ActRefused as ActRefused,
    AlarmAcknowledged as AlarmAcknowledged,
    LogInRefused as LogInRefused,
    PersonLoggedIn as PersonLoggedIn,
    SoundPaused as SoundPaused,
    StaffChanged as StaffChanged,
)
from controller.facts.events.table import (
    ClockStepped as ClockStepped,
    DaemonRestarted as DaemonRestarted,
    DaemonStarted as DaemonStarted,
    DeviceConnected as DeviceConnected,
    DeviceLost as DeviceLost,
    DiskRanLow as DiskRanLow,
    DriverFellSilent as DriverFellSilent,
    DriverReturned as DriverReturned,
    EventsMissed as EventsMissed,
    EvidenceKept as EvidenceKept,
    RecordContradicted as RecordContradicted,
    RecordDamaged as RecordDamaged,
    ReportContradicted as ReportContradicted,
    SettingsChanged as SettingsChanged,
    TableOpened as TableOpened,
    TimerEnded as TimerEnded,
)
from controller.facts.events.trials import (
    DeviceTestEnded as DeviceTestEnded,
    DeviceTestSeen as DeviceTestSeen,
    DeviceTestStarted as DeviceTestStarted,
)
from controller.facts.fact import ON_FIRST_USE, AddedEvent, Fact

_OurEvent = (
    TableOpened
    | SettingsChanged
    | DeviceConnected
    | DeviceLost
    | DaemonStarted
    | ClockStepped
    | DiskRanLow
    | EvidenceKept
    | RecordDamaged
    | RecordContradicted
    | ReportContradicted
    | DriverFellSilent
    | DriverReturned
    | DaemonRestarted
    | EventsMissed
    | TimerEnded
    | ShoeLoaded
    | CardDrawn
    | CardUnreadable
    | CutCardDrawn
    | ShoeEmptied
    | ShoeLidOpened
    | ShoeLidClosed
    | DeckLoaded
    | DeckShuffled
    | DeckRejected
    | StackDispensed
    | StackTaken
    | DeckUnloaded
    | ShufflerJammed
    | ShufflerCleared
    | ShufflerDoorOpened
    | ShufflerDoorClosed
    | ShakeStarted
    | ShakeEnded
    | CupOpened
    | CupClosed
    | DiceRead
    | DiceUnreadable
    | BankAccepted
    | BankDeclined
    | WagerChosen
    | WagerPlaced
    | WagerRemoved
    | CollectionTaken
    | BetsClosed
    | CardTurned
    | CardsRevealed
    | HandShown
    | CoverageDeclared
    | PilesDealt
    | PileChosen
    | PilesDelivered
    | HandsSet
    | CardsDealt
    | SweepDeclared
    | HandFolded
    | PlayPlaced
    | PlayClosed
    | InsuranceTaken
    | EvenMoneyTaken
    | InsuranceClosed
    | HoleChecked
    | HandStood
    | HandDoubled
    | HandSplit
    | HandSurrendered
    | HandRescued
    | FaultSeen
    | StakePlaced
    | StageSettled
    | RoundSettled
    | KeyPressed
    | KeyTakenBack
    | ResultEntered
    | FloorCalled
    | FloorCallTakenBack
    | RulingGiven
    | LampsShown
    | LampStuck
    | PersonLoggedIn
    | LogInRefused
    | ActRefused
    | StaffChanged
    | AlarmAcknowledged
    | SoundPaused
    | DirectiveTaken
    | DirectiveRefused
    | DirectiveRolledBack
    | DeviceTestStarted
    | DeviceTestSeen
    | DeviceTestEnded
)


__path__ += [str(folder) for folder in addition_folders("events")]


def _added() -> tuple[type[AddedEvent], ...]:
    """The events that no rule names, as the modules of this folder and of additions list them."""
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    return tuple(event for module in modules for event in getattr(module, "EVENTS", ()))


ADDED_EVENTS: Final = _added()
EVENT_KINDS: Final[tuple[type[Fact], ...]] = (*get_args(_OurEvent), *ADDED_EVENTS)
if TYPE_CHECKING:
    Event = _OurEvent | AddedEvent
else:
    Event = Annotated[Union[(_OurEvent, *ADDED_EVENTS)], Field(discriminator="kind")]

EVENT: TypeAdapter[Event] = TypeAdapter(Event, config=ON_FIRST_USE)
