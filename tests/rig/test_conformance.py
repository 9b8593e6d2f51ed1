import pytest

from drivers.conformance.rig import RigDevice
from drivers.requirement import Requirement
from tests.rig.conftest import Rig

# A person at the rig takes longer than an emulator.
pytestmark = pytest.mark.timeout(900)


def test_the_device_conforms(rig: Rig, device: RigDevice, requirement: Requirement) -> None:
    verdict = rig.try_one(device, requirement)
    if verdict.outcome in ("not performed", "not judged"):
        pytest.skip(verdict.reason)
    if verdict.outcome == "failed":
        pytest.fail(f"{requirement.id} {requirement.name}: {verdict.reason}", pytrace=False)
