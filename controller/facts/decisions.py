"""Decisions: what the daemon concluded from the events. One class per kind, one union.

Events come from outside and are validated models; decisions are made here, ten a round, so they
are plain classes. `DECISION` checks them as strictly when they come back from text.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from controller.facts.cards import Card
from controller.facts.conclusion import Conclusion, conclusion
from controller.facts.events import DeckColour
from controller.facts.fact import ON_FIRST_USE, Chips, Name, PersonName, Pips, Seat, Text
from controller.facts.phrase import Argument, Phrase, Reason
from controller.facts.road_decisions import (
    HandCorrected as HandCorrected,
    HandInserted as HandInserted,
    HandTakenBack as HandTakenBack,
    OutcomeDecided as OutcomeDecided,
    Winner as Winner,
)


@conclusion
class Expectation(Conclusion):
    """One thing that may happen next: the kind of event, and the code of its sentence."""

    event: str
    code: Name
    seat: Seat | None = None
    hand: str | None = None
    arguments: Mapping[str, Argument] = field(default_factory=dict, hash=False)

    def __eq__(self, other: object) -> bool:
        """Every event compares what was expected with what is: mostly one word tells them apart."""
        return (
            isinstance(other, Expectation)
            and self.code == other.code
            and self.hand == other.hand
            and self.seat == other.seat
            and self.event == other.event
            and self.arguments == other.arguments
        )


@conclusion
class ExpectationSet(Conclusion):
    """These events, and no others, meet the rules now."""

    kind: Literal["expectation_set"] = "expectation_set"
    expected: tuple[Expectation, ...]


# Bank


@conclusion
class BankOffered(Conclusion):
    """The bank is offered to this seat."""

    kind: Literal["bank_offered"] = "bank_offered"
    seat: Seat


@conclusion
class BankPlaced(Conclusion):
    """A seat took the bank."""

    kind: Literal["bank_placed"] = "bank_placed"
    seat: Seat


@conclusion
class GameHalted(Conclusion):
    """Nobody takes the bank: no hand is dealt until somebody does."""

    kind: Literal["game_halted"] = "game_halted"
    reason: Phrase


# Round


@conclusion
class RoundOpened(Conclusion):
    """Bets are open; `turn` is the bank's first or second hand; `timer_s` closes the bets."""

    kind: Literal["round_opened"] = "round_opened"
    round: int
    # None in a game without a bank.
    bank: Seat | None
    turn: int
    timer_s: int | None = None


@conclusion
class BettingEnded(Conclusion):
    """No more bets; these seats have a wager as far as anyone entered it."""

    kind: Literal["betting_ended"] = "betting_ended"
    wagers: tuple[Seat, ...]


@conclusion
class SeatFee(Conclusion):
    """What a player at a seat pays for its wagers."""

    seat: Seat
    fee: Chips


@conclusion
class CollectionCounted(Conclusion):
    """The collection of a round whose amounts are known: by the action, under one schedule."""

    kind: Literal["collection_counted"] = "collection_counted"
    round: int
    option: Text
    action: Chips
    bank: Chips
    players: tuple[SeatFee, ...] = ()


@conclusion
class ButtonPlaced(Conclusion):
    """The action button: who was counted, who gets the first hand, who is settled first."""

    kind: Literal["button_placed"] = "button_placed"
    count: int
    counted_seat: Seat | None
    first_hand: Seat | None
    button: Seat | None
    readings: tuple[Name, ...] = ()


@conclusion
class DiceCounted(Conclusion):
    """The dice of the round and their sum."""

    kind: Literal["dice_counted"] = "dice_counted"
    dice: tuple[Pips, ...]
    total: int


@conclusion
class PilesOrdered(Conclusion):
    """Which seat each pile goes to, in the order of delivery."""

    kind: Literal["piles_ordered"] = "piles_ordered"
    piles: tuple[int, ...]
    seats: tuple[Seat, ...]


@conclusion
class EntryRefused(Conclusion):
    """What was keyed in cannot be taken and changed nothing; the reason says what can."""

    kind: Literal["entry_refused"] = "entry_refused"
    reason: Phrase


@conclusion
class FreeHandOpened(Conclusion):
    """The next coup is a hand nobody bet on."""

    kind: Literal["free_hand_opened"] = "free_hand_opened"
    round: int


@conclusion
class FreeHandEnded(Conclusion):
    """The free hand is over: on the road, or called off before its first card."""

    kind: Literal["free_hand_ended"] = "free_hand_ended"
    round: int
    is_played: bool


@conclusion
class SeatWager(Conclusion):
    """A seat's wager by its name."""

    seat: Seat
    wager: Name


