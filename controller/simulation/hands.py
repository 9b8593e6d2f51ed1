"""The hands of a simulated table: whatever is expected, they do it."""

import random
from collections.abc import Callable
from typing import Final

from controller.core.cards import DECK, RANKS, Card
from controller.core.events import (
    BankAccepted,
    BankDeclined,
    BetsClosed,
    CardDrawn,
    CardTurned,
    CollectionTaken,
    CupOpened,
    CutCardDrawn,
    DeckColour,
    DeckLoaded,
    DeckShuffled,
    DeckUnloaded,
    DiceRead,
    Event,
    PileChosen,
    PilesDealt,
    PilesDelivered,
    PlayClosed,
    RoundSettled,
    ShakeEnded,
    ShakeStarted,
    ShoeLoaded,
    StackDispensed,
    WagerPlaced,
)
from controller.core.state import TableState

DRAWN: Final = {card: CardDrawn(card=card) for card in Card}
# Events without content are values: one of each is enough.
SAID: Final[dict[str, Event]] = {
    event.kind: event
    for event in (
        CollectionTaken(),
        BetsClosed(),
        RoundSettled(),
        PlayClosed(),
        PilesDealt(),
        CupOpened(),
        PilesDelivered(),
    )
}
TURNED: Final = [CardTurned.model_validate({"rank": rank}) for rank in RANKS]
CUT_DEPTH: Final = 14


class SimulatedHands:
    """Cards, dice and people of one table, from one seed."""

    def __init__(self, seed: int, decks: int) -> None:
        self._random = random.Random(seed)
        self._decks = decks
        self._cards: list[Card] = []
        self._queue: list[Event] = []
        self._acts: dict[str, Callable[[TableState], Event]] = {
            "card_drawn": self._draw,
            "wager_placed": self._bet,
            "bank_accepted": self._bank,
            "shoe_loaded": self._load,
            "stack_dispensed": self._stack,
            "card_turned": self._turn,
            "deck_unloaded": self._unload,
            "pile_chosen": self._choose_pile,
            "shake_started": self._shake,
            "dice_read": self._read_dice,
        }

    def next_event(self, state: TableState) -> Event:
        """Do the first thing the table expects."""
        if self._queue:
            return self._queue.pop()
        for wanted in state.expected:
            kind = wanted.event
            if kind in SAID:
                return SAID[kind]
            if kind != "wager_placed" or self._wants_to_bet(state):
                return self._acts[kind](state)
        raise RuntimeError("the table expects nothing; a game's steps do not lead on")

    def _wants_to_bet(self, state: TableState) -> bool:
        current = state.round
        return bool(current and state.rules.game.stacks and not current.wagers)

    def _bet(self, state: TableState) -> Event:
        seats = [seat for seat in range(1, state.rules.seats + 1) if seat != state.bank.seat]
        chosen = self._random.sample(seats, self._random.randint(1, len(seats)))
        self._queue = [WagerPlaced(seat=seat) for seat in chosen[1:]]
        return WagerPlaced(seat=chosen[0])

    def _bank(self, _state: TableState) -> Event:
        return BankDeclined() if self._random.random() < 0.2 else BankAccepted()

    def _load(self, _state: TableState) -> Event:
        self._cards = list(DECK) * self._decks
        self._random.shuffle(self._cards)
        return ShoeLoaded(decks=self._decks)

    def _draw(self, state: TableState) -> Event:
        if len(self._cards) <= CUT_DEPTH and not state.shoe.cut_card_out:
            return CutCardDrawn()
        return DRAWN[self._cards.pop()]

    def _stack(self, state: TableState) -> Event:
        stacks, current = state.rules.game.stacks, state.round
        assert stacks is not None
        assert current is not None
        colour = _colour(state)
        if state.deck.spoiled:
            return DeckUnloaded(colour=colour, count=0)
        if not state.deck.ready:
            self._queue = [DeckShuffled(colour=colour, count=stacks.deck_size)]
            return DeckLoaded(colour=colour)
        return StackDispensed(stack=current.stacks + 1, count=stacks.size, colour=colour)

    def _unload(self, state: TableState) -> Event:
        stacks, current = state.rules.game.stacks, state.round
        assert stacks is not None
        assert current is not None
        left = stacks.deck_size - stacks.size * current.stacks
        return DeckUnloaded(colour=_colour(state), count=left)

    def _choose_pile(self, state: TableState) -> Event:
        piles = state.rules.game.piles
        assert piles is not None
        return PileChosen(pile=self._random.randint(1, piles.count))

    def _shake(self, _state: TableState) -> Event:
        self._queue = [ShakeEnded()]
        return ShakeStarted()

    def _read_dice(self, state: TableState) -> Event:
        dice = state.rules.game.dice
        assert dice is not None
        return DiceRead(dice=tuple(self._random.randint(1, 6) for _ in range(dice.count)))

    def _turn(self, _state: TableState) -> Event:
        return TURNED[self._random.randrange(len(TURNED))]


def _colour(state: TableState) -> DeckColour:
    stacks = state.rules.game.stacks
    assert stacks is not None
    due = [colour for colour in stacks.colours if colour == state.deck.due]
    return due[0] if due else stacks.colours[0]
