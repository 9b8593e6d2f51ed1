import pytest

from tests.conformance.conftest import Case, Runs, assert_conforms, assert_fails_by_name

KIND = "entry-pad"
SEEDED = [
    ("bounce", "PAD-01"),
    ("stuck-key", "PAD-01"),
    ("miss-event", "PAD-02"),
    ("forget-answers", "SES-20"),
    ("ack-everything", "SES-18"),
]
CASES = [Case(KIND, fault, requirement) for fault, requirement in SEEDED]


@pytest.mark.parametrize("case", [Case(KIND)], ids=str)
def test_the_entry_pad_emulator_conforms(runs: Runs, case: Case) -> None:
    assert_conforms(runs.report(case))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_entry_pad_with_a_fault_fails_by_the_requirements_name(runs: Runs, case: Case) -> None:
    assert_fails_by_name(runs.report(case), case)
