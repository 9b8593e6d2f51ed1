"""Results that a wager can name as its condition."""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from config.document import Section
from controller.facts.cards import RANKS

Total = Annotated[int, Field(ge=0, le=9)]


class FirstTwo(Section):
    """What the first two cards of a hand show; every key given must hold."""

    # Of one rank.
    pair: bool | None = None
    # Of one suit; two cards of one rank and one suit are a perfect pair.
    suited: bool | None = None
    # Both red, or both black.
    one_colour: bool | None = None

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("two cards must be asked something: pair, suited or one_colour")
        return self


class CoupCondition(Section):
    """A result of a coup; every key given must hold. On a tie either hand is the winner's."""

    winner: Literal["player", "banker", "tie"] | None = None
    total: Total | None = None
    cards: Literal[2, 3] | None = None
    # The winner's hand, or on a tie both hands, an eight or nine of two cards.
    natural: bool | None = None
    loser_total: Total | None = None
    margin: Annotated[int, Field(ge=1, le=9)] | None = None
    banker_total: Total | None = None
    # Both totals together.
    sum: Annotated[int, Field(ge=0, le=18)] | None = None
    # The first two cards of Player, of Banker, of one of them or both.
    player: FirstTwo | None = None
    banker: FirstTwo | None = None
    either: FirstTwo | None = None

    @model_validator(mode="after")
    def _names_a_result(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("a condition must name a result, such as winner, sum or player")
        if self.winner is None and (self.total, self.cards, self.natural) != (None, None, None):
            raise ValueError("total, cards and natural are the winner's; name the winner")
        return self

    @property
    def looks(self) -> bool:
        """Tell whether it asks for more of the cards than what they count."""
        return bool({"player", "banker", "either"} & self.model_fields_set)


class Matches(Section):
    """How many of two cards have the rank of another one, with its suit and with another."""

    suited: Annotated[int, Field(ge=0, le=2)] = 0
    unsuited: Annotated[int, Field(ge=0, le=2)] = 0


class CardsCondition(Section):
    """What some cards of a round show; every key given must hold."""

    # A seat's first two cards, these with the bank's face-up card, its whole hand, the bank's hand.
    of: Literal["first-two", "first-two-and-up", "hand", "bank"]
    # These ranks and no other cards, in any order: `A234`, `777`.
    ranks: Annotated[str, StringConstraints(pattern=rf"^[{RANKS}]+$")] | None = None
    # Every card is one of these ranks.
    among: Annotated[str, StringConstraints(pattern=rf"^[{RANKS}]+$")] | None = None
    pair: bool | None = None
    suited: bool | None = None
    one_colour: bool | None = None
    # The best count up to 21, an ace 1 or 11.
    total: Annotated[int, Field(ge=2, le=21)] | None = None
    # More cards than these may lie there too.
    at_least: Annotated[int, Field(ge=2, le=12)] | None = None
    # So many from the first on are hearts or diamonds.
    red: Annotated[int, Field(ge=1, le=12)] | None = None
    # By the game's own totals.
    natural: bool | None = None
    over: bool | None = None
    # Of the seat's first two against the bank's face-up card.
    matches: Matches | None = None

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if self.model_fields_set == {"of"}:
            raise ValueError("a line must say what the cards show, such as pair, ranks or total")
        if self.matches is not None and self.of != "first-two":
            raise ValueError('matches are counted of the first two cards; write of = "first-two"')
        return self
