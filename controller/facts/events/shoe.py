"""What a shoe reader reports."""

from typing import Annotated, Literal

from pydantic import Field

from controller.facts.cards import Card
from controller.facts.fact import Fact


class ShoeLoaded(Fact):
    """A new shoe of so many decks was loaded."""

    kind: Literal["shoe_loaded"] = "shoe_loaded"
    decks: Annotated[int, Field(ge=1, le=8)]


class CardDrawn(Fact):
    """A card left the shoe and was read."""

    kind: Literal["card_drawn"] = "card_drawn"
    card: Card


class CardUnreadable(Fact):
    """A card left the shoe and was not, or not safely, read, or its report was lost on the way."""

    kind: Literal["card_unreadable"] = "card_unreadable"
    reason: Literal["unread", "boxed", "two-cards", "damaged", "covered", "glare", "missed"]


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
