"""What a shuffler reports."""

from typing import Annotated, Literal

from pydantic import Field

from controller.facts.fact import Count, Fact

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