@conclusion
class StayingWagersChanged(Conclusion):
    """What became of wagers that stay on the table until decided, and which still stand."""

    kind: Literal["staying_wagers_changed"] = "staying_wagers_changed"
    won: tuple[SeatWager, ...] = ()
    lost: tuple[SeatWager, ...] = ()
    returned: tuple[SeatWager, ...] = ()
    staying: tuple[SeatWager, ...] = ()


@conclusion
class DecidedHand(Conclusion):
    """What one hand came to against the bank's, and by which rule."""

    seat: Seat
    cards: tuple[Card, ...]
    # As `soft 17`: a word of the words' names, then a number.
    count: tuple[str, ...]
    result: Literal["natural", "win", "push", "lose"]
    why: Phrase


@conclusion
class LineHit(Conclusion):
    """A line of a wager's pay table that the cards show, whether or not anybody bet on it."""

    wager: Name
    line: Name
    # None where it is the same for every seat.
    seat: Seat | None = None


@conclusion
class HandsDecided(Conclusion):
    """The hands of a round are complete: the bank's, those against it, the bonuses they show."""

    kind: Literal["hands_decided"] = "hands_decided"
    round: int
    bank: tuple[Card, ...]
    bank_count: tuple[str, ...]
    hands: tuple[DecidedHand, ...]
    bonuses: tuple[LineHit, ...] = ()


@conclusion
class SettlementLap(Conclusion):
    """One wager, settled seat after seat."""

    wagers: tuple[Name, ...]
    seats: tuple[Seat, ...]


@conclusion
class SettlementOrdered(Conclusion):
    """The order in which wagers are settled until the bank is exhausted.

    A `stage` has a name when it is settled before the last laps. Where losers come first, all
    losing wagers of a lap are collected before a winning one is paid.
    """

    kind: Literal["settlement_ordered"] = "settlement_ordered"
    stage: Name | None = None
    laps: tuple[SettlementLap, ...]
    losers_first: bool = False


@conclusion
class RoundClosed(Conclusion):
    """The round is over and counted."""

    kind: Literal["round_closed"] = "round_closed"
    round: int


@conclusion
class RoundVoided(Conclusion):
    """The round does not count; every wager goes back."""

    kind: Literal["round_voided"] = "round_voided"
    round: int
    by: PersonName


# Shoe and decks


@conclusion
class ShoeStarted(Conclusion):
    """A new shoe is in play."""

    kind: Literal["shoe_started"] = "shoe_started"
    shoe: int
    decks: int


@conclusion
class ShoeEnded(Conclusion):
    """The shoe is finished."""

    kind: Literal["shoe_ended"] = "shoe_ended"
    shoe: int
    hands: int


@conclusion
class DeckDue(Conclusion):
    """The deck of this colour is the one for the next round."""

    kind: Literal["deck_due"] = "deck_due"
    colour: DeckColour


# Irregularities


@conclusion
class IrregularityFound(Conclusion):
    """An event met no expectation."""

    kind: Literal["irregularity_found"] = "irregularity_found"
    name: Name
    seen: Phrase
    expected: tuple[Phrase, ...] = ()


@conclusion
class TableHeld(Conclusion):
    """The table waits for a ruling, or for a device to come back."""

    kind: Literal["table_held"] = "table_held"
    name: Name


@conclusion
class HoldReleased(Conclusion):
    """The table goes on."""

    kind: Literal["hold_released"] = "hold_released"
    name: Name
    by: PersonName
    ruling: Name
    note: Text = ""


@conclusion
class RulingRefused(Conclusion):
    """The ruling does not fit the hold; the reason says what would."""

    kind: Literal["ruling_refused"] = "ruling_refused"
    reason: Phrase


@conclusion
class DeviceStateChanged(Conclusion):
    """A device became ready or unavailable, or its driver fell silent."""

    kind: Literal["device_state_changed"] = "device_state_changed"
    device: Name
    state: Literal["ready", "unavailable", "silent"]
    reason: Reason = ""


Decision = Annotated[
    ExpectationSet
    | BankOffered
    | BankPlaced
    | GameHalted
    | RoundOpened
    | BettingEnded
    | CollectionCounted
    | ButtonPlaced
    | DiceCounted
    | PilesOrdered
    | OutcomeDecided
    | EntryRefused
    | FreeHandOpened
    | FreeHandEnded
    | HandCorrected
    | HandTakenBack
    | HandInserted
    | StayingWagersChanged
    | HandsDecided
    | SettlementOrdered
    | RoundClosed
    | RoundVoided
    | ShoeStarted
    | ShoeEnded
    | DeckDue
    | IrregularityFound
    | TableHeld
    | HoldReleased
    | RulingRefused
    | DeviceStateChanged,
    Field(discriminator="kind"),
]

DECISION: TypeAdapter[Decision] = TypeAdapter(Decision, config=ON_FIRST_USE)
