"""Lets a reading through once, when it has been the same for a while."""

from dataclasses import dataclass
from typing import Final

from vision.dice.sighting import DiceSighting, DieFace


@dataclass(frozen=True, slots=True)
class Steadiness:
    """How many frames must agree, over how many seconds; how many sides a die may wander."""

    frames: int = 3
    seconds: float = 0.3
    wander: float = 0.25


DEFAULT: Final = Steadiness()


class SteadyDice:
    """Speaks once after agreeing frames; again only after something else was in the cup."""

    def __init__(self, rule: Steadiness = DEFAULT) -> None:
        self._rule = rule
        self._first: tuple[DiceSighting, float] | None = None
        self._agreeing = 0
        self._said: DiceSighting | None = None

    def add(self, sighting: DiceSighting, t_s: float) -> DiceSighting | None:
        """Take the next frame's sighting; the sighting when it has just become steady."""
        if self._first is None or not self._is_same(self._first[0], sighting):
            self._first, self._agreeing = (sighting, t_s), 0
        self._agreeing += 1
        if not self._is_enough(t_s - self._first[1]) or self._is_said(sighting):
            return None
        self._said = sighting
        return sighting

    def _is_enough(self, lasted: float) -> bool:
        return self._agreeing >= self._rule.frames and lasted >= self._rule.seconds

    def _is_said(self, sighting: DiceSighting) -> bool:
        return self._said is not None and self._is_same(self._said, sighting)

    def _is_same(self, old: DiceSighting, new: DiceSighting) -> bool:
        """Same answer and every die where it was; the order of the faces does not matter."""
        if (old.dice, old.reason, len(old.faces)) != (new.dice, new.reason, len(new.faces)):
            return False
        return all(any(self._is_still(was, face) for was in old.faces) for face in new.faces)

    def _is_still(self, old: DieFace, new: DieFace) -> bool:
        reach = self._rule.wander * old.side
        moved = (new.x - old.x) ** 2 + (new.y - old.y) ** 2
        return old.value == new.value and moved <= reach * reach
