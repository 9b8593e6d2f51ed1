"""Events: facts that a device or a person reported. One class per kind, one union."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from controller.core.cards import Card
from controller.core.fact import Count, Fact, Name, Pips, Seat, Text
from controller.core.people_events import (
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

# The table and its devices


class TableOpened(Fact):
    """The daemon began a record under these rules; `digest` names their exact content."""

    kind: Literal["table_opened"] = "table_opened"
    table: Name
    game: str
    seats: Seat
    digest: str


class DeviceConnected(Fact):
    """A driver reached its device and the device introduced itself."""

    kind: Literal["device_connected"] = "device_connected"
    device: Name
    device_kind: Name
    serial_number: Text = ""
    firmware: Text = ""


class DeviceLost(Fact):
    """A device, or its driver, stopped answering."""

    kind: Literal["device_lost"] = "device_lost"
    device: Name
    reason: Text


class EventsMissed(Fact):
    """A device's numbering jumped: events between the two numbers never arrived."""

    kind: Literal["events_missed"] = "events_missed"
    device: Name
    last_sequence: int
    next_sequence: int


class TimerEnded(Fact):
    """The betting timer of a round ran out."""

    kind: Literal["timer_ended"] = "timer_ended"
    round: int


# Shoe reader


class ShoeLoaded(Fact):
    """A new shoe of so many decks was loaded."""

    kind: Literal["shoe_loaded"] = "shoe_loaded"
    decks: Annotated[int, Field(ge=1, le=8)]


class CardDrawn(Fact):
    """A card left the shoe and was read."""

    kind: Literal["card_drawn"] = "card_drawn"
    card: Card


class CardUnreadable(Fact):
    """A card left the shoe and was not, or not safely, read."""

    kind: Literal["card_unreadable"] = "card_unreadable"
    reason: Literal["unread", "boxed", "two-cards", "damaged"]


class CutCardDrawn(Fact):
    """The cut card left the shoe."""

    kind: Literal["cut_card_drawn"] = "cut_card_drawn"


class ShoeEmptied(Fact):
    """The last card left the shoe."""

    kind: Literal["shoe_emptied"] = "shoe_emptied"


class ShoeLidOpened(Fact):
    """The shoe's lid was opened."""

    kind: Literal["shoe_lid_opened"] = "shoe_lid_opened"


class ShoeLidClosed(Fact):
    """The shoe's lid was closed."""

    kind: Literal["shoe_lid_closed"] = "shoe_lid_closed"


# Shuffler


DeckColour = Literal["red", "blue", "green", "black"]


class DeckLoaded(Fact):
    """A deck with this back colour was put into the shuffler."""

    kind: Literal["deck_loaded"] = "deck_loaded"
    colour: DeckColour


class DeckShuffled(Fact):
    """The shuffler finished and counted the deck."""

    kind: Literal["deck_shuffled"] = "deck_shuffled"
    colour: DeckColour
    count: Count


class DeckRejected(Fact):
    """The shuffler refused the deck it counted."""

    kind: Literal["deck_rejected"] = "deck_rejected"
    colour: DeckColour
    reason: Literal["short", "long", "duplicate", "foreign-card"]
    count: Count


class StackDispensed(Fact):
    """Stack number `stack` of this deck lies in the tray."""

    kind: Literal["stack_dispensed"] = "stack_dispensed"
    stack: Annotated[int, Field(ge=1, le=60)]
    count: Count
    colour: DeckColour


class StackTaken(Fact):
    """The stack was lifted out of the tray."""

    kind: Literal["stack_taken"] = "stack_taken"
    stack: Annotated[int, Field(ge=1, le=60)]


class DeckUnloaded(Fact):
    """The cards left in the shuffler were put out and counted."""

    kind: Literal["deck_unloaded"] = "deck_unloaded"
    colour: DeckColour
    count: Count


class ShufflerJammed(Fact):
    """A card is stuck in the shuffler."""

    kind: Literal["shuffler_jammed"] = "shuffler_jammed"
    place: Literal["input", "carousel", "output"]


class ShufflerCleared(Fact):
    """The jam is gone."""

    kind: Literal["shuffler_cleared"] = "shuffler_cleared"


class ShufflerDoorOpened(Fact):
    """The shuffler's door was opened."""

    kind: Literal["shuffler_door_opened"] = "shuffler_door_opened"


class ShufflerDoorClosed(Fact):
    """The shuffler's door was closed."""

    kind: Literal["shuffler_door_closed"] = "shuffler_door_closed"


# Dice cup


class ShakeStarted(Fact):
    """The cup began to be shaken."""

    kind: Literal["shake_started"] = "shake_started"


class ShakeEnded(Fact):
    """The cup came to rest."""

    kind: Literal["shake_ended"] = "shake_ended"


class CupOpened(Fact):
    """The cup's lid was lifted."""

    kind: Literal["cup_opened"] = "cup_opened"


class CupClosed(Fact):
    """The cup's lid was put back."""

    kind: Literal["cup_closed"] = "cup_closed"


class DiceRead(Fact):
    """The dice in the open cup show these values."""

    kind: Literal["dice_read"] = "dice_read"
    dice: Annotated[tuple[Pips, ...], Field(min_length=1, max_length=5)]


class DiceUnreadable(Fact):
    """The dice in the open cup could not be read."""

    kind: Literal["dice_unreadable"] = "dice_unreadable"
    reason: Literal["cocked", "missing", "extra", "unread"]


# Lamps


class LampsShown(Fact):
    """The lamps show these seats."""

    kind: Literal["lamps_shown"] = "lamps_shown"
    bank: Seat | None
    action: Seat | None


class LampStuck(Fact):
    """A lamp's read-back does not follow its order."""

    kind: Literal["lamp_stuck"] = "lamp_stuck"
    lamp: Name


# Screens


class ScreenDrawn(Fact):
    """A screen has drawn the table's picture `number`; told at most every ten seconds."""

    kind: Literal["screen_drawn"] = "screen_drawn"
    screen: Name
    number: Annotated[int, Field(ge=0, lt=2**63)]
    page: Annotated[str, Field(max_length=64)]
    paint_ms: Annotated[float, Field(ge=0, le=600_000)]


class ScreenLost(Fact):
    """A screen that had drawn draws no more, or shows an old picture."""

    kind: Literal["screen_lost"] = "screen_lost"
    screen: Name
    reason: Text


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
