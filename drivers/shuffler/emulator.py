"""An emulated shuffler: one deck is shuffled while stacks of the other go to the tray."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import ClassVar, Final

from drivers.emulator.device import CABLE_ACTIONS, EmulatedDevice, EmulatorError
from drivers.shuffler.deck import EmulatedDeck
from drivers.wire.codec import WireMessage

DECK_SIZE: Final = 52
SHUFFLE_S: Final = 20.0
DISPENSE_S: Final = 1.2
UNLOAD_S: Final = 3.0


class ShufflerEmulator(EmulatedDevice):
    """A shuffler with a place for the next deck, a deck in play, and a tray."""

    kind: ClassVar[str] = "shuffler"
    actions: ClassVar[tuple[str, ...]] = (
        *CABLE_ACTIONS,
        "load",
        "take",
        "jam",
        "clear",
        "open_door",
        "close_door",
    )

    def __init__(self, device: str, path: Path, rng: Random, stretch: float = 1.0) -> None:
        super().__init__(device, path, rng, stretch)
        self._deck_size = DECK_SIZE
        self._next: EmulatedDeck | None = None
        self._is_next_ready = False
        self._in_play: EmulatedDeck | None = None
        self._tray: tuple[int, tuple[str, ...]] | None = None
        self._is_busy = False
        self._jam: str | None = None
        self._is_open = False
        self._can_work = asyncio.Event()
        self._can_work.set()

    @property
    def tray(self) -> int | None:
        """Number of the stack in the tray, or None."""
        return None if self._tray is None else self._tray[0]

    @property
    def has_deck(self) -> bool:
        """Whether a deck lies in the machine, in play or waiting."""
        return self._in_play is not None or self._next is not None

    def counted(self) -> int:
        """The stacks put out of the deck in play."""
        return len(self._in_play.stacks) if self._in_play else 0

    def stack_cards(self, stack: int) -> tuple[str, ...]:
        """The cards of a stack of the deck in play, top first."""
        cards = self._in_play.stacks.get(stack, ()) if self._in_play is not None else ()
        if not cards:
            raise EmulatorError(f"{self.device}: stack {stack} was not put out; dispense it")
        return cards

    def use_decks_of(self, size: int) -> None:
        """Load decks of this size from now on: 53 with a joker."""
        self._deck_size = size

    async def load(self, colour: str, cards: int | Sequence[str] | None = None) -> None:
        """Put a number of cards, or these, into the free place; shuffled while this returns."""
        cards = self._deck_size if cards is None else cards
        self._check_value("deck_loaded", colour)
        if self._next is not None:
            raise EmulatorError(f"{self.device}: a deck waits already; put it into play first")
        if isinstance(cards, int):
            self._next = EmulatedDeck.of_size(colour, cards)
        else:
            self._next = EmulatedDeck(colour, list(cards))
        self._emit("deck_loaded", colour=colour)
        self._spawn(self._shuffle(self._next))

    def stand(self, colour: str, stacks: Mapping[int, int], in_tray: int) -> None:
        """Hold a shuffled deck that gave stacks of these sizes: as if it stood here all along."""
        deck = EmulatedDeck.of_size(colour, self._deck_size)
        self._rng.shuffle(deck.cards)
        for stack, count in stacks.items():
            deck.put_out(stack, count)
        if not stacks:
            self._next, self._is_next_ready = deck, True
            return
        self._in_play = deck
        if in_tray:
            self._tray = (in_tray, deck.stacks[in_tray])

    async def take(self) -> list[str]:
        """Lift the stack out of the tray; returns its cards."""
        if self._tray is None:
            raise EmulatorError(f"{self.device}: the tray is empty; dispense a stack")
        stack, cards = self._tray
        self._tray = None
        self._emit("stack_taken", stack=stack)
        return list(cards)

    async def jam(self, place: str = "output") -> None:
        """Let a card get stuck here; work stops."""
        self._check_value("shuffler_jammed", place)
        if self._jam is None:
            self._jam = place
            self._emit("shuffler_jammed", place=place)
            self._update_work()

    async def clear(self) -> None:
        """Remove the stuck card; work goes on."""
        if self._jam is not None:
            self._jam = None
            self._emit("shuffler_cleared")
            self._update_work()

    async def open_door(self) -> None:
        """Open the door; work stops."""
        if not self._is_open:
            self._is_open = True
            self._emit("shuffler_door_opened")
            self._update_work()

    async def close_door(self) -> None:
        """Close the door; work goes on."""
        if self._is_open:
            self._is_open = False
            self._emit("shuffler_door_closed")
            self._update_work()

    def _tell_again(self) -> None:
        if self._is_open:
            self._emit("shuffler_door_opened")
        if self._jam is not None:
            self._emit("shuffler_jammed", place=self._jam)
        if self._next is not None and self._is_next_ready:
            self._emit("deck_shuffled", colour=self._next.colour, count=len(self._next.cards))

    def _update_work(self) -> None:
        if self._jam is None and not self._is_open:
            self._can_work.set()
        else:
            self._can_work.clear()

    def _execute(self, command: WireMessage) -> str | None:
        if command.name == "unload_deck":
            return self._begin_unload()
        return self._begin_stack(command.integer("stack"), command.integer("count"))

    def _begin_stack(self, stack: int, count: int) -> str | None:
        if self._in_play is not None and stack in self._in_play.stacks:
            return None
        fault = self._obstacle()
        if fault is not None:
            return fault
        if self._tray is not None:
            return "tray-full"
        deck = self._deck_to_deal()
        if deck is None:
            return "no-deck"
        if len(deck.cards) < count:
            return "deck-empty"
        self._is_busy = True
        self._spawn(self._dispense(deck, stack, count))
        return None

    def _begin_unload(self) -> str | None:
        if self._in_play is None:
            return None
        fault = self._obstacle()
        if fault is None:
            self._is_busy = True
            self._spawn(self._unload(self._in_play))
        return fault

    def _obstacle(self) -> str | None:
        if self._jam is not None:
            return "jammed"
        if self._is_open:
            return "door-open"
        return "busy" if self._is_busy else None

    def _deck_to_deal(self) -> EmulatedDeck | None:
        if self._in_play is None and self._is_next_ready:
            self._in_play, self._next, self._is_next_ready = self._next, None, False
        return self._in_play

    async def _shuffle(self, deck: EmulatedDeck) -> None:
        await self._work(SHUFFLE_S)
        fault = deck.fault()
        if fault is not None:
            self._next = None
            self._emit("deck_rejected", colour=deck.colour, reason=fault, count=len(deck.cards))
            return
        self._rng.shuffle(deck.cards)
        self._is_next_ready = True
        self._emit("deck_shuffled", colour=deck.colour, count=len(deck.cards))

    async def _dispense(self, deck: EmulatedDeck, stack: int, count: int) -> None:
        await self._work(DISPENSE_S)
        deck.put_out(stack, count)
        self._tray = (stack, deck.stacks[stack])
        self._is_busy = False
        self._emit("stack_dispensed", stack=stack, count=count, colour=deck.colour)

    async def _unload(self, deck: EmulatedDeck) -> None:
        await self._work(UNLOAD_S)
        self._in_play = None
        self._is_busy = False
        self._emit("deck_unloaded", colour=deck.colour, count=len(deck.cards))

    async def _work(self, seconds: float) -> None:
        await self._pause(seconds)
        await self._can_work.wait()


EMULATOR: Final = ShufflerEmulator
