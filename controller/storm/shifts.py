"""When people are at the table: spells of play, and spells in which it stands dark."""

from random import Random
from typing import Final

PLAY_S: Final = (1200.0, 5400.0)


class Shifts:
    """Spells of play and of darkness in turn; the share of the dark ones is given."""

    def __init__(self, chance: Random, dark: float) -> None:
        self._chance = chance
        self._ratio = dark / (1 - dark)
        self._dark_from = self._light_from = 0.0
        self._is_staying = False
        self._plan(0.0)

    def is_dark(self, now: float) -> bool:
        """Whether nobody is there."""
        if now >= self._light_from:
            self._plan(self._light_from)
        return now >= self._dark_from and not self._is_staying

    def left_s(self, now: float) -> float:
        """How long it will be dark from now."""
        return self._light_from - now if self.is_dark(now) else 0.0

    def stay(self) -> None:
        """Play on from now."""
        self._is_staying = True

    def _plan(self, begun: float) -> None:
        lasts = self._chance.uniform(*PLAY_S)
        self._dark_from = begun + lasts
        self._light_from = self._dark_from + lasts * self._ratio
