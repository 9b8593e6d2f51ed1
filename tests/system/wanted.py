"""What a campaign still wants: so many troubles of a kind, over all its tables and sittings."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from threading import Lock

from tests.system.disturbances import Cause, Trouble

# Of all troubles, so many are none that is counted: they come between those.
BESIDE = 0.12


class Wanted:
    """Counts what there was, and draws the next cause from what is lacking."""

    def __init__(self, counted: Mapping[Cause, int], beside: Iterable[Cause]) -> None:
        self._wanted = dict(counted)
        self._beside = tuple(beside)
        self._had: Counter[str] = Counter()
        self._lock = Lock()

    def note(self, trouble: Trouble) -> None:
        """There was one more, at whichever table."""
        with self._lock:
            self._had[trouble.kind] += 1

    @property
    def left(self) -> dict[Cause, int]:
        """How many of each kind are lacking."""
        with self._lock:
            had = {cause: self._had[cause.__name__] for cause in self._wanted}
        return {cause: max(0, most - had[cause]) for cause, most in self._wanted.items()}

    def next(self, chance: random.Random) -> Cause | None:
        """A cause, the likelier the more of its kind are lacking; None when there were enough."""
        left = self.left
        if not any(left.values()):
            return None
        if self._beside and chance.random() < BESIDE:
            return chance.choice(self._beside)
        return chance.choices(list(left), list(left.values()))[0]
