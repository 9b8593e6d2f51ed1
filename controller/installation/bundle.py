"""An offline bundle: unpacked only when each of its files is as it was made, by whom we trust."""

import hashlib
import platform
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

from controller.installation.failure import InstallError
from controller.installation.places import Places
from controller.installation.shell import Words, attempt

SUMS: Final = "SHA256SUMS"
SIGNATURE: Final = "SHA256SUMS.sig"
KEY: Final = "release.pub"
IDENTITY: Final = "IDENTITY"
WHEELS: Final = "wheels"
GET_ANOTHER: Final = "copy the bundle again, or make another by make bundle"


@contextmanager
def unpacked(file: Path) -> Iterator[Path]:
    """The folder inside a bundle, for as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="underfelt-bundle-") as place:
        try:
            with tarfile.open(file) as archive:
                # Debian 12's Python has no filter of its own, a newer one wants to be told of it.
                archive.extraction_filter = getattr(tarfile, "data_filter", None)
                archive.extractall(place, [_harmless(each) for each in archive])
        except (OSError, tarfile.TarError, EOFError) as error:
            raise InstallError(f"bundle {file} is damaged: {error}; {GET_ANOTHER}") from None
        found = [folder for folder in Path(place).iterdir() if (folder / SUMS).is_file()]
        if len(found) != 1:
            raise InstallError(f"{file} is no bundle of underfelt; {GET_ANOTHER}")
        yield found[0]


def _harmless(member: tarfile.TarInfo) -> tarfile.TarInfo:
    path = PurePosixPath(member.name)
    if path.is_absolute() or ".." in path.parts or not (member.isfile() or member.isdir()):
        raise tarfile.TarError(f"{member.name} would be written elsewhere")
    return member


def prove_bundle(folder: Path, places: Places, takes_unsigned: bool) -> str:
    """Refuse a bundle that is damaged or of nobody we know; returns who vouches for it."""
    _prove_files(folder)
    if not (folder / SIGNATURE).exists():
        if takes_unsigned and not places.release_key.exists():
            return "nobody signed it"
        raise InstallError(
            f"bundle {folder.name} is not signed; get a signed one, or, where no release key is"
            " known here yet, give --unsigned"
        )
    return _prove_signature(folder, places)


def _prove_files(folder: Path) -> None:
    try:
        pairs = [line.split("  ", 1) for line in _lines(folder / SUMS)]
        listed = {name: digest for digest, name in pairs}
    except ValueError:
        raise InstallError(f"bundle: {SUMS} is damaged; {GET_ANOTHER}") from None
    there = {str(f.relative_to(folder)) for f in folder.rglob("*") if f.is_file()}
    for name in sorted(there - set(listed) - {SUMS, SIGNATURE, KEY}):
        raise InstallError(f"bundle: {name} does not belong to it; {GET_ANOTHER}")
    for name, digest in listed.items():
        if name not in there:
            raise InstallError(f"bundle: {name} is missing; {GET_ANOTHER}")
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != digest:
            raise InstallError(f"bundle: {name} is damaged; {GET_ANOTHER}")


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


def _prove_signature(folder: Path, places: Places) -> str:
    """Compare with the key this machine knows; the first bundle brings it."""
    known = places.release_key if places.release_key.exists() else folder / KEY
    if not known.exists():
        raise InstallError(f"bundle: {KEY} is missing; {GET_ANOTHER}")
    if shutil.which("openssl") is None:
        raise InstallError("openssl is missing, which checks signatures; apt install openssl")
    words: Words = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", known, "-rawin"]
    if attempt([*words, "-in", folder / SUMS, "-sigfile", folder / SIGNATURE]).returncode:
        raise InstallError(
            f"bundle {folder.name} is not signed by the key in {known.name}; get one from whoever"
            f" made yours, or, if the key was changed, put the new one at {places.release_key}"
        )
    return f"signed by the key {fingerprint(known)}"


def fingerprint(key: Path) -> str:
    """What two people compare."""
    return hashlib.sha256(key.read_bytes()).hexdigest()[:16]


def prove_wheels(folder: Path) -> None:
    """Refuse a bundle that was made for other machines."""
    mark = f"cp{sys.version_info.major}{sys.version_info.minor}"
    machine = platform.machine()
    names = [file.name for file in (folder / WHEELS).glob("*.whl")]
    if not any(mark in name and name.endswith(f"{machine}.whl") for name in names):
        python = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise InstallError(
            f"the bundle has no wheels for Python {python} on {machine};"
            " make bundle lists those it has"
        )
