"""A camera and its vision process pass the very suite a serial device passes."""

import pytest

from drivers.conformance.camera_subject import camera_subject
from drivers.conformance.suite import Report, requirements_of, run_suite
from drivers.conformance.trial import Trial
from tests.conformance.conftest import assert_conforms

# A picture takes longer than a wire, and longer still on a busy machine.
PATIENCE_S = 10.0


def tried(kind: str) -> Report:
    with camera_subject(kind) as subject:
        trial = Trial(kind, subject.port, subject.hands, PATIENCE_S)
        try:
            return run_suite(trial, "its camera", requirements_of(kind))
        finally:
            trial.close()


@pytest.mark.timeout(240)
@pytest.mark.parametrize("kind", ["shoe", pytest.param("dice-cup", marks=pytest.mark.long)])
def test_a_camera_device_conforms(kind: str) -> None:
    assert_conforms(tried(kind))
