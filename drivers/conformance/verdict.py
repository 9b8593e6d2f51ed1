"""What can come of checking a requirement."""

from dataclasses import dataclass
from typing import Literal

from drivers.requirement import Requirement

Outcome = Literal["passed", "failed", "not performed", "not judged"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of one requirement."""

    requirement: Requirement
    outcome: Outcome
    reason: str
    seconds: float
