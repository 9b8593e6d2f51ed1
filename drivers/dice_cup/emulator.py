"""An emulated dice cup: a shake that rolls, a lid, and a reader under it."""

from pathlib import Path
from random import Random
from typing import ClassVar, Final

from drivers.emulator.chance import NamedChance
from drivers.emulator.device import CABLE_ACTIONS, EmulatedDevice, EmulatorError

DICE: Final = 3
MOST_DICE: Final = 5
READ_S: Final = 0.3


class DiceCupEmulator(EmulatedDevice):
    """A cup with three dice, unless a hand changes that; only a shake changes what they show."""

    kind: ClassVar[str] = "dice-cup"
    actions: ClassVar[tuple[str, ...]] = (
        *CABLE_ACTIONS,
        "shake",
        "open",
        "close",
        "spoil_next",
        "place",
        "take_die",
        "add_die",
    )

    def __init__(self, device: str, path: Path, rng: Random, stretch: float = 1.0) -> None:
        super().__init__(device, path, rng, stretch)
        self._throws = _throws_beside(rng)
        self.dice: tuple[int, ...] = (1,) * DICE
        self.dice = self._roll()
        self._is_open = False
        self._spoiled: str | None = None

    async def shake(self, duration: float = 2.0, throw: int | None = None) -> None:
        """Shake the closed cup for `duration` seconds; a numbered throw always falls the same."""
        if self._is_open:
            raise EmulatorError(f"{self.device}: the cup is open; close it before shaking")
        self._emit("shake_started")
        await self._pause(duration)
        self.dice = self._roll(throw)
        self._emit("shake_ended")

    def lie(self, throw: int) -> None:
        """Show what a numbered throw fell, as dice do that nobody touched."""
        self.dice = self._roll(throw)

    async def open(self) -> list[int]:
        """Lift the lid; the reading follows. Gives what the dice show."""
        if not self._is_open:
            self._is_open = True
            self._emit("cup_opened")
            await self._pause(READ_S)
            self._read()
        return list(self.dice)

    async def close(self) -> None:
        """Put the lid back."""
        if self._is_open:
            self._is_open = False
            self._emit("cup_closed")

    async def spoil_next(self, reason: str = "cocked") -> None:
        """Make the next reading fail for this reason."""
        self._check_value("dice_unreadable", reason)
        self._spoiled = reason

    async def place(self, dice: list[int]) -> None:
        """Set the dice by hand, for a scripted round."""
        if len(dice) != DICE or not all(1 <= value <= 6 for value in dice):
            raise EmulatorError(f"{self.device}: place {DICE} values from 1 to 6")
        self.dice = tuple(dice)

    async def take_die(self) -> None:
        """Take a die out of the open cup; readings lack it until it is back."""
        self._change_dice(self.dice[:-1])

    async def add_die(self) -> None:
        """Put one die more into the open cup."""
        self._change_dice((*self.dice, self._rng.randint(1, 6)))

    def _change_dice(self, dice: tuple[int, ...]) -> None:
        if not self._is_open:
            raise EmulatorError(f"{self.device}: the cup is closed; open it")
        if not 0 < len(dice) <= MOST_DICE:
            raise EmulatorError(f"{self.device}: the cup holds 1 to {MOST_DICE} dice")
        self.dice = dice

    def _roll(self, throw: int | None = None) -> tuple[int, ...]:
        rng = self._rng if throw is None else self._throws.of(throw)
        return tuple(rng.randint(1, 6) for _ in self.dice)

    def _read(self) -> None:
        if self._spoiled is not None:
            self._emit("dice_unreadable", reason=self._spoiled)
            self._spoiled = None
        elif len(self.dice) != DICE:
            self._emit("dice_unreadable", reason="missing" if len(self.dice) < DICE else "extra")
        else:
            self._emit("dice_read", dice=self.dice)


def _throws_beside(rng: Random) -> NamedChance:
    """Numbered throws from the same seed that leave the generator where it was."""
    beside = Random()
    beside.setstate(rng.getstate())
    return NamedChance(f"{beside.getrandbits(64)}/throws")


EMULATOR: Final = DiceCupEmulator
