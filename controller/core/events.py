"""Events: facts that a device or a person reported. One class per kind, one union, one file."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from config.pai_gow import SeenFault
from controller.core.cards import Card
from controller.core.fact import Count, Fact, Name, PersonName, Pips, RankCode, Seat, Text

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


# People, through the entry pad or a page


class BankAccepted(Fact):
    """A seat took the bank; no seat means the one it is offered to."""

    kind: Literal["bank_accepted"] = "bank_accepted"
    seat: Seat | None = None


class BankDeclined(Fact):
    """A seat passed the bank on; no seat means the one it is offered to."""

    kind: Literal["bank_declined"] = "bank_declined"
    seat: Seat | None = None


class WagerChosen(Fact):
    """The next seat entered is for this wager, one that stays on the table until decided."""

    kind: Literal["wager_chosen"] = "wager_chosen"
    wager: Name


class WagerPlaced(Fact):
    """A seat has a wager this round."""

    kind: Literal["wager_placed"] = "wager_placed"
    seat: Seat


class WagerRemoved(Fact):
    """A seat took its wager back before bets closed."""

    kind: Literal["wager_removed"] = "wager_removed"
    seat: Seat


class CollectionTaken(Fact):
    """The house dealer dropped the collection of this round."""

    kind: Literal["collection_taken"] = "collection_taken"


class BetsClosed(Fact):
    """The house dealer closed the bets."""

    kind: Literal["bets_closed"] = "bets_closed"


class CardTurned(Fact):
    """A face-down card was turned: the one that decides the button."""

    kind: Literal["card_turned"] = "card_turned"
    rank: RankCode


class CardsRevealed(Fact):
    """Face-down cards were turned up: a hand's, or all that lie face down."""

    kind: Literal["cards_revealed"] = "cards_revealed"
    hand: Name | None = None


class CoverageDeclared(Fact):
    """The house dealer compared the bank with the action: it covers all of it, or not."""

    kind: Literal["coverage_declared"] = "coverage_declared"
    covers: bool


class PilesDealt(Fact):
    """The piles lie in front of the house dealer."""

    kind: Literal["piles_dealt"] = "piles_dealt"


class PileChosen(Fact):
    """The bank chose the pile that goes out first, counted from the house dealer's left."""

    kind: Literal["pile_chosen"] = "pile_chosen"
    pile: Annotated[int, Field(ge=1, le=8)]


class PilesDelivered(Fact):
    """Every pile lies at its seat."""

    kind: Literal["piles_delivered"] = "piles_delivered"


class CardsDealt(Fact):
    """Every hand lies at its seat, dealt by hand."""

    kind: Literal["cards_dealt"] = "cards_dealt"


class SweepDeclared(Fact):
    """A seat declared a clean sweep before the hands are shown."""

    kind: Literal["sweep_declared"] = "sweep_declared"
    seat: Seat


class HandFolded(Fact):
    """A seat gave up its hand."""

    kind: Literal["hand_folded"] = "hand_folded"
    seat: Seat


class PlayPlaced(Fact):
    """A seat placed its Play wager, so many times its Ante; none: as many as it may now."""

    kind: Literal["play_placed"] = "play_placed"
    seat: Seat
    times: Annotated[int, Field(ge=1, le=9)] | None = None


class PlayClosed(Fact):
    """Every seat has played or folded."""

    kind: Literal["play_closed"] = "play_closed"


class InsuranceTaken(Fact):
    """A seat insured its wager against a natural of the bank."""

    kind: Literal["insurance_taken"] = "insurance_taken"
    seat: Seat


class InsuranceClosed(Fact):
    """No more insurance in this round."""

    kind: Literal["insurance_closed"] = "insurance_closed"


class HoleChecked(Fact):
    """The house dealer looked at the bank's face-down card: it makes a natural, or not."""

    kind: Literal["hole_checked"] = "hole_checked"
    is_natural: bool


class HandStood(Fact):
    """A hand takes no more cards; no seat means the hand whose turn it is."""

    kind: Literal["hand_stood"] = "hand_stood"
    seat: Seat | None = None


class HandDoubled(Fact):
    """A hand doubled its wager and takes one card; no seat means the hand whose turn it is."""

    kind: Literal["hand_doubled"] = "hand_doubled"
    seat: Seat | None = None


class HandSplit(Fact):
    """Two cards became two hands; no seat means the hand whose turn it is."""

    kind: Literal["hand_split"] = "hand_split"
    seat: Seat | None = None


class HandSurrendered(Fact):
    """A hand was given up for half its wager; no seat means the hand whose turn it is."""

    kind: Literal["hand_surrendered"] = "hand_surrendered"
    seat: Seat | None = None


class HandRescued(Fact):
    """A doubled hand took its last doubling back; no seat means the hand whose turn it is."""

    kind: Literal["hand_rescued"] = "hand_rescued"
    seat: Seat | None = None


class FaultSeen(Fact):
    """The house dealer saw a fault of the deal or of a hand that no device sees."""

    kind: Literal["fault_seen"] = "fault_seen"
    fault: SeenFault


class RoundSettled(Fact):
    """All wagers of the round are paid, collected or returned."""

    kind: Literal["round_settled"] = "round_settled"


class KeyPressed(Fact):
    """A key was pressed that stands for nothing at this table."""

    kind: Literal["key_pressed"] = "key_pressed"
    key: Name
    is_long: bool


class FloorCalled(Fact):
    """The house dealer asked for the floor."""

    kind: Literal["floor_called"] = "floor_called"


class RulingGiven(Fact):
    """A supervisor ruled on a hold."""

    kind: Literal["ruling_given"] = "ruling_given"
    by: PersonName
    ruling: Literal["resume", "accept", "use-card", "use-dice", "void-round"]
    card: Card | None = None
    dice: Annotated[tuple[Pips, ...], Field(min_length=1, max_length=5)] | None = None
    note: Text = ""


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
    | FloorCalled
    | RulingGiven
    | LampsShown
    | LampStuck,
    Field(discriminator="kind"),
]

EVENT: TypeAdapter[Event] = TypeAdapter(Event)
