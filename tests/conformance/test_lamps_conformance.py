import pytest

from tests.conformance.conftest import Case, Runs, assert_conforms, assert_fails_by_name

KIND = "lamps"
SEEDED = [
    ("stuck-lamp", "LMP-02"),
    ("miss-event", "LMP-04"),
    ("double-event", "LMP-01"),
    ("wrong-ack-sequence", "SES-19"),
    ("forget-event", "SES-11"),
]
CASES = [Case(KIND, fault, requirement) for fault, requirement in SEEDED]


@pytest.mark.parametrize("case", [Case(KIND)], ids=str)
def test_the_lamps_emulator_conforms(runs: Runs, case: Case) -> None:
    assert_conforms(runs.report(case))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_lamps_with_a_fault_fails_by_the_requirements_name(runs: Runs, case: Case) -> None:
    assert_fails_by_name(runs.report(case), case)
