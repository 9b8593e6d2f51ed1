"""Every emulator conforms, and with a fault it fails by the name of the requirement it breaks."""

import pytest

from tests.conformance.conftest import Case, Runs, assert_conforms, assert_fails_by_name

SEEDED = {
    "shoe": [
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
        ("forget-count", "SHO-08"),
    ],
    "shuffler": [
        ("ack-everything", "SHU-01"),
        ("forget-answers", "SES-20"),
        ("double-event", "SHU-05"),
        ("miscount", "SHU-05"),
        ("wrong-colour", "SHU-05"),
        ("short-stack", "SHU-06"),
        ("jam", "SHU-06"),
        ("miss-event", "SHU-09"),
        ("forget-count", "SHU-13"),
    ],
    "dice-cup": [
        ("double-event", "DIC-01"),
        ("miss-event", "DIC-01"),
        ("misread 100%", "DIC-02"),
        ("cocked-dice", "DIC-02"),
        ("skip-sequence", "SES-13"),
    ],
    "entry-pad": [
        ("bounce", "PAD-01"),
        ("stuck-key", "PAD-01"),
        ("miss-event", "PAD-02"),
        ("forget-answers", "SES-20"),
        ("ack-everything", "SES-18"),
    ],
    "lamps": [
        ("stuck-lamp", "LMP-02"),
        ("miss-event", "LMP-04"),
        ("double-event", "LMP-01"),
        ("wrong-ack-sequence", "SES-19"),
        ("forget-event", "SES-11"),
    ],
}
WHOLE = [Case(kind) for kind in SEEDED]
BROKEN = [Case(kind, *seeded) for kind, faults in SEEDED.items() for seeded in faults]


@pytest.mark.parametrize("case", WHOLE, ids=str)
def test_an_emulator_conforms(runs: Runs, case: Case) -> None:
    assert_conforms(runs.report(case))


@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_a_device_with_a_fault_fails_by_the_requirements_name(runs: Runs, case: Case) -> None:
    assert_fails_by_name(runs.report(case), case)
