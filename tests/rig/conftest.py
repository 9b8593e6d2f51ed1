"""The rig of this run: its devices, its lock, and whoever moves them."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from config.document import DocumentError
from drivers.conformance.first_causes import cause_of
from drivers.conformance.hands import Hands, NoHands, PersonHands, SocketHands
from drivers.conformance.port_lock import PortTakenError, exclusive
from drivers.conformance.rig import RigDevice, read_rig
from drivers.conformance.suite import requirements_of, try_one
from drivers.conformance.trial import Trial
from drivers.conformance.verdict import Verdict
from drivers.requirement import Requirement
from drivers.runtime.port import PortError

NO_RIG = "no rig: give pytest --rig FILE (an example is config/tables/rig.example.toml)"
NO_DEVICE = 'the rig file names no device with source = "serial"'


class Rig:
    """Tries the devices of a rig, each over one line that stays open."""

    def __init__(self, stack: ExitStack, config: pytest.Config) -> None:
        self._stack = stack
        self._config = config
        self._trials: dict[str, Trial] = {}
        self._failed: dict[str, set[str]] = {}

    def try_one(self, device: RigDevice, requirement: Requirement) -> Verdict:
        failed = self._failed.setdefault(device.name, set())
        cause = cause_of(device.kind, requirement, failed)
        if cause is not None:
            return Verdict(requirement, "not judged", f"rests on {cause}, which failed", 0.0)
        verdict = try_one(self._trial(device), requirement)
        if verdict.outcome == "failed":
            failed.add(requirement.id)
        return verdict

    def _trial(self, device: RigDevice) -> Trial:
        if device.name not in self._trials:
            try:
                port = device.port()
                self._stack.enter_context(exclusive(port, "port"))
            except (PortError, PortTakenError) as error:
                pytest.fail(f"{device.name}: {error}", pytrace=False)
            trial = Trial(device.kind, port, self._hands(device.name))
            self._stack.callback(trial.close)
            self._trials[device.name] = trial
        return self._trials[device.name]

    def _hands(self, device: str) -> Hands:
        control: Path | None = self._config.getoption("--rig-control")
        if control is not None:
            return SocketHands(control, device)
        if self._config.getoption("capture") == "no" and sys.stdin.isatty():
            return PersonHands(print, sys.stdin)
        return NoHands()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if {"device", "requirement"} <= set(metafunc.fixturenames):
        cases = _cases(metafunc.config.getoption("--rig"))
        metafunc.parametrize(("device", "requirement"), cases)


def _cases(file: Path | None) -> list[object]:
    if file is None:
        return [_skipped(NO_RIG)]
    try:
        devices = read_rig(file)
    except DocumentError as error:
        pytest.exit(f"error: {'; '.join(map(str, error.problems))}", returncode=2)
    cases: list[object] = [
        pytest.param(device, requirement, id=f"{device.name} {requirement.id} {requirement.name}")
        for device in devices
        for requirement in requirements_of(device.kind)
    ]
    return cases or [_skipped(NO_DEVICE)]


def _skipped(reason: str) -> object:
    return pytest.param(None, None, id="no rig", marks=pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    file: Path = request.config.getoption("--rig")
    with ExitStack() as stack:
        try:
            stack.enter_context(exclusive(file, "rig"))
        except PortTakenError as error:
            pytest.exit(f"error: {error}", returncode=2)
        yield Rig(stack, request.config)
