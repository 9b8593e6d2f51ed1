"""Conformance runs for tests: side by side, for a trial mostly waits."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from drivers.conformance.emulated import emulated_subject
from drivers.conformance.suite import Report, requirements_of, run_suite
from drivers.conformance.trial import PATIENCE_S, Trial

AT_ONCE = 8
SHORT_PATIENCE_S = 1.5


@dataclass(frozen=True)
class Case:
    """A run on the emulator of a kind; with a fault it tries only what must fail."""

    kind: str
    fault: str = ""
    requirement: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.fault or 'whole suite'}"


def run_case(case: Case) -> Report:
    name, _, argument = case.fault.partition(" ")
    faults = [(name, argument or None)] if name else []
    wanted = requirements_of(case.kind, [case.requirement] if case.requirement else [])
    with emulated_subject(case.kind, faults) as subject:
        patience = SHORT_PATIENCE_S if faults else PATIENCE_S
        trial = Trial(case.kind, subject.port, subject.hands, patience)
        try:
            return run_suite(trial, "its emulator", wanted)
        finally:
            trial.close()


class Runs:
    """Every run the chosen tests ask for; all start together."""

    def __init__(self, pool: ThreadPoolExecutor, cases: set[Case]) -> None:
        # The whole suites take longest: they start first.
        ordered = sorted(cases, key=lambda case: (case.fault, case.kind))
        self._runs: dict[Case, Future[Report]] = {
            case: pool.submit(run_case, case) for case in ordered
        }

    def report(self, case: Case) -> Report:
        return self._runs[case].result()


@pytest.fixture(scope="session")
def runs(request: pytest.FixtureRequest) -> Iterator[Runs]:
    chosen = (getattr(item, "callspec", None) for item in request.session.items)
    cases = [spec.params.get("case") for spec in chosen if spec is not None]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield Runs(pool, {case for case in cases if isinstance(case, Case)})


def assert_conforms(report: Report) -> None:
    assert [(v.requirement.id, v.outcome, v.reason) for v in report.verdicts] == [
        (v.requirement.id, "passed", "") for v in report.verdicts
    ]


def assert_fails_by_name(report: Report, case: Case) -> None:
    (verdict,) = report.verdicts
    assert verdict.outcome == "failed", verdict.reason
    assert verdict.requirement.id == case.requirement
    assert verdict.reason
