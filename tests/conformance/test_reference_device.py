import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from drivers.conformance.hands import SocketHands
from drivers.conformance.suite import Report, requirements_of, run_suite
from drivers.conformance.trial import Trial
from tests.emulated.reference_shoe import SOURCES, ControlBridge, ReferenceShoe, compile_shoe
from tests.system.processes import short_folder

# The line of the C device that keeps a requirement, and one that does not.
MUTANTS = {
    "SES-11": (">= device->config.resend_ms", "> 100 * device->config.resend_ms"),
    "SES-14": ("frame->size == 4 && get_u32(frame->payload) == boot", "frame->size == 4"),
    "SES-15": ("device->kept < device->config.window ? device->kept", "1 ? device->kept"),
}


@contextmanager
def reference_shoe(built: Path) -> Iterator[tuple[Path, Path]]:
    with short_folder() as folder:
        port, control = Path(folder) / "shoe-1", Path(folder) / "control.sock"
        with ReferenceShoe(built, port) as shoe:
            bridge = ControlBridge(control, shoe)
            try:
                yield port, control
            finally:
                bridge.close()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_shoe(tmp_path_factory.mktemp("reference"))


def tried(built: Path, only: tuple[str, ...] = ()) -> Report:
    with reference_shoe(built) as (port, control):
        trial = Trial("shoe", port, SocketHands(control, "shoe-1"))
        try:
            return run_suite(trial, str(port), requirements_of("shoe", only))
        finally:
            trial.close()


def test_the_reference_shoe_passes_the_shoe_suite(built: Path) -> None:
    report = tried(built)
    assert [(v.requirement.id, v.reason) for v in report.verdicts if v.outcome != "passed"] == []
    assert report.count("passed") == len(requirements_of("shoe"))


@pytest.mark.parametrize("requirement", MUTANTS)
def test_a_reference_shoe_made_wrong_fails_by_name(requirement: str, tmp_path: Path) -> None:
    right, wrong = MUTANTS[requirement]
    source = (SOURCES / "underfelt_device.c").read_text()
    assert source.count(right) == 1
    folder = tmp_path / "source"
    shutil.copytree(SOURCES, folder)
    (folder / "underfelt_device.c").write_text(source.replace(right, wrong))
    report = tried(compile_shoe(tmp_path, sources=folder), (requirement,))
    assert [verdict.requirement.id for verdict in report.failed] == [requirement]


def test_the_command_tries_it_through_a_control_socket(built: Path) -> None:
    with reference_shoe(built) as (port, control):
        place = ["--port", str(port), "--control", str(control), "--device", "shoe-1"]
        command = ["conformance", "shoe", *place, "--only", "SHO-02", "--json"]
        done = subprocess.run(
            [sys.executable, "-m", "controller", *command], capture_output=True, text=True
        )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["kind"] == "shoe"
