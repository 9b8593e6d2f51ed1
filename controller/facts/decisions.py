"""Decisions: what the daemon concluded from the events. One class per kind, one union, one file.

Events come from outside and are validated models; decisions are made here, ten a round, so they
are plain frozen classes. `DECISION` checks them as strictly when they come back from text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from controller.facts.cards import Card
from controller.facts.events import DeckColour
from controller.facts.fact import Name, PersonName, Pips, Seat, Text
from controller.facts.phrase import Argument, Phrase


class Conclusion:
    """What the core concluded; read back from text it is checked as strictly as an event."""

    __slots__ = ()
    __pydantic_config__: ClassVar = ConfigDict(strict=True, extra="forbid")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation(Conclusion):
    """One thing that may happen next: the kind of event, and the code of its sentence."""

    event: str
    code: Name
    seat: Seat | None = None
    hand: str | None = None
    arguments: Mapping[str, Argument] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectationSet(Conclusion):
    """These events, and no others, meet the rules now."""

    kind: Literal["expectation_set"] = "expectation_set"
    expected: tuple[Expectation, ...]


# Bank


@dataclass(frozen=True, slots=True, kw_only=True)
class BankOffered(Conclusion):
    """The bank is offered to this seat."""

    kind: Literal["bank_offered"] = "bank_offered"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class BankPlaced(Conclusion):
    """A seat took the bank."""

    kind: Literal["bank_placed"] = "bank_placed"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHalted(Conclusion):
    """Nobody takes the bank: no hand is dealt until somebody does."""

    kind: Literal["game_halted"] = "game_halted"
    reason: Phrase


# Round


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOpened(Conclusion):
    """Bets are open; `turn` is the bank's first or second hand; `timer_s` closes the bets."""

    kind: Literal["round_opened"] = "round_opened"
    round: int
    # None in a game without a bank.
    bank: Seat | None
    turn: int
    timer_s: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingEnded(Conclusion):
    """No more bets; these seats have a wager as far as anyone entered it."""

    kind: Literal["betting_ended"] = "betting_ended"
    wagers: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonPlaced(Conclusion):
    """The action button: who was counted, who gets the first hand, who is settled first."""

    kind: Literal["button_placed"] = "button_placed"
    count: int
    counted_seat: Seat | None
    first_hand: Seat | None
    button: Seat | None
    readings: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceCounted(Conclusion):
    """The dice of the round and their sum."""

    kind: Literal["dice_counted"] = "dice_counted"
    dice: tuple[Pips, ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesOrdered(Conclusion):
    """Which seat each pile goes to, in the order of delivery."""

    kind: Literal["piles_ordered"] = "piles_ordered"
    piles: tuple[int, ...]
    seats: tuple[Seat, ...]


Winner = Literal["player", "banker", "tie"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeDecided(Conclusion):
    """A coup is complete: both hands, the winner, and the marks the road keeps.

    A result entered or corrected by hand has no cards and no totals; nobody bet on a free hand.
    """

    kind: Literal["outcome_decided"] = "outcome_decided"
    round: int
    winner: Winner
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    player_total: int | None
    banker_total: int | None
    mark: str
    bonuses: tuple[Name, ...] = ()
    readings: tuple[Name, ...] = ()
    is_free: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRefused(Conclusion):
    """What was keyed in cannot be taken and changed nothing; the reason says what can."""

    kind: Literal["entry_refused"] = "entry_refused"
    reason: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeHandOpened(Conclusion):
    """The next coup is a hand nobody bet on."""

    kind: Literal["free_hand_opened"] = "free_hand_opened"
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeHandEnded(Conclusion):
    """The free hand is over: on the road, or called off before its first card."""

    kind: Literal["free_hand_ended"] = "free_hand_ended"
    round: int
    is_played: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCorrected(Conclusion):
    """Hand number `hand` of the shoe, from 1, was not `before`; from now on it is `after`."""

    kind: Literal["hand_corrected"] = "hand_corrected"
    shoe: int
    hand: int
    before: OutcomeDecided
    after: OutcomeDecided
    by: PersonName
    note: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTakenBack(Conclusion):
    """Hand number `hand` of the shoe, from 1, does not count; the later ones move up."""

    kind: Literal["hand_taken_back"] = "hand_taken_back"
    shoe: int
    hand: int
    taken: OutcomeDecided
    by: PersonName
    note: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatWager(Conclusion):
    """A seat's wager by its name."""

    seat: Seat
    wager: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class StayingWagersChanged(Conclusion):
    """What became of wagers that stay on the table until decided, and which still stand."""

    kind: Literal["staying_wagers_changed"] = "staying_wagers_changed"
    won: tuple[SeatWager, ...] = ()
    lost: tuple[SeatWager, ...] = ()
    returned: tuple[SeatWager, ...] = ()
    staying: tuple[SeatWager, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedHand(Conclusion):
    """What one hand came to against the bank's, and by which rule."""

    seat: Seat
    cards: tuple[Card, ...]
    # As `soft 17`: a word of the words' names, then a number.
    count: tuple[str, ...]
    result: Literal["natural", "win", "push", "lose"]
    why: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsDecided(Conclusion):
    """All hands of a twenty-one round are complete: the bank's, and every one against it."""

    kind: Literal["hands_decided"] = "hands_decided"
    round: int
    bank: tuple[Card, ...]
    bank_count: tuple[str, ...]
    hands: tuple[DecidedHand, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementLap(Conclusion):
    """One wager, settled seat after seat."""

    wagers: tuple[Name, ...]
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementOrdered(Conclusion):
    """The order in which wagers are settled until the bank is exhausted.

    A `stage` has a name when it is settled before the last laps. Where losers come first, all
    losing wagers of a lap are collected before a winning one is paid.
    """

    kind: Literal["settlement_ordered"] = "settlement_ordered"
    stage: Name | None = None
    laps: tuple[SettlementLap, ...]
    losers_first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClosed(Conclusion):
    """The round is over and counted."""

    kind: Literal["round_closed"] = "round_closed"
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided(Conclusion):
    """The round does not count; every wager goes back."""

    kind: Literal["round_voided"] = "round_voided"
    round: int
    by: PersonName


# Shoe and decks


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeStarted(Conclusion):
    """A new shoe is in play."""

    kind: Literal["shoe_started"] = "shoe_started"
    shoe: int
    decks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeEnded(Conclusion):
    """The shoe is finished."""

    kind: Literal["shoe_ended"] = "shoe_ended"
    shoe: int
    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckDue(Conclusion):
    """The deck of this colour is the one for the next round."""

    kind: Literal["deck_due"] = "deck_due"
    colour: DeckColour


# Irregularities


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityFound(Conclusion):
    """An event met no expectation."""

    kind: Literal["irregularity_found"] = "irregularity_found"
    name: Name
    seen: Phrase
    expected: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHeld(Conclusion):
    """The table waits for a ruling, or for a device to come back."""

    kind: Literal["table_held"] = "table_held"
    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldReleased(Conclusion):
    """The table goes on."""

    kind: Literal["hold_released"] = "hold_released"
    name: Name
    by: PersonName
    ruling: Name
    note: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRefused(Conclusion):
    """The ruling does not fit the hold; the reason says what would."""

    kind: Literal["ruling_refused"] = "ruling_refused"
    reason: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceStateChanged(Conclusion):
    """A device became ready or unavailable, or its driver fell silent."""

    kind: Literal["device_state_changed"] = "device_state_changed"
    device: Name
    state: Literal["ready", "unavailable", "silent"]
    reason: Text = ""


Decision = Annotated[
    ExpectationSet
    | BankOffered
    | BankPlaced
    | GameHalted
    | RoundOpened
    | BettingEnded
    | ButtonPlaced
    | DiceCounted
    | PilesOrdered
    | OutcomeDecided
    | EntryRefused
    | FreeHandOpened
    | FreeHandEnded
    | HandCorrected
    | HandTakenBack
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

DECISION: TypeAdapter[Decision] = TypeAdapter(Decision)
