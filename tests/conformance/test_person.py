"""A correct device passes however long the person takes who moves it."""

from pathlib import Path

import pytest

from config.wire_document import DEVICE_KINDS
from drivers.conformance.emulated import emulated_subject
from drivers.conformance.hands import Hands
from drivers.conformance.suite import Report, requirements_of, run_suite
from drivers.conformance.trial import Trial
from tests.conformance.conftest import assert_conforms
from tests.conformance.slow_person import SlowPerson
from tests.emulated.reference_device import PROGRAMS, Builds, reference_subject, require

# Longer than a device waits for a host that says nothing.
SLOW_S = 3.5


def tried(
    kind: str, port: Path, hands: Hands, seconds: float, only: tuple[str, ...] = ()
) -> Report:
    person = SlowPerson(seconds, hands)
    trial = Trial(kind, port, person)
    try:
        return run_suite(trial, str(port), requirements_of(kind, only))
    finally:
        trial.close()
        person.leave()


@pytest.mark.parametrize(
    ("kind", "only"),
    [
        ("shoe", "SES-09"),
        ("shoe", "SES-10"),
        ("shoe", "SHO-05"),
        ("dice-cup", "DIC-02"),
        ("lamps", "LMP-04"),
        ("entry-pad", "SES-11"),
    ],
)
def test_a_device_waits_for_a_person_with_the_link_up(kind: str, only: str) -> None:
    with emulated_subject(kind) as subject:
        assert_conforms(tried(kind, subject.port, subject.hands, SLOW_S, (only,)))


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seconds", [0.4, 4, 20])
@pytest.mark.parametrize("kind", DEVICE_KINDS)
def test_an_emulator_conforms_by_hand(kind: str, seconds: float) -> None:
    with emulated_subject(kind) as subject:
        assert_conforms(tried(kind, subject.port, subject.hands, seconds))


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seconds", [0.4, 4, 20])
@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_reference_device_conforms_by_hand(kind: str, seconds: float, tmp_path: Path) -> None:
    require("native")
    with reference_subject(Builds(tmp_path).command(kind, "native")) as (port, hands):
        assert_conforms(tried(kind, port, hands, seconds))
