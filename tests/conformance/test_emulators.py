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
        ("hide-state", "SHO-09"),
        ("numbered-heartbeat", "SES-07"),
        ("ignore-low-ids", "SES-17"),
        ("forget-in-silence", "SES-23"),
        ("miss-early-ack", "SES-24"),
        ("ack-all-before", "SES-25"),
        ("change-resent", "SES-26"),
        ("start-further", "SES-27"),
        ("ignore-version", "SES-28"),
        ("miss-foreign-request", "SES-29"),
        ("miss-grown-request", "SES-29"),
        ("miss-foreign-refusal", "SES-30"),
        ("obey-foreign-refusal", "SES-31"),
        ("hello-every 1s", "SES-32"),
        ("hello-every 20ms", "SES-32"),
        ("resend-every 1s", "SES-33"),
        ("resend-every 15ms", "SES-33"),
        ("heartbeat-every 2500ms", "SES-34"),
        ("heartbeat-every 50ms", "SES-34"),
        ("slow-start 8s", "SES-35"),
        ("obey-unlinked", "SES-37"),
        ("late 400ms", "SES-38"),
        ("wrap-long-frame", "SES-39"),
        ("crash-on-long-frame", "SES-39"),
        ("crash-on-empty-frame", "SES-40"),
        ("oldest-is-one", "SES-41"),
        ("wrong-last", "SES-42"),
    ],
    "shuffler": [
        ("ack-everything", "SHU-01"),
        ("forget-answers", "SES-20"),
        ("double-event", "SHU-05"),
        ("miscount", "SHU-05"),
        ("wrong-colour", "SHU-05"),
        ("short-stack", "SHU-06"),
        ("miss-event", "SHU-09"),
        ("forget-count", "SHU-13"),
        ("hide-state", "SHU-16"),
        ("forget-in-silence", "SES-23"),
        ("change-resent", "SES-26"),
        ("any-length", "SES-18"),
        ("clamp-last", "SES-18"),
        ("one-answer", "SES-36"),
        ("obey-unlinked", "SES-37"),
        ("no-joker", "SHU-14"),
        ("open-door-unload", "SHU-15"),
    ],
    "dice-cup": [
        ("double-event", "DIC-01"),
        ("miss-event", "DIC-01"),
        ("misread 100%", "DIC-02"),
        ("cocked-dice", "DIC-02"),
        ("change-resent", "SES-26"),
        ("skip-sequence", "SES-13"),
    ],
    "entry-pad": [
        ("bounce", "PAD-01"),
        ("stuck-key", "PAD-01"),
        ("miss-event", "PAD-02"),
        ("forget-answers", "SES-20"),
        ("ack-everything", "SES-18"),
        ("change-resent", "SES-26"),
        ("one-answer", "SES-36"),
    ],
    "lamps": [
        ("stuck-lamp", "LMP-02"),
        ("miss-event", "LMP-04"),
        ("double-event", "LMP-01"),
        ("wrong-ack-sequence", "SES-19"),
        ("forget-event", "SES-11"),
        ("change-resent", "SES-26"),
        ("any-length", "SES-18"),
        ("one-answer", "SES-36"),
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
