"""The machine before an installation: what must be there, and what it offers."""

import os
import shutil
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.installation.failure import InstallError
from controller.installation.places import Places
from controller.installation.shell import attempt, run

OLDEST_PYTHON: Final = (3, 11)
# Nobody has installed this before it was written: such a clock was never set.
NOT_BEFORE: Final = 1_760_000_000
SCREENS: Final = "sys/class/drm"
_NO_CACHE: Final = ("-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache=")
_QUIET: Final = {"DEBIAN_FRONTEND": "noninteractive"}


def problems(
    places: Places, table: Path | None, has_screen: bool | None, is_image: bool = False
) -> Iterator[str]:
    """Everything that would stop an installation, told before anything is touched."""
    if os.geteuid() != 0 and places.root == Path("/"):
        yield "an installation takes root; use sudo"
    if sys.version_info < OLDEST_PYTHON:
        found = ".".join(map(str, sys.version_info[:2]))
        yield f"Python {found} is too old, 3.11 is needed; use Debian 12, 13 or Raspberry Pi OS"
    if sys.maxsize < 2**32:
        yield "this system has 32 bits; install a 64-bit one"
    if is_image and places.is_live:
        yield "a system runs here; --image is for the root of a card in the making"
    if places.root == Path("/") and not is_image and not places.is_live:
        yield "systemd does not run here; install on a booted Debian or Raspberry Pi OS"
    if time.time() < NOT_BEFORE:
        today = time.strftime("%Y-%m-%d")
        yield f"the clock says {today}; set it, as by date -s '2030-01-31 18:00'"
    yield from _of_table(table or places.table, table is not None)
    if has_screen and not is_image and not has_display(places):
        yield "no display is connected; connect one, or install without --screen"


def _of_table(file: Path, is_named: bool) -> Iterator[str]:
    if not file.exists():
        if is_named:
            yield f"there is no table file {file}; name one that is there"
        return
    try:
        tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        yield f"{file} cannot be read: {error}; mend it"


def has_display(places: Places) -> bool:
    """Whether the kernel sees a display."""
    states = (places.root / SCREENS).glob("*/status")
    return any(state.read_text().strip() == "connected" for state in states)


def needed_packages(is_bundle: bool, has_screen: bool) -> list[str]:
    """What of the distribution is missing for this installation."""
    needs = []
    if not is_bundle and attempt([sys.executable, "-c", "import ensurepip"]).returncode:
        needs.append("python3-venv")
    if has_screen:
        needs += [name for name in ("cage", "chromium") if shutil.which(name) is None]
    # Raspberry Pi OS keeps lgpio for its boards; Debian has none, and gpiod comes with us.
    if attempt([sys.executable, "-c", "import lgpio"]).returncode and _is_offered("python3-lgpio"):
        needs.append("python3-lgpio")
    return needs


def _is_offered(package: str) -> bool:
    return "Candidate:" in attempt(["apt-cache", *_NO_CACHE, "policy", package]).stdout.replace(
        "Candidate: (none)", ""
    )


def install_packages(packages: list[str]) -> None:
    """By apt, without a question."""
    try:
        run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages], "", _QUIET)
    except InstallError:
        attempt(["apt-get", "update", "-qq"])
        remedy = f"connect the machine to the network, or bring {', '.join(packages)} yourself"
        run(
            ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages],
            remedy,
            _QUIET,
        )
