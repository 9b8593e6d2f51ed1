import pytest

from tests.conformance.conftest import Case, Runs, assert_conforms, assert_fails_by_name

KIND = "dice-cup"
SEEDED = [
    ("double-event", "DIC-01"),
    ("miss-event", "DIC-01"),
    ("misread 100%", "DIC-02"),
    ("cocked-dice", "DIC-02"),
    ("skip-sequence", "SES-13"),
]
CASES = [Case(KIND, fault, requirement) for fault, requirement in SEEDED]


@pytest.mark.parametrize("case", [Case(KIND)], ids=str)
def test_the_dice_cup_emulator_conforms(runs: Runs, case: Case) -> None:
    assert_conforms(runs.report(case))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_dice_cup_with_a_fault_fails_by_the_requirements_name(runs: Runs, case: Case) -> None:
    assert_fails_by_name(runs.report(case), case)
