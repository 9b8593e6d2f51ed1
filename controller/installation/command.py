"""The installer's command line: `sudo systemd/install`, later `underfelt-install`."""

import argparse
import filecmp
import shutil
import sys
from contextlib import ExitStack
from pathlib import Path

from controller.installation.activation import current_version
from controller.installation.bundle import (
    IDENTITY,
    KEY,
    SIGNATURE,
    SUMS,
    prove_bundle,
    prove_wheels,
    unpacked,
)
from controller.installation.failure import InstallError
from controller.installation.identity import identity_of
from controller.installation.people import add_technician, make_certificate
from controller.installation.places import TARGET, Places, files_of
from controller.installation.proof import running_version
from controller.installation.questions import first_technician
from controller.installation.removal import RECORDS, installed, remove
from controller.installation.surroundings import (
    has_display,
    install_packages,
    needed_packages,
    problems,
)
from controller.installation.table_units import units_of
from controller.installation.upgrade import PATIENCE_S, goes_on, previous_version, turn_to
from controller.installation.version import SHARE, Source, is_whole, make_version, require_room

ABOUT = """Install a table on this machine, or another version of it, without a question half-way.

The new version is made beside the one that runs, started, and asked as a client would; when it
does not answer, the one before runs again and the log is kept. Run it as often as you like."""


def main(words: list[str] | None = None) -> int:
    """Install, go back, show or remove; whatever a person must mend is one line."""
    asked = _parser().parse_args(words)
    places = Places(asked.root)
    try:
        if asked.status:
            return _status(places)
        if asked.uninstall:
            return _uninstall(places, asked.dry_run)
        if asked.rollback:
            return _roll_back(places, asked.dry_run, asked.patience)
        return _install(asked, places)
    except InstallError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="systemd/install",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--table", type=Path, metavar="FILE", help="the table file; it is copied to /etc/underfelt")
    add("--bundle", type=Path, metavar="FILE", help="install from a bundle, without network")
    add("--unsigned", action="store_true", help="take a bundle that nobody signed")
    add("--technician", metavar="NAME", help="who may log in first; PIN from UNDERFELT_NEW_PIN")
    add("--name", metavar="HOST", help="make the desk's certificate for this name")
    screen = parser.add_mutually_exclusive_group()
    screen.add_argument("--screen", action="store_true", default=None, help="a screen is here")
    screen.add_argument("--no-screen", dest="screen", action="store_false", help="and none here")
    add("--image", action="store_true", help="in the root of a card: put all there, start nothing")
    add("--dry-run", action="store_true", help="say what would be done, and do nothing")
    add("--rollback", action="store_true", help="go back to the version before this one")
    add("--uninstall", action="store_true", help="take all away but the record")
    add("--status", action="store_true", help="which version runs, and which is installed")
    add("--patience", type=float, default=PATIENCE_S, help=argparse.SUPPRESS)
    add("--root", type=Path, default=Path("/"), help=argparse.SUPPRESS)
    add("--source", type=Path, default=None, help=argparse.SUPPRESS)
    return parser


def _install(asked: argparse.Namespace, places: Places) -> int:
    found = list(problems(places, asked.table, asked.screen, asked.image))
    if found:
        for problem in found:
            print(f"error: {problem}", file=sys.stderr)
        return 2
    has_screen = has_display(places) if asked.screen is None else bool(asked.screen)
    with ExitStack() as stack:
        source = _source(asked, places, stack)
        if asked.dry_run:
            return _say_plan(asked, places, source, has_screen)
        person = first_technician(asked.technician)
        version = _made(source, places, has_screen)
    table = asked.table or places.table
    if table.exists():
        # Before the running table is touched: an older file may not suit a newer version.
        units_of(version, table)
    is_changed = _put_table(asked.table, places)
    if not places.table.exists():
        raise InstallError(
            f"{version.name} is made, and there is no {places.table} yet; write one by"
            f" {version}/bin/underfelt init-table {places.table}, then run this again"
        )
    if is_changed or not goes_on(version, places, has_screen):
        turn_to(version, places, has_screen, print, asked.patience)
    if person is not None:
        print(add_technician(person, places))
    if asked.name:
        print(make_certificate(asked.name, places))
    if asked.image:
        print(f"{version.name} is there, and starts with the machine")
    else:
        print(f"{version.name} runs; look at it by: underfelt doctor")
    return 0


