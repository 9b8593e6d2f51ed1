"""The file of a campaign's sums: a row goes on where it was left, whatever ended the one before."""

import ast
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import TypeAdapter

import vision.cards
import vision.models
from vision.emulation.cards.deck import Art
from vision.training.evaluation import Tally
from vision.training.trial_rows import ROWS
from vision.training.trials import Outcome, trials

# So many cards are shown before a row's sums are written.
PART: Final = 300


class Sums(NamedTuple):
    """One row's sums: of which reader, in how many parts, and what came of them."""

    reader: str
    parts: int = 0
    shown: int = 0
    answered: int = 0
    wrong: int = 0
    told_as_two: int = 0


_SUMS: Final = TypeAdapter(dict[str, Sums])


def reader_digest() -> str:
    """Names the reader that is counted: its code without remarks, and its nets."""
    found = hashlib.sha256()
    for path in sorted(Path(vision.cards.__path__[0]).glob("*.py")):
        found.update(ast.dump(ast.parse(path.read_text())).encode())
    for path in sorted(Path(vision.models.__path__[0]).glob("card-*.onnx")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


class KeptTrials:
    """Sums by row; a row that another reader was counted with begins anew."""

    def __init__(self, file: Path, reader: str) -> None:
        self._file, self._reader = file, reader
        self._rows = _SUMS.validate_json(file.read_bytes()) if file.exists() else {}

    def of(self, name: str) -> Sums:
        """A row's sums with this reader."""
        sums = self._rows.get(name)
        return sums if sums is not None and sums.reader == self._reader else Sums(self._reader)

    def outcome(self, name: str) -> Outcome:
        """A row's sums as the outcome of one long trial."""
        sums = self.of(name)
        tally = Tally(sums.shown, sums.answered, sums.wrong)
        return Outcome(name, ROWS[name], tally, sums.told_as_two, ())

    def add(self, outcome: Outcome) -> None:
        """Count one part more, and write the file."""
        old, new = self.of(outcome.name), outcome.tally
        self._rows[outcome.name] = Sums(
            self._reader,
            old.parts + 1,
            old.shown + new.shown,
            old.answered + new.answered,
            old.wrong + new.wrong,
            old.told_as_two + outcome.told_as_two,
        )
        rows = sorted(self._rows.items())
        lines = (f"{json.dumps(name)}: {json.dumps(sums)}" for name, sums in rows)
        temporary = self._file.with_suffix(".new")
        temporary.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        temporary.replace(self._file)


def campaign(
    kept: KeptTrials,
    names: Sequence[str],
    count: int,
    decks_of: Callable[[int], Sequence[Art]],
    size: int = PART,
) -> Iterator[str]:
    """Try rows part by part until each has shown so many cards; gives each row when it grew."""
    while unfinished := [name for name in names if kept.of(name).shown < count]:
        part = min(kept.of(name).parts for name in unfinished)
        due = [name for name in unfinished if kept.of(name).parts == part]
        # Part nought is what a trial without a file shows.
        for outcome in trials(decks_of(part + 1), size, due, part=part + 1):
            kept.add(outcome)
            yield outcome.name
