"""The policy's body at a table without devices: acts become events of the core at once."""

from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

from controller.dealing.dealer import Dealer
from controller.dealing.people import Sight
from controller.facts.cards import Card
from controller.facts.decisions import Expectation
from controller.facts.events import (
    CardDrawn,
    CupOpened,
    CutCardDrawn,
    DiceRead,
    Event,
    ShakeEnded,
    ShakeStarted,
    ShoeLoaded,
)
from controller.families import shuffler
from controller.table.state import Rules, TableState
from controller.table.unread_hands import shown_on

DRAWN: Final = {card: CardDrawn(card=card) for card in Card}
SHAKEN: Final = (ShakeStarted(), ShakeEnded())


class Fortune(Protocol):
    """What is left to cards and dice: chance decides it, or a file that tells of a round."""

    def load(self, rules: Rules) -> int:
        """A new shoe lies there; of how many decks."""

    def card(self, state: TableState, wanted: Expectation) -> Card | None:
        """The card that leaves the shoe; None for the cut card."""

    def dice(self, count: int) -> tuple[int, ...]:
        """What the dice show."""


def sight_of(state: TableState) -> Sight:
    """What a person sees of a table that nobody draws a board of."""
    rules, current = state.rules, state.round
    return Sight(
        state.expected,
        state.rounds,
        rules.seats,
        state.bank.seat or None,
        lambda: shown_on(state, current).banker if current else (),
        state.entry.winner,
    )


class Hands:
    """Does with the core what the policy says, and what a table's devices would tell of it."""

    def __init__(self, dealer: Dealer, fortune: Fortune, decks: int) -> None:
        self._dealer = dealer
        self._fortune = fortune
        self._decks = decks
        self._queue: deque[Event] = deque()
        self._devices: dict[str, Callable[[TableState], tuple[Event, ...]]] = {
            "shoe_loaded": lambda state: (ShoeLoaded(decks=fortune.load(state.rules)),),
            "stack_dispensed": lambda state: shuffler.serve(state, self._decks),
            "deck_unloaded": lambda state: (shuffler.unload(state),),
            "shake_started": lambda _state: SHAKEN,
            "cup_opened": lambda _state: (CupOpened(),),
            "dice_read": self._read_dice,
        }

    def next_event(self, state: TableState) -> Event:
        """Do the next thing the table expects."""
        if self._queue:
            return self._queue.popleft()
        expected = state.expected
        # Most of all events: a card or an entry is due, and nobody has anything to decide.
        if len(expected) == 1 and expected[0].event == "card_drawn":
            return self._draw(state, expected[0])
        entry = self._dealer.entry(expected)
        if entry:
            return entry[0]
        act = self._dealer.act(sight_of(state))
        if act is None:
            raise RuntimeError("the table expects nothing; a game's steps do not lead on")
        if not isinstance(act, Expectation):
            return self._begin(act)
        if act.event == "card_drawn":
            return self._draw(state, act)
        return self._begin(self._devices[act.event](state))

    def _draw(self, state: TableState, wanted: Expectation) -> Event:
        card = self._fortune.card(state, wanted)
        return DRAWN[card] if card else CutCardDrawn()

    def _begin(self, events: tuple[Event, ...]) -> Event:
        self._queue.extend(events[1:])
        return events[0]

    def _read_dice(self, state: TableState) -> tuple[Event, ...]:
        dice = state.rules.game.dice
        assert dice is not None
        return (DiceRead(dice=self._fortune.dice(dice.count)),)
