"""What a campaign has done so far: a line for each card that was played, read and compared."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median

from config.document import Section
from tests.virtual_pi.campaign import Wanted

# What a stretch is made of, in the order in which it is taken from what is left.
KINDS = {"unplug": "unplugs", "cut": "cuts", "bite": "bites", "upgrade": "upgrades"}


class Stretch(Section):
    """One card from its first power-on to the comparison."""

    board: str
    # Events of the devices that are in the record as they were.
    equal: int
    faults: dict[str, int]
    # By disturbance: how long until the table played on.
    took_s: dict[str, list[float]]


class Tally:
    """All stretches; kept in a file where one is named, so that a campaign can be broken off."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        lines = file.read_text().splitlines() if file is not None and file.exists() else []
        self._stretches = [Stretch.model_validate_json(line) for line in lines]

    def stretches(self, wanted: Wanted, most: int) -> Iterator[Wanted]:
        """What is left to do, in parts of at most so many disturbances, evenly mixed."""
        while left := {kind: n for kind in KINDS if (n := self._left(wanted, kind)) > 0}:
            share = max(1.0, sum(left.values()) / most)
            part = {KINDS[kind]: -int(-n // share) for kind, n in left.items()}
            none = dict.fromkeys(KINDS.values(), 0)
            yield wanted._replace(**{**none, **part}, seed=wanted.seed + len(self._stretches))
            if sum(self._left(wanted, kind) for kind in left) == sum(left.values()):
                return
        if not self._stretches:
            yield wanted

    def add(self, stretch: Stretch) -> None:
        """Keep what was done."""
        self._stretches.append(stretch)
        if self._file is not None:
            with self._file.open("a") as out:
                out.write(f"{stretch.model_dump_json()}\n")

    @property
    def is_wrong(self) -> bool:
        """Whether any record differs from what the devices did."""
        return any(any(each.faults.values()) for each in self._stretches)

    def told(self) -> str:
        """The whole campaign in some lines."""
        lines = [self._line(kind) for kind in KINDS if self._took(kind)]
        equal = sum(each.equal for each in self._stretches)
        names = dict.fromkeys(name for each in self._stretches for name in each.faults)
        sums = (f"{sum(e.faults.get(n, 0) for e in self._stretches)} {n}" for n in names)
        return "\n".join([*lines, f"{equal} things done are in the records; {', '.join(sums)}"])

    def _line(self, kind: str) -> str:
        took = sorted(self._took(kind))
        after = f"played on after {median(took):.1f} s, at most {took[-1]:.1f} s"
        return f"{len(took)} {KINDS[kind]}: {after}"

    def _left(self, wanted: Wanted, kind: str) -> int:
        return int(getattr(wanted, KINDS[kind])) - len(self._took(kind))

    def _took(self, kind: str) -> list[float]:
        return [s for each in self._stretches for s in each.took_s.get(kind, ())]
