"""One version: a virtual environment of its own, whole or not there."""

import json
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from controller.installation.bundle import WHEELS
from controller.installation.failure import InstallError
from controller.installation.identity import LOCK, MADE_OF, PROJECT
from controller.installation.places import FOLDERS, Places
from controller.installation.shell import Words, attempt, run

WHOLE: Final = "whole.json"
SHARE: Final = "share/underfelt"
NEEDED_BYTES: Final = 600_000_000
# What the distribution installs for its own Python, and a table's environment may see.
LGPIO: Final = Path("/usr/lib/python3/dist-packages")

Say = Callable[[str], None]


class Source(NamedTuple):
    """What is installed: a source folder, or a bundle that was unpacked and proved."""

    folder: Path
    identity: str
    is_bundle: bool

    @property
    def wheels(self) -> Path:
        """Where a bundle has its wheels."""
        return self.folder / WHEELS


def is_whole(folder: Path) -> bool:
    """Whether a version was finished, and its Python still runs it."""
    if not (folder / WHOLE).is_file():
        return False
    return attempt([folder / "bin" / "underfelt", "--help"]).returncode == 0


def make_version(source: Source, places: Places, say: Say) -> Path:
    """Install a version beside the others; what an earlier attempt left there is made anew."""
    folder = places.versions / source.identity
    if is_whole(folder):
        return folder
    if folder.exists():
        say(f"An earlier installation of {source.identity} was not finished: making it anew")
        shutil.rmtree(folder)
    require_room(places)
    try:
        _fill(source, folder, say)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise InstallError(f"{folder}: {error.strerror}; free some space, then again") from None
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder


def require_room(places: Places) -> None:
    """Refuse a disk on which a version would not find room."""
    place = next(path for path in (places.versions, *places.versions.parents) if path.exists())
    free = shutil.disk_usage(place).free
    if free < NEEDED_BYTES:
        raise InstallError(
            f"{free // 1_000_000} MB are free under {place} and a version takes"
            f" {NEEDED_BYTES // 1_000_000}; free some space, nothing was changed"
        )


def _fill(source: Source, folder: Path, say: Say) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    say(f"Making {folder} with Python {sys.version.split()[0]}")
    if source.is_bundle:
        _from_bundle(source, folder)
    else:
        _from_source(source, folder)
    see_lgpio(folder, LGPIO)
    keep_files(source.folder, folder)
    told = {"identity": source.identity, "python": sys.version.split()[0]}
    (folder / WHOLE).write_text(json.dumps(told) + "\n", encoding="utf-8")


def _from_bundle(source: Source, folder: Path) -> None:
    """No network and no pip of the system: the bundle has its own."""
    run([sys.executable, "-m", "venv", "--without-pip", folder], "install the package python3")
    [pip] = source.wheels.glob("pip-*.whl")
    python = folder / "bin" / "python"
    install: Words = [
        python,
        pip / "pip",
        "install",
        "-q",
        "--no-index",
        "--find-links",
        source.wheels,
    ]
    lock = source.folder / LOCK
    remedy = "copy the bundle again; nothing was changed"
    run([*install, "--require-hashes", "-r", lock], remedy, {"PIP_CONFIG_FILE": "/dev/null"})
    [us] = source.wheels.glob("underfelt-*.whl")
    run([*install, "--no-deps", us], remedy, {"PIP_CONFIG_FILE": "/dev/null"})


def _from_source(source: Source, folder: Path) -> None:
    run([sys.executable, "-m", "venv", folder], "apt install python3-venv")
    install: Words = [folder / "bin" / "python", "-m", "pip", "install", "-q"]
    lock = source.folder / LOCK
    remedy = "connect the machine to the network, or install a bundle by --bundle FILE"
    run([*install, "--require-hashes", "-r", lock], remedy)
    with tempfile.TemporaryDirectory(prefix="underfelt-source-") as place:
        # setuptools writes beside what it builds: into a copy, not into somebody's folder.
        for name in (*MADE_OF[:-1], PROJECT, "README.md"):
            _copy(source.folder / name, Path(place) / name)
        run([*install, "--no-deps", "--no-build-isolation", place], "see what it says above")


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copyfile(source, target)


def see_lgpio(folder: Path, packages: Path) -> None:
    """Let the environment see the distribution's lgpio, and nothing else of the system."""
    [site] = folder.glob("lib/python3*/site-packages")
    for file in (*packages.glob("lgpio.py"), *packages.glob("_lgpio*.so")):
        (site / file.name).symlink_to(file)


def keep_files(source: Path, folder: Path) -> None:
    """Keep units and rules with their version, so that going back brings them back too."""
    for pattern in FOLDERS:
        for file in source.glob(pattern):
            target = folder / SHARE / file.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
