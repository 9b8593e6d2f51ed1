import pytest

from tests.conformance.conftest import Case, Runs, assert_conforms, assert_fails_by_name

KIND = "shuffler"
SEEDED = [
    ("ack-everything", "SHU-01"),
    ("forget-answers", "SES-20"),
    ("double-event", "SHU-05"),
    ("miscount", "SHU-05"),
    ("wrong-colour", "SHU-05"),
    ("short-stack", "SHU-06"),
    ("jam", "SHU-06"),
    ("miss-event", "SHU-09"),
]
CASES = [Case(KIND, fault, requirement) for fault, requirement in SEEDED]


@pytest.mark.parametrize("case", [Case(KIND)], ids=str)
def test_the_shuffler_emulator_conforms(runs: Runs, case: Case) -> None:
    assert_conforms(runs.report(case))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_shuffler_with_a_fault_fails_by_the_requirements_name(runs: Runs, case: Case) -> None:
    assert_fails_by_name(runs.report(case), case)
