import pytest

from tests.conformance.conftest import Case, Runs, assert_conforms, assert_fails_by_name

KIND = "shoe"
SEEDED = [
    ("wrong-kind", "SES-01"),
    ("go-silent", "SES-01"),
    ("late 10s", "SES-01"),
    ("wrong-version", "SES-02"),
    ("bad-crc 40%", "SES-03"),
    ("garbage", "SES-03"),
    ("half-frame 40%", "SES-03"),
    ("corrupt 40%", "SES-03"),
    ("no-heartbeat", "SES-07"),
    ("repeat-old-boot", "SES-09"),
    ("forget-event", "SES-11"),
    ("skip-sequence", "SES-13"),
    ("ignore-boot", "SES-14"),
    ("wide-window", "SES-15"),
    ("ack-everything", "SES-17"),
    ("double-ack", "SES-19"),
    ("wrong-ack-sequence", "SES-19"),
    ("ignore-crc", "SES-21"),
    ("double-event", "SHO-01"),
    ("miss-event", "SHO-02"),
    ("misread 100%", "SHO-02"),
    ("wrong-card", "SHO-02"),
    ("swap-cards", "SHO-03"),
]
CASES = [Case(KIND, fault, requirement) for fault, requirement in SEEDED]


@pytest.mark.parametrize("case", [Case(KIND)], ids=str)
def test_the_shoe_emulator_conforms(runs: Runs, case: Case) -> None:
    assert_conforms(runs.report(case))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_shoe_with_a_fault_fails_by_the_requirements_name(runs: Runs, case: Case) -> None:
    assert_fails_by_name(runs.report(case), case)
