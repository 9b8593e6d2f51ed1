"""The total of a campaign, kept over machines: what was played, and by which program."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.daemon.provenance import PROGRAM, digest_of
from controller.facts.failure import OperatorError
from controller.storm.sometimes import missed
from controller.storm.storm import Outcome

HOUR_S: Final = 3600.0
# Enough of a digest to tell programs apart.
SHORT: Final = 16


class Part(BaseModel):
    """The seeds that one state of the program has played: from `first` up to `following`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    # As the record's `daemon_started` has it, shortened.
    program: str
    first: int
    following: int
    hours: float = 0.0
    # Of them, hours in which processes would only have beaten: no clock ran.
    leapt: float = 0.0
    rounds: int = 0
    rows: int = 0
    faults: int = 0
    cpu_s: float = 0.0
    # Of the last seed.
    trace: str = ""

    def with_run(self, outcome: Outcome, cpu_s: float) -> "Part":
        """One seed more."""
        return Part(
            program=self.program,
            first=self.first,
            following=outcome.seed + 1,
            hours=round(self.hours + outcome.at / HOUR_S, 4),
            leapt=round(self.leapt + outcome.leapt_s / HOUR_S, 4),
            rounds=self.rounds + outcome.rounds,
            rows=self.rows + outcome.rows,
            faults=self.faults + len(outcome.faults),
            cpu_s=round(self.cpu_s + cpu_s, 1),
            trace=outcome.digest,
        )


class Total(BaseModel):
    """What a campaign has played so far, seed after seed without a hole; none broke a promise."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    parts: tuple[Part, ...] = Field(min_length=1)
    seen: dict[str, int] = Field(default_factory=dict)

    @property
    def first(self) -> int:
        """The seed with which it began."""
        return self.parts[0].first

    @property
    def following(self) -> int:
        """The seed with which it goes on."""
        return self.parts[-1].following

    @cached_property
    def whole(self) -> Part:
        """All parts as if one program had played them: the newest."""
        return Part(
            program=self.parts[-1].program,
            first=self.first,
            following=self.following,
            hours=_sum(part.hours for part in self.parts),
            leapt=_sum(part.leapt for part in self.parts),
            rounds=sum(part.rounds for part in self.parts),
            rows=sum(part.rows for part in self.parts),
            faults=sum(part.faults for part in self.parts),
            cpu_s=_sum(part.cpu_s for part in self.parts),
            trace=self.parts[-1].trace,
        )

    @property
    def missed(self) -> tuple[str, ...]:
        """The facts that no run met."""
        return missed(self.seen)

    @property
    def pace(self) -> float:
        """Table-hours a minute of one core."""
        return self.whole.hours / (self.whole.cpu_s / 60) if self.whole.cpu_s else 0.0

    def with_run(self, outcome: Outcome, cpu_s: float) -> "Total":
        """One seed more."""
        *before, newest = self.parts
        seen = dict(sorted((Counter(self.seen) + outcome.seen).items()))
        return Total(parts=(*before, newest.with_run(outcome, cpu_s)), seen=seen)

    def played_by(self, program: str) -> "Total":
        """The same total; what comes is a part of its own where the program has changed."""
        if self.parts[-1].program == program:
            return self
        begun = Part(program=program, first=self.following, following=self.following)
        kept = [part for part in self.parts if part.following > part.first]
        return Total(parts=(*kept, begun), seen=self.seen)


def this_program() -> str:
    """The program that plays now."""
    return digest_of(PROGRAM)[:SHORT]


def new_total(first: int) -> Total:
    """Nothing played yet."""
    return Total(parts=(Part(program=this_program(), first=first, following=first),))


def resumed(file: Path, first: int) -> Total:
    """The total in a file, or a new one from this seed on."""
    if not file.exists():
        return new_total(first)
    try:
        return Total.model_validate_json(file.read_bytes()).played_by(this_program())
    except (OSError, ValidationError) as error:
        text = f"{file}: not the total of a campaign; name another file or remove it"
        raise OperatorError(text) from error


def kept(total: Total, file: Path) -> None:
    """Write the total down, a line for each part; a stop between two seeds loses none of them."""
    parts = ",\n".join(part.model_dump_json() for part in total.parts)
    seen = json.dumps(total.seen, indent=0)
    beside = file.with_name(file.name + ".new")
    beside.write_text(f'{{"parts": [\n{parts}\n],\n"seen": {seen}}}\n')
    beside.replace(file)


def keeping(file: Path | None) -> Callable[[Total], None]:
    """Writes each total into the file, if there is one."""
    return (lambda total: kept(total, file)) if file else lambda _total: None


def _sum(figures: Iterable[float]) -> float:
    return round(sum(figures), 4)
