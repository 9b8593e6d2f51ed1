"""Conformance runs for tests: side by side, for a trial mostly waits."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from drivers.conformance.emulated import emulated_subject
from drivers.conformance.hands import Hands
from drivers.conformance.suite import Report, requirements_of, run_suite
from drivers.conformance.trial import Trial
from tests.emulated.reference_device import BROKEN, Board, Builds, is_missing, reference_subject

AT_ONCE = 8
SHORT_PATIENCE_S, PATIENCE_S = 1.5, 3.0


@dataclass(frozen=True)
class Case:
    """A run on a kind's emulator or C device; with a fault it tries only what must fail."""

    kind: str
    fault: str = ""
    requirement: str = ""
    board: Board | None = None

    def __str__(self) -> str:
        where = f" on {self.board}" if self.board else ""
        return f"{self.kind} {self.fault or 'whole suite'}{where}"


@contextmanager
def subject_of(case: Case, builds: Builds) -> Iterator[tuple[Path, Hands]]:
    name, _, argument = case.fault.partition(" ")
    if case.board:
        command = builds.command(case.kind, case.board, BROKEN if name else "")
        with reference_subject(command, f"break={name}") as (port, hands):
            yield port, hands
    else:
        with emulated_subject(case.kind, [(name, argument or None)] if name else []) as subject:
            yield subject.port, subject.hands


def run_case(case: Case, builds: Builds) -> Report:
    wanted = requirements_of(case.kind, [case.requirement] if case.requirement else [])
    with subject_of(case, builds) as (port, hands):
        patience = SHORT_PATIENCE_S if case.fault else PATIENCE_S
        trial = Trial(case.kind, port, hands, patience)
        try:
            return run_suite(trial, str(port), wanted)
        finally:
            trial.close()


class Runs:
    """Every run the chosen tests of a file ask for; all start together."""

    def __init__(self, pool: ThreadPoolExecutor, cases: set[Case], builds: Builds) -> None:
        # The whole suites take longest: they start first.
        ordered = sorted(cases, key=lambda case: (case.fault, case.kind))
        self._runs: dict[Case, Future[Report]] = {
            case: pool.submit(run_case, case, builds)
            for case in ordered
            if not (case.board and is_missing(case.board))
        }

    def report(self, case: Case) -> Report:
        return self._runs[case].result()


@pytest.fixture(scope="module")
def runs(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Runs]:
    # Of this file only: another worker has the other file, and would do all of it again.
    ours = (item for item in request.session.items if item.path == request.path)
    chosen = (getattr(item, "callspec", None) for item in ours)
    cases = [spec.params.get("case") for spec in chosen if spec is not None]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        builds = Builds(tmp_path_factory.mktemp("reference"))
        yield Runs(pool, {case for case in cases if isinstance(case, Case)}, builds)


def assert_conforms(report: Report) -> None:
    assert [(v.requirement.id, v.outcome, v.reason) for v in report.verdicts] == [
        (v.requirement.id, "passed", "") for v in report.verdicts
    ]


def assert_fails_by_name(report: Report, case: Case) -> None:
    (verdict,) = report.verdicts
    assert verdict.outcome == "failed", verdict.reason
    assert verdict.requirement.id == case.requirement
    assert verdict.reason
