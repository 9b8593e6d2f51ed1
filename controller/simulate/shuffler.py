"""The simulated shuffler: decks in turn, stacks by the plan, and what can go wrong with them."""

import random
from typing import Final

from controller.facts.events import (
    DeckColour,
    DeckLoaded,
    DeckShuffled,
    DeckUnloaded,
    Event,
    PlayPlaced,
    StackDispensed,
)
from controller.facts.seats import next_seat
from controller.simulate.fault import Faults
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
    return (_stack(state),)


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


def _stack(state: TableState, more: int = 0, later: int = 0) -> StackDispensed:
    current = _round(state)
    count = due_stack(state, current).cards + more
    return StackDispensed(
        stack=stacks_out(current) + 1 + later, count=count, colour=due_colour(state)
    )


def _other_deck(state: TableState, _rng: random.Random) -> Event:
    return _stack(state).model_copy(update={"colour": "green"})


def _extra_stack(state: TableState, _rng: random.Random) -> Event:
    return StackDispensed(stack=stacks_out(_round(state)) + 1, count=1, colour=due_colour(state))


def _wrong_unload(state: TableState, _rng: random.Random) -> Event:
    right = unload(state)
    return right.model_copy(update={"count": right.count - 1})


SHUFFLER_FAULTS: Final[Faults] = {
    "short-stack": ("stack_dispensed", lambda state, _rng: _stack(state, more=-1)),
    "long-stack": ("stack_dispensed", lambda state, _rng: _stack(state, more=1)),
    "skipped-stack": ("stack_dispensed", lambda state, _rng: _stack(state, later=1)),
    "wrong-deck": ("stack_dispensed", _other_deck),
    "extra-stack": ("play_closed", _extra_stack),
    "wrong-unload": ("deck_unloaded", _wrong_unload),
    "early-unload": (
        "play_closed",
        lambda state, _rng: DeckUnloaded(colour=due_colour(state), count=1),
    ),
    "late-play": ("round_settled", lambda state, _rng: PlayPlaced(seat=_better(state))),
}


def _better(state: TableState) -> int:
    # Not every game's wagers are entered.
    return min(_round(state).betting.wagers, default=next_seat(state.bank.seat, state.rules.seats))
