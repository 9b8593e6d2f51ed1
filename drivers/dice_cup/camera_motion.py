"""How a cup's lid moves: to and fro is a shake, one way is not; pure."""

from typing import Final

from vision.marks.bullseye import Bullseye

# In shares of the frame's longer side.
LEAST_STEP: Final = 0.012
REVERSALS: Final = 2


class LidTrail:
    """Where the lid was seen since the cup began to move."""

    def __init__(self) -> None:
        self._last: Bullseye | None = None
        self._way: tuple[float, float] | None = None
        self._reversals = 0

    @property
    def is_shaking(self) -> bool:
        """Whether the lid went to and fro."""
        return self._reversals >= REVERSALS

    def add(self, lid: Bullseye) -> None:
        """Take where the lid is in the next frame that shows it."""
        if self._last is None:
            self._last = lid
            return
        way = (lid.x - self._last.x, lid.y - self._last.y)
        if way[0] ** 2 + way[1] ** 2 < LEAST_STEP**2:
            return
        if self._way is not None and way[0] * self._way[0] + way[1] * self._way[1] < 0:
            self._reversals += 1
        self._last, self._way = lid, way
