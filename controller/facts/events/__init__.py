"""Events: facts that a device or a person reported. One class per kind, one file per origin."""

from typing import Annotated

from pydantic import Field, TypeAdapter

from controller.facts.events.cup import (
    CupClosed as CupClosed,
    CupOpened as CupOpened,
    DiceRead as DiceRead,
    DiceUnreadable as DiceUnreadable,
    ShakeEnded as ShakeEnded,
    ShakeStarted as ShakeStarted,
)
from controller.facts.events.lamps import (
    LampsShown as LampsShown,
    LampStuck as LampStuck,
)
from controller.facts.events.people import (
    BankAccepted as BankAccepted,
    BankDeclined as BankDeclined,
    BetsClosed as BetsClosed,
    CardsDealt as CardsDealt,
    CardsRevealed as CardsRevealed,
    CardTurned as CardTurned,
    CollectionTaken as CollectionTaken,
    CoverageDeclared as CoverageDeclared,
    FaultSeen as FaultSeen,
    FloorCalled as FloorCalled,
    HandDoubled as HandDoubled,
    HandFolded as HandFolded,
    HandRescued as HandRescued,
    HandSplit as HandSplit,
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
    SweepDeclared as SweepDeclared,
    WagerChosen as WagerChosen,
    WagerPlaced as WagerPlaced,
    WagerRemoved as WagerRemoved,
)
from controller.facts.events.screens import (
    ScreenDrawn as ScreenDrawn,
    ScreenLost as ScreenLost,
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
from controller.facts.events.table import (
    DeviceConnected as DeviceConnected,
    DeviceLost as DeviceLost,
    EventsMissed as EventsMissed,
    TableOpened as TableOpened,
    TimerEnded as TimerEnded,
)

Event = Annotated[
    TableOpened
    | DeviceConnected
    | DeviceLost
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
    | CoverageDeclared
    | PilesDealt
    | PileChosen
    | PilesDelivered
    | CardsDealt
    | SweepDeclared
    | HandFolded
    | PlayPlaced
    | PlayClosed
    | InsuranceTaken
    | InsuranceClosed
    | HoleChecked
    | HandStood
    | HandDoubled
    | HandSplit
    | HandSurrendered
    | HandRescued
    | FaultSeen
    | RoundSettled
    | KeyPressed
    | ResultEntered
    | FloorCalled
    | RulingGiven
    | LampsShown
    | LampStuck
    | ScreenDrawn
    | ScreenLost,
    Field(discriminator="kind"),
]

EVENT: TypeAdapter[Event] = TypeAdapter(Event)
