"""The suite of one kind: every requirement tried once, in order, with a verdict each."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from controller.facts.failure import OperatorError
from drivers.conformance.certificate import Certificate, certificate
from drivers.conformance.first_causes import cause_of
from drivers.conformance.session_requirements import SESSION_REQUIREMENTS
from drivers.conformance.trial import Trial
from drivers.conformance.verdict import Outcome, Verdict
from drivers.requirement import (
    NotPerformedError,
    Requirement,
    ViolationError,
    conduct_of,
)
from drivers.runtime.port import PortError


class UnknownRequirementError(OperatorError):
    """A requirement that this kind of device does not have."""


@dataclass(frozen=True, slots=True)
class Report:
    """The verdicts of one run."""

    kind: str
    where: str
    verdicts: tuple[Verdict, ...]
    identity: str = ""
    # Requirements of the kind that nobody asked for.
    unasked: int = 0
    certificate: Certificate | None = None

    def rows(self) -> tuple[tuple[str, str], ...]:
        """By what and when the device was tried."""
        tried = (("device", self.identity), ("where", self.where))
        return (*tried, *(self.certificate.rows() if self.certificate else ()))

    def count(self, outcome: Outcome) -> int:
        """How many requirements came to this outcome."""
        return sum(verdict.outcome == outcome for verdict in self.verdicts)

    @property
    def untried(self) -> int:
        """Requirements of the kind that have neither passed nor failed."""
        return self.unasked + self.count("not performed") + self.count("not judged")

    @property
    def is_passed(self) -> bool:
        """Whether all that was asked for was performed and passed."""
        return bool(self.verdicts) and self.count("passed") == len(self.verdicts)

    @property
    def conclusion(self) -> str:
        """The whole report in a few words; `conforms` is said of a whole suite only."""
        if self.count("failed"):
            return "does not conform"
        if self.untried:
            return f"conforms as far as tried: {self.untried} not performed"
        return "conforms"

    @property
    def failed(self) -> tuple[Verdict, ...]:
        """The verdicts that failed."""
        return tuple(v for v in self.verdicts if v.outcome == "failed")


def requirements_of(kind: str, only: Collection[str] = ()) -> tuple[Requirement, ...]:
    """The requirements of a kind, in the order in which they are tried."""
    conduct = conduct_of(kind)
    found = (*filter(conduct.is_asked, SESSION_REQUIREMENTS), *conduct.requirements)
    missing = set(only) - {item.id for item in found}
    if missing:
        ids = _all(item.id for item in found)
        raise UnknownRequirementError(f"{kind} has no {_all(sorted(missing))}; use one of {ids}")
    return tuple(item for item in found if not only or item.id in only)


def verdicts(trial: Trial, requirements: Collection[Requirement]) -> Iterator[Verdict]:
    """Try each requirement; what rests on one that failed is not judged."""
    failed: set[str] = set()
    for requirement in requirements:
        cause = cause_of(trial.kind, requirement, failed)
        if cause is None:
            verdict = try_one(trial, requirement)
        else:
            verdict = Verdict(requirement, "not judged", f"rests on {cause}, which failed", 0.0)
        if verdict.outcome == "failed":
            failed.add(requirement.id)
        yield verdict


def try_one(trial: Trial, requirement: Requirement) -> Verdict:
    """Try one requirement."""
    started = time.monotonic()
    trial.remark(f"{requirement.id} {requirement.name}")
    outcome: Outcome = "passed"
    reason = ""
    try:
        requirement.check(trial)
    except ViolationError as error:
        outcome, reason = "failed", str(error)
    except PortError as error:
        outcome, reason = "failed", str(error)
    except NotPerformedError as error:
        outcome, reason = "not performed", str(error)
    if outcome == "not performed":
        trial.skipped()
    if outcome != "passed":
        trial.standing.clear()
        trial.reopen()
    return Verdict(requirement, outcome, reason, time.monotonic() - started)


def run_suite(
    trial: Trial,
    where: str,
    requirements: Collection[Requirement],
    tell: Callable[[Verdict], None] = lambda _verdict: None,
) -> Report:
    """Try the requirements, telling each verdict as it comes."""
    found = []
    for verdict in verdicts(trial, requirements):
        tell(verdict)
        found.append(verdict)
    unasked = len(requirements_of(trial.kind)) - len(found)
    named = certificate(trial.document, trial.seed, datetime.now().astimezone())
    return Report(trial.kind, where, tuple(found), trial.identity, unasked, named)


def _all(words: Iterable[str]) -> str:
    return ", ".join(words)
