"""`pytest --rig` in the virtual machine: its table file names the devices on its ports."""

import shutil
import sysconfig
from pathlib import Path
from typing import Final

from tests.virtual_pi.switched import PATIENCE_S, Switched
from tests.virtual_pi.table_on_card import DEVICES, TableOnCard

ROOT: Final = Path(__file__).parents[2]
# What tries and has no compiled part: it runs on any processor and any Python.
PACKAGES: Final = (
    "_pytest",
    "pytest",
    "pytest-*.dist-info",
    "pluggy*",
    "iniconfig*",
    "packaging*",
    "pygments*",
    "py.py",
    "pytest_asyncio*",
    "pytest_timeout*",
    "typing_extensions*",
)
TESTS: Final = ("pyproject.toml", "tests/rig")
TABLE_FILE: Final = "/etc/underfelt/table.toml"
DRIVERS: Final = "'underfelt-driver@*'"


def tried_on_bench(machine: Switched, table: TableOnCard, folder: Path) -> str:
    """Try every device with the suite while nobody deals; its last line."""
    shell = machine.shell
    place = machine.bring(_packed(folder / "bench"))
    table.start_hands(deals=False)
    try:
        for device in DEVICES:
            shell.until(f"underfelt status | grep -q '^{device} *ready'", PATIENCE_S)
        shell.must(f"systemctl stop {DRIVERS}", PATIENCE_S)
        control = f" --rig-control {machine.hands}" if machine.hands else ""
        tried = (
            f"cd {place} && PYTHONPATH={place}/packages PYTHONDONTWRITEBYTECODE=1"
            " /opt/underfelt/bin/python -m pytest tests/rig/test_conformance.py"
            f" -p tests.rig.options -p no:cacheprovider -q -rf --rig {TABLE_FILE}{control}"
        )
        return shell.must(tried, PATIENCE_S).strip().splitlines()[-1].strip("= ")
    finally:
        table.stop_hands()
        shell.must("systemctl restart underfelt.target", PATIENCE_S)


def _packed(place: Path) -> Path:
    """The tests of a rig and what runs them, as a folder to carry."""
    packages = place / "packages"
    packages.mkdir(parents=True)
    for pattern in PACKAGES:
        for each in Path(sysconfig.get_path("purelib")).glob(pattern):
            copy = shutil.copytree if each.is_dir() else shutil.copy
            copy(each, packages / each.name)
    for name in TESTS:
        here, there = ROOT / name, place / name
        there.parent.mkdir(exist_ok=True)
        (shutil.copytree if here.is_dir() else shutil.copy)(here, there)
    return place
