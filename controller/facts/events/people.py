"""Events that people report, through the entry pad, a page or the desk."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from controller.facts.cards import Card
from controller.facts.fact import Chips, Fact, Name, PersonName, Pips, RankCode, Seat, Text
from controller.facts.kinds import Ruling, SeenFault
from controller.facts.tiles import Tile

# Of the clock on the wall.
Milliseconds = Annotated[int, Field(ge=0, le=2**53)]


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
    """A seat has a wager this round; which, how much and whose, as far as somebody enters it."""

    kind: Literal["wager_placed"] = "wager_placed"
    seat: Seat
    wager: Name | None = None
    amount: Chips | None = None
    # Who bets behind the seat; none: the seat's own player.
    owner: PersonName | None = None


class WagerRemoved(Fact):
    """A seat took its wager back before bets closed: the one named, or all of them."""

    kind: Literal["wager_removed"] = "wager_removed"
    seat: Seat
    wager: Name | None = None
    owner: PersonName | None = None


class StakePlaced(Fact):
    """The bank put up its stake for this round."""

    kind: Literal["stake_placed"] = "stake_placed"
    stake: Chips


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


class HandShown(Fact):
    """What lies face up where no device reads it, row by row; no seat: in the middle."""

    kind: Literal["hand_shown"] = "hand_shown"
    seat: Seat | None = None
    cards: Annotated[tuple[Card, ...], Field(max_length=13)] = ()
    tiles: Annotated[tuple[Tile, ...], Field(max_length=4)] = ()


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


class HandsSet(Fact):
    """Every player has set the hand; the bank's lies closed."""

    kind: Literal["hands_set"] = "hands_set"


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
    amount: Chips | None = None


class EvenMoneyTaken(Fact):
    """A seat with a natural took even money before the bank's other card is known."""

    kind: Literal["even_money_taken"] = "even_money_taken"
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
    # What was added, where that is not the wager once more.
    less: Chips | None = None


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


class StageSettled(Fact):
    """The wagers of a stage before the last laps are settled; none: of the stage that is due."""

    kind: Literal["stage_settled"] = "stage_settled"
    stage: Name | None = None


class RoundSettled(Fact):
    """All wagers of the round are paid, collected or returned."""

    kind: Literal["round_settled"] = "round_settled"


class KeyPressed(Fact):
    """A key of an entry was pressed: of a result, or of a card not read; `at_ms` is when."""

    kind: Literal["key_pressed"] = "key_pressed"
    key: Name
    is_long: bool
    at_ms: Milliseconds | None = None


class ResultEntered(Fact):
    """A person entered how a coup ended: P, B or T, then n natural, p and b for the pairs."""

    kind: Literal["result_entered"] = "result_entered"
    mark: Annotated[str, StringConstraints(pattern=r"^[PBT]n?p?b?$")]
    bonuses: tuple[Name, ...] = ()
    # A hand nobody bet on: on the road and in the figures, and nowhere else.
    is_free: bool = False


class FloorCalled(Fact):
    """The house dealer asked for the floor; `at_ms` is when."""

    kind: Literal["floor_called"] = "floor_called"
    at_ms: Milliseconds | None = None


class FloorCallTakenBack(Fact):
    """The house dealer called by mistake, and says so at once; `at_ms` is when."""

    kind: Literal["floor_call_taken_back"] = "floor_call_taken_back"
    at_ms: Milliseconds | None = None


class RulingGiven(Fact):
    """A supervisor ruled on a hold, on a hand of the shoe in play, or that a hand is free."""

    kind: Literal["ruling_given"] = "ruling_given"
    by: PersonName
    ruling: Ruling
    card: Card | None = None
    dice: Annotated[tuple[Pips, ...], Field(min_length=1, max_length=5)] | None = None
    # Which hand of the shoe, from 1, and what it becomes: a mark such as `Bn`, and its bonuses.
    hand: Annotated[int, Field(ge=1, le=1000)] | None = None
    to: Annotated[str, StringConstraints(max_length=12)] | None = None
    bonuses: tuple[Name, ...] = ()
    # The hold it is meant for; none: whichever there is.
    hold: Name | None = None
    note: Text = ""
