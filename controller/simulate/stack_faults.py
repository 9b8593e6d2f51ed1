"""Faults of a shuffler: stacks of the wrong size, turn or deck, and a rest that does not add up."""

import random
from typing import Final

from controller.facts.events import DeckUnloaded, Event, PlayPlaced, StackDispensed
from controller.facts.seats import next_seat
from controller.families.shuffler import due_colour, stack, unload
from controller.simulate.fault import Faults
from controller.table.state import RoundState, TableState
from controller.table.steps.stacks import stacks_out


def _round(state: TableState) -> RoundState:
    assert state.round is not None
    return state.round


def _other_deck(state: TableState, _rng: random.Random) -> Event:
    return stack(state).model_copy(update={"colour": "green"})


def _extra_stack(state: TableState, _rng: random.Random) -> Event:
    return StackDispensed(stack=stacks_out(_round(state)) + 1, count=1, colour=due_colour(state))


def _wrong_unload(state: TableState, _rng: random.Random) -> Event:
    right = unload(state)
    return right.model_copy(update={"count": right.count - 1})


SHUFFLER_FAULTS: Final[Faults] = {
    "short-stack": ("stack_dispensed", lambda state, _rng: stack(state, more=-1)),
    "long-stack": ("stack_dispensed", lambda state, _rng: stack(state, more=1)),
    "skipped-stack": ("stack_dispensed", lambda state, _rng: stack(state, later=1)),
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
