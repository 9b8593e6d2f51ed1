import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from config.table import TABLES
from drivers.conformance.port_lock import exclusive
from drivers.conformance.rig import read_rig
from drivers.emulate.emulators import CONTROL_SOCKET, Emulators
from drivers.runtime.place import device_path
from tests.system.processes import short_folder

RIG_TESTS = Path(__file__).parents[1] / "rig"
TABLE = """
id = "rig"
game = "lucky-derby/ez-baccarat-panda-8"
seats = 8
[devices.shoe-1]
kind = "shoe"
source = "serial"
port = "{port}"
"""


def rig_run(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", str(RIG_TESTS), "-p", "no:cacheprovider", *options],
        capture_output=True,
        text=True,
        timeout=50,
        cwd=RIG_TESTS.parents[1],
        stdin=subprocess.DEVNULL,
    )


@contextmanager
def bench_in_a_thread(folder: Path) -> Iterator[Path]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    emulators = Emulators(folder, {"shoe-1": "shoe"}, seed=1, stretch=0.0)
    asyncio.run_coroutine_threadsafe(emulators.start(), loop).result()
    try:
        yield folder / CONTROL_SOCKET
    finally:
        asyncio.run_coroutine_threadsafe(emulators.stop(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def written(folder: Path) -> Path:
    file = folder / "rig.toml"
    file.write_text(TABLE.format(port=device_path(folder, "shoe-1")))
    return file


def test_without_a_rig_it_is_skipped_with_the_reason() -> None:
    run = rig_run()
    assert run.returncode == 0, run.stdout
    assert "no rig: give pytest --rig FILE" in run.stdout
    assert " skipped in " in run.stdout


def test_the_suite_runs_on_the_devices_of_the_rig() -> None:
    with short_folder() as name:
        folder = Path(name)
        file = written(folder)
        with bench_in_a_thread(folder) as control:
            some = ("-k", "SES-01 or SES-02 or SES-12 or SHO-02")
            run = rig_run("--rig", str(file), "--rig-control", str(control), *some)
    assert run.returncode == 0, run.stdout
    assert "4 passed" in run.stdout


@pytest.mark.long
def test_what_needs_a_hand_is_skipped_when_nobody_is_there() -> None:
    with short_folder() as name:
        folder = Path(name)
        file = written(folder)
        with bench_in_a_thread(folder):
            run = rig_run("--rig", str(file), "-k", "SES-17 or SHO-01")
    assert run.returncode == 0, run.stdout
    assert "1 passed, 1 skipped" in run.stdout
    assert "nobody is there to do it: load one deck's shoe" in run.stdout


@pytest.mark.long
def test_a_device_that_is_not_there_fails_with_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "rig.toml"
    file.write_text(TABLE.format(port=tmp_path / "nothing"))
    run = rig_run("--rig", str(file), "-k", "SES-01 or SES-02")
    assert run.returncode == 1
    assert "not there; plug the device in" in run.stdout
    assert "1 failed, 1 skipped" in run.stdout


@pytest.mark.long
def test_two_runs_on_one_rig_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "rig.toml"
    file.write_text(TABLE.format(port=tmp_path / "nothing"))
    with exclusive(file, "rig"):
        run = rig_run("--rig", str(file))
    assert run.returncode == 2
    assert "is on trial already by process" in run.stdout + run.stderr


def test_a_wrong_rig_file_is_refused_in_words(tmp_path: Path) -> None:
    file = tmp_path / "rig.toml"
    file.write_text('id = "rig"\n')
    run = rig_run("--rig", str(file))
    assert run.returncode == 2
    assert "Traceback" not in run.stdout + run.stderr
    assert "error: " in run.stdout + run.stderr
    assert "game: " in run.stdout + run.stderr


def test_the_shipped_example_names_one_device_of_every_kind() -> None:
    devices = read_rig(TABLES / "rig.example.toml")
    kinds = sorted(device.kind for device in devices)
    assert kinds == ["dice-cup", "entry-pad", "lamps", "shoe", "shuffler"]
