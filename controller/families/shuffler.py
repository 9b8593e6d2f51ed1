"""The shuffler of a table without devices: decks in turn, stacks by the plan."""

from controller.facts.events import (
    DeckColour,
    DeckLoaded,
    DeckShuffled,
    DeckUnloaded,
    Event,
    StackDispensed,
)
from controller.table.state import RoundState, TableState
from controller.table.steps.stacks import cards_left, due_stack, stacks_out


def serve(state: TableState, decks: int) -> tuple[Event, ...]:
    """The next stack, or what the machine needs before it can give one."""
    stacks = state.rules.game.stacks
    assert stacks is not None
    colour = due_colour(state)
    if state.deck.spoiled:
        return (DeckUnloaded(colour=colour, count=0),)
    if not state.deck.ready:
        count = stacks.deck_size * decks
        return DeckLoaded(colour=colour), DeckShuffled(colour=colour, count=count)
    return (stack(state),)


def unload(state: TableState) -> DeckUnloaded:
    """The rest of the deck, counted."""
    return DeckUnloaded(colour=due_colour(state), count=cards_left(state, _round(state)))


def due_colour(state: TableState) -> DeckColour:
    """The back colour of the deck that is due, or of the first one."""
    stacks = state.rules.game.stacks
    colours: tuple[DeckColour, ...] = stacks.colours if stacks else ("red",)
    due = [colour for colour in colours if colour == state.deck.due]
    return due[0] if due else colours[0]


def _round(state: TableState) -> RoundState:
    assert state.round is not None
    return state.round


def stack(state: TableState, more: int = 0, later: int = 0) -> StackDispensed:
    """The stack that is due, with so many cards more, or another one by mistake."""
    current = _round(state)
    count = due_stack(state, current).cards + more
    return StackDispensed(
        stack=stacks_out(current) + 1 + later, count=count, colour=due_colour(state)
    )
