"""Which library moves the pins, and what `doctor` says of it."""

import json
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner

from config.device import Backend
from config.table import TABLES
from controller.cli import doctor
from controller.doctor import places
from drivers.runtime import pin_backend
from drivers.runtime.pin_backend import PinError, chosen_backend
from drivers.runtime.pins import PinBoard
from tests.unit.drivers.runtime.gpiod_machine import machine_with

NOBODY = 65534


@pytest.fixture
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for /dev, with one chip."""
    folder = tmp_path / "dev"
    folder.mkdir()
    (folder / "gpiochip0").touch()
    monkeypatch.setattr(pin_backend, "DEVICES", folder)
    return folder


@pytest.fixture
def distribution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of distribution packages with lgpio in it, visible to this Python."""
    folder = tmp_path / "dist-packages"
    folder.mkdir()
    (folder / "lgpio.py").write_text("raise ImportError('needs a board')\n")
    monkeypatch.syspath_prepend(str(folder))


def hide(patch: pytest.MonkeyPatch, *libraries: str) -> None:
    """Make libraries look as if they were not installed."""
    for library in libraries:
        patch.setitem(sys.modules, library, None)


@pytest.fixture
def no_lgpio(monkeypatch: pytest.MonkeyPatch) -> None:
    hide(monkeypatch, "lgpio")


def table_with(folder: Path, backend: str | None) -> Path:
    """A table file whose lamps are on pins, by this backend or whichever is installed."""
    text = (TABLES / "emulated-baccarat.toml").read_text()
    pins = 'source = "gpio"\nbank_pins = [2, 3, 4, 5, 6, 7, 8, 9]\n'
    pins += "action_pins = [10, 11, 12, 13, 14, 15, 16, 17]\n"
    line = "" if backend is None else f'backend = "{backend}"\n'
    lamps = 'kind = "lamps"\n'
    assert f'{lamps}source = "emulated"\n' in text
    file = folder / "table.toml"
    file.write_text(text.replace(f'{lamps}source = "emulated"\n', lamps + pins + line))
    return file


def pins_in_doctor(file: Path) -> dict[str, str]:
    """What `doctor` finds of the pins of a table."""
    places = [f"--{name}-dir={file.parent / name}" for name in ("state", "run")]
    done = CliRunner().invoke(doctor.doctor_command, [f"--table={file}", *places, "--json"])
    found: list[dict[str, str]] = json.loads(done.stdout)
    (finding,) = (entry for entry in found if entry["subject"] == "pins")
    return finding


@pytest.mark.usefixtures("distribution")
def test_lgpio_of_the_distribution_is_chosen_where_it_is_seen() -> None:
    assert chosen_backend(None) == "lgpio"


@pytest.mark.usefixtures("no_lgpio")
def test_gpiod_is_chosen_where_lgpio_is_not() -> None:
    assert chosen_backend(None) == "gpiod"


@pytest.mark.usefixtures("distribution")
@pytest.mark.parametrize("named", ["lgpio", "gpiod", "mock"])
def test_a_named_library_is_never_exchanged(named: Backend) -> None:
    assert chosen_backend(named) == named


@pytest.mark.parametrize(
    ("named", "problem"),
    [
        (None, "neither lgpio nor gpiod is installed; run pip install 'underfelt[pi]'"),
        ("gpiod", "backend gpiod: not installed; run pip install 'underfelt[pi]'"),
        ("lgpio", "backend lgpio: not installed; install python3-lgpio"),
    ],
)
def test_what_is_not_installed_is_refused_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, named: Backend | None, problem: str
) -> None:
    hide(monkeypatch, "lgpio", "gpiod")
    with pytest.raises(PinError) as caught:
        PinBoard(named)
    assert str(caught.value).startswith(problem)


@pytest.mark.usefixtures("distribution")
def test_a_library_that_fails_is_one_line_and_never_a_traceback() -> None:
    with pytest.raises(PinError, match="backend lgpio: needs a board; look at the pins"):
        PinBoard(None)


@pytest.mark.usefixtures("distribution", "devices")
def test_doctor_names_lgpio_of_the_distribution(tmp_path: Path) -> None:
    finding = pins_in_doctor(table_with(tmp_path, None))
    assert finding["verdict"] == "good"
    assert finding["text"].startswith("lgpio")
    assert finding["text"].endswith(" from the distribution")


@pytest.mark.usefixtures("no_lgpio")
def test_doctor_names_gpiod_and_its_chip(tmp_path: Path, devices: Path) -> None:
    with machine_with(devices, ("pinctrl-bcm2711", 58)):
        finding = pins_in_doctor(table_with(tmp_path, None))
    assert finding["verdict"] == "good"
    assert finding["text"] == f"gpiod {version('gpiod')} on gpiochip0 pinctrl-bcm2711"


def test_doctor_says_what_to_install_where_neither_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide(monkeypatch, "lgpio", "gpiod")
    finding = pins_in_doctor(table_with(tmp_path, None))
    assert finding["verdict"] == "bad"
    assert finding["text"].endswith("; run pip install 'underfelt[pi]'")


@pytest.mark.parametrize("backend", ["lgpio", "gpiod"])
@pytest.mark.usefixtures("distribution")
def test_doctor_says_when_there_is_no_chip(tmp_path: Path, devices: Path, backend: str) -> None:
    (devices / "gpiochip0").unlink()
    finding = pins_in_doctor(table_with(tmp_path, backend))
    assert finding["verdict"] == "bad"
    assert finding["text"] == (f"no {devices}/gpiochip0; run on a machine with pins, such as a Pi")


@contextmanager
def without_power_over(file: Path) -> Iterator[None]:
    """As a user who may not open this file: root steps down, for nothing is closed to root."""
    file.chmod(0)
    if os.geteuid() != 0:
        yield
        return
    closed = [folder for folder in file.parents if not folder.stat().st_mode & stat.S_IXOTH]
    for folder in closed:
        folder.chmod(0o755)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        for folder in closed:
            folder.chmod(0o700)


@pytest.mark.parametrize("backend", ["lgpio", "gpiod"])
@pytest.mark.usefixtures("distribution")
def test_doctor_says_who_may_open_a_chip_that_this_user_may_not(
    tmp_path: Path, devices: Path, monkeypatch: pytest.MonkeyPatch, backend: str
) -> None:
    chip = devices / "gpiochip0"

    # Only around the pins: the source may lie where nobody else may read.
    def describe_without_power(named: Backend | None) -> str:
        with without_power_over(chip):
            return pin_backend.describe_backend(named)

    monkeypatch.setattr(places, "describe_backend", describe_without_power)
    finding = pins_in_doctor(table_with(tmp_path, backend))
    remedy = "install the udev rules and let this user join group gpio"
    assert finding["verdict"] == "bad"
    assert finding["text"] == f"{chip}: no permission; {remedy}"
