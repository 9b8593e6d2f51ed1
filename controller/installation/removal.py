"""Take an installation away: everything but the record, and the settings kept beside it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Final

from controller.installation.activation import stop
from controller.installation.places import Places
from controller.installation.shell import attempt

RECORDS: Final = "var/lib/underfelt"
KEPT_SETTINGS: Final = "settings"
# Events not yet in the record, pictures that decided cards, what a floor vouches by: removed only
# when there are none.
BESIDE: Final = (
    "var/lib/underfelt-driver",
    "var/lib/underfelt-camera",
    "var/lib/underfelt-floor",
)
FLEETING: Final = ("run/underfelt", "run/underfelt-camera", "run/underfelt-kiosk")
USERS: Final = (
    "underfelt-kiosk",
    "underfelt-courier",
    "underfelt-desk",
    "underfelt-scoreboard",
    "underfelt-driver",
    "underfelt-floor",
    "underfelt",
)
GROUPS: Final = (
    *USERS,
    "underfelt-devices",
    "underfelt-screens",
    "underfelt-staff",
    "underfelt-surveillance",
)
PLACED: Final = (
    "etc/systemd/system/underfelt*",
    "etc/systemd/system/*.wants/underfelt*",
    "etc/sysusers.d/underfelt.conf",
    "etc/tmpfiles.d/underfelt.conf",
    "etc/pam.d/underfelt-kiosk",
    "etc/udev/rules.d/70-underfelt.rules",
    "usr/local/bin/underfelt",
    "opt/underfelt",
    "opt/underfelt-versions",
)
# Debian has no such folder before somebody needs it.
MADE: Final = "etc/sysusers.d"


def installed(places: Places) -> list[Path]:
    """Every file and folder that an installation has put here, the record not among them."""
    patterns = map(PurePath, (*PLACED, *FLEETING))
    return [path for pattern in patterns for path in _matching(places.root, pattern)]


def _matching(root: Path, pattern: PurePath) -> list[Path]:
    """Links that point nowhere included, which a glob leaves out."""
    folders = [folder for folder in root.glob(str(pattern.parent)) if folder.is_dir()]
    return [path for folder in folders for path in folder.iterdir() if path.match(pattern.name)]


def remove(places: Places) -> list[Path]:
    """Stop the table and take all of it away; returns what was left, which is the record."""
    if places.root == Path("/") and (places.root / "etc/systemd/system/underfelt.target").exists():
        stop(places)
    _keep_settings(places)
    for path in installed(places):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    for name in BESIDE:
        _remove_empty(places.root / name)
    with suppress(OSError):
        (places.root / MADE).rmdir()
    left = [path for path in (places.root / RECORDS, *_beside(places)) if path.exists()]
    for path in left:
        _give_to_root(path)
    _remove_people(places)
    return left


def _keep_settings(places: Places) -> None:
    """Beside the record: a later installation takes them up by --table."""
    if not places.settings.is_dir():
        return
    kept = places.root / RECORDS / KEPT_SETTINGS
    if kept.exists():
        shutil.rmtree(kept)
    if any(places.settings.iterdir()):
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(places.settings, kept)
        kept.chmod(0o700)
    else:
        places.settings.rmdir()


def _beside(places: Places) -> Iterator[Path]:
    yield from (places.root / name for name in BESIDE)


def _remove_empty(folder: Path) -> None:
    if folder.is_dir() and not any(path.is_file() for path in folder.rglob("*")):
        shutil.rmtree(folder)


def _give_to_root(folder: Path) -> None:
    """The users go, and a number must not become a stranger's."""
    for path in (folder, *folder.rglob("*")):
        os.chown(path, 0, 0, follow_symlinks=False)


def _remove_people(places: Places) -> None:
    if places.root != Path("/"):
        return
    for user in USERS:
        attempt(["userdel", user])
    for group in GROUPS:
        attempt(["groupdel", group])
    attempt(["systemctl", "daemon-reload"])
    attempt(["systemctl", "reset-failed"])
    attempt(["udevadm", "control", "--reload"])