def _made(source: Source, places: Places, has_screen: bool) -> Path:
    """The version of a source, with what it needs of the system, and whose bundles come next."""
    packages = needed_packages(source.is_bundle, has_screen)
    if packages:
        print(f"Installing {', '.join(packages)} (apt)")
        install_packages(packages)
    version = make_version(source, places, print)
    is_signed = source.is_bundle and (source.folder / SIGNATURE).exists()
    if is_signed and not places.release_key.exists():
        places.settings.mkdir(mode=0o750, parents=True, exist_ok=True)
        shutil.copyfile(source.folder / KEY, places.release_key)
    return version


def _source(asked: argparse.Namespace, places: Places, stack: ExitStack) -> Source:
    folder = asked.source
    if asked.bundle is not None:
        folder = stack.enter_context(unpacked(asked.bundle))
    if folder is None and is_whole(places.current):
        # Another table file or another screen for the version that is there.
        return Source(places.current.resolve() / SHARE, places.current.resolve().name, True)
    if folder is None:
        raise InstallError("nothing to install was named; give --bundle FILE")
    if not (folder / SUMS).exists():
        return Source(folder, identity_of(folder), is_bundle=False)
    voucher = prove_bundle(folder, places, asked.unsigned)
    prove_wheels(folder)
    print(f"The bundle is whole, {voucher}")
    return Source(folder, (folder / IDENTITY).read_text().strip(), is_bundle=True)


def _put_table(file: Path | None, places: Places) -> bool:
    """Put a table file in place; tells whether it is another than the one before."""
    if file is None or file.resolve() == places.table:
        return False
    if places.table.exists() and filecmp.cmp(file, places.table, shallow=False):
        return False
    places.settings.mkdir(mode=0o750, parents=True, exist_ok=True)
    shutil.copyfile(file, places.table)
    return True


def _say_plan(asked: argparse.Namespace, places: Places, source: Source, has_screen: bool) -> int:
    folder = places.versions / source.identity
    require_room(places)
    packages = needed_packages(source.is_bundle, has_screen)
    if packages:
        print(f"would install {', '.join(packages)} (apt)")
    print(f"{folder} is there" if is_whole(folder) else f"would make {folder}")
    if asked.table:
        print(f"would copy {asked.table} to {places.table}")
    for target in files_of(source.folder, places):
        if not target.exists():
            print(f"would write {target}")
    if current_version(places) != source.identity:
        print(f"would start {TARGET} with {source.identity} and ask its pages, or go back")
    if asked.technician:
        print(f"would let {asked.technician} log in as technician")
    print("nothing was changed")
    return 0


def _roll_back(places: Places, is_dry: bool, patience_s: float) -> int:
    folder = previous_version(places)
    if is_dry:
        print(f"would go back from {current_version(places)} to {folder.name}")
        return 0
    has_screen = (
        places.root / f"etc/systemd/system/{TARGET}.wants/underfelt-kiosk.service"
    ).exists()
    turn_to(folder, places, has_screen, print, patience_s)
    print(f"{folder.name} runs again")
    return 0


def _uninstall(places: Places, is_dry: bool) -> int:
    if is_dry:
        for path in installed(places):
            print(f"would remove {path}")
        print(f"would keep {places.root / RECORDS}")
        return 0
    left = remove(places)
    print(f"removed; what is left: {', '.join(map(str, left)) or 'nothing'}")
    return 0


def _status(places: Places) -> int:
    wanted, running = current_version(places), running_version(places)
    print(f"installed   {wanted or 'nothing'}")
    print(f"running     {running or 'nothing'}")
    if places.trial.exists():
        print(f"an upgrade from {places.trial.read_text().strip()} was not finished; install again")
    return 0 if wanted == running else 1
