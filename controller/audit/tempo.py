"""Tempo: rounds an hour, and how long each step of a round takes."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import median
from typing import Literal

from controller.audit.misreads import HOUR_MS
from controller.audit.told import Told
from controller.facts.decisions import (
    BettingEnded,
    OutcomeDecided,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    SettlementOrdered,
)
from controller.facts.fact import Fact

StepName = Literal["betting", "dealing", "settling", "round"]


class Times(Fact):
    """How long something took: how often, the middle, what nine in ten stay under, the longest."""

    of: str
    count: int
    median_s: float
    nine_in_ten_s: float
    longest_s: float


class TempoFigures(Fact):
    """Rounds by hour of the record, rounds an hour while there was play, and times of steps."""

    rounds: int
    voided: int
    per_hour: float | None
    hours: dict[int, int]
    steps: tuple[Times, ...]


class TempoWatch:
    """Follows the rounds."""

    def __init__(self) -> None:
        self._opened_ms: int | None = None
        self._mark_ms = 0
        self._voided = 0
        self._hours: Counter[int] = Counter()
        self._took: dict[StepName, list[float]] = defaultdict(list)

    def take(self, told: Told) -> None:
        """Look at one fact."""
        match told.fact:
            case RoundOpened():
                self._opened_ms = self._mark_ms = told.at_ms
            case BettingEnded():
                self._step("betting", told.at_ms)
            case OutcomeDecided() | SettlementOrdered(stage=None):
                self._step("dealing", told.at_ms)
            case RoundClosed():
                self._step("settling", told.at_ms)
                self._close(told.at_ms)
            case RoundVoided():
                self._voided += 1
                self._opened_ms = None
            case _:
                pass

    def _step(self, step: StepName, at_ms: int) -> None:
        if self._opened_ms is not None and at_ms > self._mark_ms:
            self._took[step].append((at_ms - self._mark_ms) / 1000)
            self._mark_ms = at_ms

    def _close(self, at_ms: int) -> None:
        self._hours[at_ms // HOUR_MS] += 1
        # A clock that was set back makes no round that ended before it began.
        if self._opened_ms is not None and at_ms >= self._opened_ms:
            self._took["round"].append((at_ms - self._opened_ms) / 1000)
        self._opened_ms = None

    def figures(self) -> TempoFigures:
        """What there is to tell of the tempo."""
        played = sum(self._took["round"]) / 3600
        rounds = sum(self._hours.values())
        return TempoFigures(
            rounds=rounds,
            voided=self._voided,
            per_hour=len(self._took["round"]) / played if played else None,
            hours=dict(sorted(self._hours.items())),
            steps=tuple(times_of(step, took) for step, took in self._took.items() if took),
        )


def times_of(what: str, seconds: Sequence[float]) -> Times:
    """The figures of some durations; there must be one at least."""
    ordered = sorted(seconds)
    return Times(
        of=what,
        count=len(ordered),
        median_s=median(ordered),
        nine_in_ten_s=ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)],
        longest_s=ordered[-1],
    )
