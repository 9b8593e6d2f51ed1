"""Turn to another version with proof, or back to the one before with the log kept."""

import os
import shutil
import time
from pathlib import Path
from typing import Final

from controller.installation.activation import (
    current_version,
    enable,
    point,
    put_files,
    start,
    stop,
    tell_system,
    turn_link,
)
from controller.installation.failure import InstallError
from controller.installation.places import Places
from controller.installation.proof import first_trouble, running_version
from controller.installation.shell import attempt
from controller.installation.version import Say, is_whole

PATIENCE_S: Final = 90.0
KEPT_LINES: Final = 400


def turn_to(
    version: Path, places: Places, has_screen: bool, say: Say, patience_s: float = PATIENCE_S
) -> None:
    """Run a version; one that does not work is left again for the one that did."""
    former = _former(version, places)
    if former is not None:
        places.trial.write_text(f"{former.name}\n", encoding="utf-8")
    trouble = _try(version, places, has_screen, patience_s)
    if trouble is None:
        _settle(former, places)
        return
    log = _keep_log(version, places)
    if former is None or not is_whole(former):
        raise InstallError(f"{version.name} does not work: {trouble}; its log is {log}")
    say(f"{version.name} does not work: {trouble}. Going back to {former.name}")
    again = _try(former, places, has_screen, patience_s)
    places.trial.unlink(missing_ok=True)
    standing = "runs again" if again is None else f"does not work either: {again}"
    raise InstallError(
        f"{version.name} does not work: {trouble}; {former.name} {standing}, the log is {log}"
    )


def goes_on(version: Path, places: Places, has_screen: bool) -> bool:
    """Whether this version runs and answers already: nobody is disturbed in mid-round."""
    is_same = running_version(places) == version.name == current_version(places)
    if places.trial.exists() or not is_same or put_files(version, places):
        return False
    return first_trouble(places, enable(places, has_screen), PATIENCE_S) is None


def _former(version: Path, places: Places) -> Path | None:
    """The version to go back to; a trial that a power cut ended has left its name."""
    noted = places.trial.read_text(encoding="utf-8").strip() if places.trial.exists() else None
    name = noted or current_version(places)
    return places.versions / name if name and name != version.name else None


def _try(version: Path, places: Places, has_screen: bool, patience_s: float) -> str | None:
    stop(places)
    put_files(version, places)
    # Whatever the power does, the link points to files that are on the card.
    os.sync()
    turn_link(places, version)
    tell_system(places)
    try:
        units = enable(places, has_screen)
    except InstallError as error:
        return str(error)
    start(places)
    return first_trouble(places, units, patience_s) if places.is_live else None


def _settle(former: Path | None, places: Places) -> None:
    """Remember where to go back to; versions before that are removed."""
    os.sync()
    places.trial.unlink(missing_ok=True)
    if former is None:
        return
    point(places.previous, Path(former.name))
    kept = {current_version(places), former.name}
    for folder in places.versions.iterdir():
        is_version = folder.is_dir() and not folder.is_symlink()
        if is_version and folder.name not in kept and (folder / "bin").exists():
            shutil.rmtree(folder)


def _keep_log(version: Path, places: Places) -> Path:
    file = places.versions / f"failed-{version.name}-{time.strftime('%Y%m%dT%H%M%S')}.log"
    words = [
        "journalctl",
        "-u",
        "underfelt*",
        "-n",
        str(KEPT_LINES),
        "--no-pager",
        "-o",
        "short-iso",
    ]
    file.write_text(attempt(words).stdout, encoding="utf-8")
    return file


def previous_version(places: Places) -> Path:
    """The version to go back to."""
    folder = places.previous.resolve() if places.previous.is_symlink() else None
    if folder is None or not is_whole(folder):
        raise InstallError("there is no earlier version to go back to; install one")
    return folder
