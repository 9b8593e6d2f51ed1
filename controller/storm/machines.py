"""Simulated machines beside the shoe: a shuffler that works in time, and a cup of dice."""

from collections.abc import Callable
from random import Random
from typing import Final

from controller.facts.cards import DECK
from controller.storm.cable import Cable
from controller.storm.devices import Device
from controller.storm.timeline import Timeline
from drivers.wire.codec import WireMessage

SHUFFLE_S: Final = 20.0
DISPENSE_S: Final = 1.2
UNLOAD_S: Final = 3.0
JAM_S: Final = 8.0
SHAKE_S: Final = (1.0, 2.5)
READ_S: Final = 0.3

Work = Callable[[], None]


class Shuffler(Device):
    """One deck waits or is in play; stacks go to a tray, and what moves takes its time."""

    kind = "shuffler"

    def __init__(
        self, timeline: Timeline, name: str, cable: Cable, chance: Random, size: int
    ) -> None:
        self._chance = chance
        self._size = size
        self._colour = ""
        self._cards: list[str] = []
        self.stacks: dict[int, tuple[str, ...]] = {}
        self.tray: int | None = None
        self._is_ready = self._is_busy = self._is_jammed = False
        super().__init__(timeline, name, cable)

    @property
    def has_deck(self) -> bool:
        """Whether a deck lies in it."""
        return bool(self._colour)

    def counted(self) -> int:
        """The stacks put out of the deck in play."""
        return len(self.stacks)

    def load(self, colour: str) -> None:
        """Put a deck in; it is shuffled by itself."""
        jokers = ["Jo"] * (self._size - len(DECK))
        self._cards = [*map(str, DECK), *jokers]
        self._colour, self.stacks = colour, {}
        self.emit("deck_loaded", colour=colour)
        self._work(SHUFFLE_S, self._shuffled)

    def take(self) -> tuple[str, ...]:
        """Lift the stack out of the tray."""
        assert self.tray is not None
        stack, self.tray = self.tray, None
        self.emit("stack_taken", stack=stack)
        return self.stacks.get(stack, ())

    def jam(self) -> None:
        """A card gets stuck, and is removed a little later."""
        if not self._is_jammed:
            self._is_jammed = True
            self.timeline.saw("shuffler-jammed")
            self.emit("shuffler_jammed", place="output")
            self.timeline.after(JAM_S, self._cleared)

    def execute(self, command: WireMessage) -> str | None:
        """Put out a stack, or give the deck back."""
        if command.name == "unload_deck":
            return self._begin_unload()
        stack, count = command.integer("stack"), command.integer("count")
        if stack in self.stacks:
            return None
        if self._is_jammed or self._is_busy:
            return "jammed" if self._is_jammed else "busy"
        if self.tray is not None:
            return "tray-full"
        if not self._is_ready:
            return "no-deck"
        if len(self._cards) < count:
            return "deck-empty"
        self._is_busy = True
        self._work(DISPENSE_S, lambda: self._dispensed(stack, count))
        return None

    def reboot(self) -> None:
        """It tells again of a deck that is ready."""
        super().reboot()
        if self._is_ready and not self.stacks:
            self.emit("deck_shuffled", colour=self._colour, count=len(self._cards))

    def _begin_unload(self) -> str | None:
        if not self.stacks:
            return None
        if self._is_jammed or self._is_busy:
            return "jammed" if self._is_jammed else "busy"
        self._is_busy = True
        self._work(UNLOAD_S, self._unloaded)
        return None

    def _work(self, seconds: float, then: Work) -> None:
        self.timeline.after(seconds, lambda: self._end_work(then))

    def _end_work(self, then: Work) -> None:
        """What is done when nothing is stuck; else it waits."""
        if self._is_jammed:
            self.timeline.after(1.0, lambda: self._end_work(then))
        else:
            then()

    def _cleared(self) -> None:
        self._is_jammed = False
        self.emit("shuffler_cleared")

    def _shuffled(self) -> None:
        self._chance.shuffle(self._cards)
        self._is_ready = True
        self.emit("deck_shuffled", colour=self._colour, count=len(self._cards))

    def _dispensed(self, stack: int, count: int) -> None:
        self.stacks[stack], self._cards = tuple(self._cards[:count]), self._cards[count:]
        self.tray, self._is_busy = stack, False
        self.emit("stack_dispensed", stack=stack, count=count, colour=self._colour)

    def _unloaded(self) -> None:
        colour, count = self._colour, len(self._cards)
        self._colour, self._cards, self.stacks, self._is_ready = "", [], {}, False
        self._is_busy = False
        self.emit("deck_unloaded", colour=colour, count=count)


class DiceCup(Device):
    """Three dice under a lid, and a reader."""

    kind = "dice-cup"

    def __init__(self, timeline: Timeline, name: str, cable: Cable, chance: Random) -> None:
        self._chance = chance
        self.dice: tuple[int, ...] = (1, 2, 3)
        self.is_open = self.is_shaken = self.is_spoiled = False
        super().__init__(timeline, name, cable)

    def shake(self) -> None:
        """Shake the closed cup for a while."""
        if self.is_open or self.is_shaken:
            return
        self.is_shaken = True
        self.emit("shake_started")
        self.timeline.after(self._chance.uniform(*SHAKE_S), self._settle)

    def open(self) -> None:
        """Lift the lid; the reading follows."""
        if not self.is_open and not self.is_shaken:
            self.is_open = True
            self.emit("cup_opened")
            self.timeline.after(READ_S, self._read)

    def close(self) -> None:
        """Put the lid back."""
        if self.is_open:
            self.is_open = False
            self.emit("cup_closed")

    def _settle(self) -> None:
        self.is_shaken = False
        self.dice = tuple(self._chance.randint(1, 6) for _ in range(3))
        self.emit("shake_ended")

    def _read(self) -> None:
        if self.is_spoiled:
            self.is_spoiled = False
            self.timeline.saw("dice-unreadable")
            self.emit("dice_unreadable", reason="cocked")
        else:
            self.emit("dice_read", dice=self.dice)
