"""Which version runs: its files put in place, the link turned, the units told."""

import filecmp
import shutil
from pathlib import Path
from typing import Final

from controller.installation.places import TARGET, Places, files_of
from controller.installation.shell import attempt, run
from controller.installation.table_units import TableUnits, let_through, units_of
from controller.installation.version import SHARE

KIOSK: Final = "underfelt-kiosk.service"
# Where a unit's file points that somebody has masked.
NOTHING: Final = Path("/dev/null")
# Units that one table has and another has not.
ASKED_FOR: Final = ("underfelt-*@*.service", "underfelt-courier.service")
LOOK: Final = "see what it says above, then run the installation again"


def current_version(places: Places) -> str | None:
    """The name of the version the link points to."""
    return places.current.resolve().name if places.current.is_symlink() else None


def put_files(version: Path, places: Places) -> list[Path]:
    """Bring a version's units, users and rules into place; returns those that changed."""
    wanted = files_of(version / SHARE, places)
    changed = [
        target
        for target, file in wanted.items()
        if not _is_masked(target)
        and (not target.exists() or not filecmp.cmp(file, target, shallow=False))
    ]
    for target in changed:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(wanted[target], target)
        target.chmod(0o644)
    return [*changed, *_remove_strangers(wanted, places)]


def _is_masked(unit: Path) -> bool:
    """Whether somebody wants it never to start; writing there would reach the device behind it."""
    return unit.is_symlink() and unit.readlink() == NOTHING


def _remove_strangers(wanted: dict[Path, Path], places: Places) -> list[Path]:
    """Units that another version had and this one has not."""
    folder = places.root / "etc" / "systemd" / "system"
    ours = [*folder.glob("underfelt*.service"), *folder.glob("underfelt*.t*")]
    gone = [file for file in ours if file.is_file() and file not in wanted]
    for file in gone:
        attempt(["systemctl", *_root(places), "disable", file.name])
        file.unlink(missing_ok=True)
    return gone


def turn_link(places: Places, version: Path) -> None:
    """Point the link to a version in one step: a power cut leaves the one or the other."""
    if places.current.exists() and not places.current.is_symlink():
        places.current.rename(places.versions / "before-versions")
    target = Path("/") / version.relative_to(places.root)
    point(places.current, target)
    point(places.command, Path("/") / places.current.relative_to(places.root) / "bin/underfelt")


def point(link: Path, target: Path) -> None:
    """Make or turn a link, whole at every moment; a right one may lie where none can write."""
    if link.is_symlink() and link.readlink() == target:
        return
    link.parent.mkdir(parents=True, exist_ok=True)
    fresh = link.with_name(f".{link.name}.new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(target)
    fresh.replace(link)


def tell_system(places: Places) -> None:
    """Users, folders, rules and units as the files in place say."""
    root = _root(places)
    run(["systemd-sysusers", *root], LOOK)
    attempt(["systemd-tmpfiles", *root, "--create", "underfelt.conf"])
    if places.is_live:
        attempt(["udevadm", "control", "--reload"])
        attempt(["udevadm", "trigger", "--subsystem-match=tty", "--subsystem-match=gpio"])
        run(["systemctl", "daemon-reload"], LOOK)


def enable(places: Places, has_screen: bool) -> TableUnits:
    """Enable what the table file asks for, and nothing that it asked for before."""
    units = units_of(places.current, places.table)
    root = _root(places)
    system = places.root / "etc/systemd/system"
    wants = system / f"{TARGET}.wants"
    known = {link.name for asked in ASKED_FOR for link in wants.glob(asked)}
    for unit in sorted(known - set(units.devices)):
        run(["systemctl", *root, "disable", *(["--now"] if places.is_live else []), unit], LOOK)
    _let_daemon_write(system / "underfelt-daemon.service.d" / "folders.conf", units.folders)
    pages = ["underfelt-daemon.service", "underfelt-scoreboard.service", "underfelt-desk.service"]
    screen = [KIOSK] if has_screen and not _is_masked(system / KIOSK) else []
    run(["systemctl", *root, "enable", *pages, *screen, *units.devices, TARGET], LOOK)
    return units


def _let_daemon_write(drop_in: Path, folders: tuple[str, ...]) -> None:
    """Nothing is let through that the table file does not name."""
    drop_in.unlink(missing_ok=True)
    if folders:
        drop_in.parent.mkdir(exist_ok=True)
        drop_in.write_text(let_through(folders))


def start(places: Places) -> None:
    """Start the table; a unit that failed before may try again."""
    if places.is_live:
        attempt(["systemctl", "reset-failed", "underfelt*"])
        attempt(["systemctl", "start", TARGET])


def stop(places: Places) -> None:
    """Stop the table: drivers and screens first, the daemon last."""
    if places.is_live:
        attempt(["systemctl", "stop", TARGET, "underfelt-*"])


def _root(places: Places) -> list[str]:
    return [] if places.root == Path("/") else [f"--root={places.root}"]
