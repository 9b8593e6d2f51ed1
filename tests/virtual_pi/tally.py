"""What a campaign has done so far: a line for each card that was played, read and compared."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median

from config.document import Section
from tests.virtual_pi.boards import BOARDS, BoardName
from tests.virtual_pi.campaign import Wanted

# What a stretch is made of, in the order in which it is taken from what is left.
KINDS = {"unplug": "unplugs", "cut": "cuts", "bite": "bites", "upgrade": "upgrades"}


class Stretch(Section):
    """One card from its first power-on to the comparison."""

    board: BoardName
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
        """The whole campaign in some lines, board by board."""
        boards = [board for board in BOARDS if self._on(board)]
        lines = [line for board in boards for line in _lines(board, self._on(board))]
        return "\n".join([*lines, _sums(self._stretches)])

    def _on(self, board: BoardName) -> list[Stretch]:
        return [each for each in self._stretches if each.board == board]

    def _left(self, wanted: Wanted, kind: str) -> int:
        return int(getattr(wanted, KINDS[kind])) - len(_took(self._stretches, kind))


def _took(stretches: Iterable[Stretch], kind: str) -> list[float]:
    return [s for each in stretches for s in each.took_s.get(kind, ())]


def _lines(board: str, stretches: list[Stretch]) -> Iterator[str]:
    cards = f"{len(stretches)} card{'s' * (len(stretches) != 1)}"
    for kind, name in KINDS.items():
        if took := sorted(_took(stretches, kind)):
            after = f"played on after {median(took):.1f} s, at most {took[-1]:.1f} s"
            done = f"1 {kind}" if len(took) == 1 else f"{len(took)} {name}"
            yield f"{board}, {cards}: {done}, {after}"


def _sums(stretches: list[Stretch]) -> str:
    equal = sum(each.equal for each in stretches)
    names = dict.fromkeys(name for each in stretches for name in each.faults)
    sums = (f"{sum(e.faults.get(n, 0) for e in stretches)} {n}" for n in names)
    return f"{equal} things done are in the records; {', '.join(sums)}"
