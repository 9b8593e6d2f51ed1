"""A finished round as one value, from a file or from a record: hands, wagers, the bank."""

from typing import Annotated

from pydantic import Field, TypeAdapter

from controller.facts.cards import Card
from controller.facts.fact import Chips, Fact, Name, PersonName, Pips, RankCode, Seat
from controller.facts.tiles import Tile

Money = Chips
Cards = tuple[Card, ...]


class PlayedHand(Fact):
    """One of several hands at a seat: after a split, or in a circle of its own."""

    cards: Cards
    doubled: Annotated[int, Field(ge=0, le=3)] = 0
    # What a doubling for less added to the wager.
    less: Money | None = None
    surrendered: bool = False
    # Surrendered before the look at the bank's face-down card.
    early: bool = False
    # A natural that took 1 to 1 before that look.
    even_money: bool = False
    rescued: bool = False
    misplayed: bool = False


Wagers = dict[Name, Money]


class BackWagers(Fact):
    """What one person has bet behind a seat, on the seat's hand."""

    owner: PersonName
    wagers: Wagers


class SeatRound(Fact):
    """What one seat held and staked; which fields are used depends on the family.

    A record knows that a seat bet and not what: its wagers are empty.
    """

    wagers: dict[Name, Money]
    cards: Cards = ()
    front: Cards = ()
    middle: Cards = ()
    tiles: tuple[Tile, ...] = ()
    high_tiles: tuple[Tile, ...] = ()
    hands: tuple[PlayedHand, ...] = ()
    folded: bool = False
    # Against a natural of the bank, for an amount that the wagers name if anybody does.
    insured: bool = False
    declared: bool = False
    # Who sits there, where one person may have several seats; and who bets behind it.
    owner: PersonName | None = None
    behind: tuple[BackWagers, ...] = ()


class BankRound(Fact):
    """The bank's seat, its stake (none: it covers everything) and its hand."""

    seat: Seat
    stake: Money | None = None
    # As the table said it; else the stake is compared with the wagers.
    covers: bool | None = None
    cards: Cards = ()
    front: Cards = ()
    tiles: tuple[Tile, ...] = ()
    high_tiles: tuple[Tile, ...] = ()


class FinishedRound(Fact):
    """Everything a settlement needs to know of a round."""

    bank: BankRound | None = None
    button: Seat | None = None
    # The rank of the card that places the button, where its cards are not known.
    turned: RankCode | None = None
    player: Cards = ()
    banker: Cards = ()
    community: Cards = ()
    dice: tuple[Pips, ...] = ()
    seats: dict[str, SeatRound]

    def seat_numbers(self) -> tuple[int, ...]:
        """The seats that bet, in order."""
        return tuple(sorted(int(seat) for seat in self.seats))


FINISHED_ROUND: TypeAdapter[FinishedRound] = TypeAdapter(FinishedRound)
