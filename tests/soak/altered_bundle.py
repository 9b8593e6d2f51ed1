"""Another version of a bundle: files of its wheel changed, all of it summed and signed anew."""

import hashlib
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from controller.installation.bundle import IDENTITY, KEY, SIGNATURE, SUMS, WHEELS


def altered(bundle: Path, place: Path, identity: str, texts: Mapping[str, str], key: Path) -> Path:
    """The folder of a bundle like another, in which some files of the program have other texts."""
    place.mkdir(parents=True, exist_ok=True)
    with tarfile.open(bundle) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(place)
    [unpacked] = place.iterdir()
    folder = unpacked.rename(place / f"underfelt-{identity}")
    [wheel] = (folder / WHEELS).glob("underfelt-*.whl")
    _rewrite(wheel, texts)
    (folder / IDENTITY).write_text(f"{identity}\n")
    sign(folder, key)
    return folder


def program_text(bundle: Path, name: str) -> str:
    """A file of the program in a bundle."""
    with tarfile.open(bundle) as archive:
        names = (name for name in archive.getnames() if name.endswith("-py3-none-any.whl"))
        content = archive.extractfile(next(n for n in names if "/wheels/underfelt-" in n))
        assert content is not None
        with zipfile.ZipFile(content) as wheel:
            return wheel.read(name).decode()


def _rewrite(wheel: Path, texts: Mapping[str, str]) -> None:
    before = wheel.with_suffix(".before")
    shutil.move(wheel, before)
    with zipfile.ZipFile(before) as old, zipfile.ZipFile(wheel, "w") as new:
        for item in old.infolist():
            text = texts.get(item.filename)
            new.writestr(item, old.read(item) if text is None else text)
    before.unlink()


def sign(folder: Path, key: Path) -> None:
    """List the files of a folder with their digests, and sign the list."""
    names = sorted(str(f.relative_to(folder)) for f in folder.rglob("*") if f.is_file())
    listed = [name for name in names if name not in (SUMS, SIGNATURE, KEY)]
    digests = [hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in listed]
    lines = [f"{digest}  {name}\n" for digest, name in zip(digests, listed, strict=True)]
    (folder / SUMS).write_text("".join(lines))
    _openssl("pkey", "-in", key, "-pubout", "-out", folder / KEY)
    words = ("-in", folder / SUMS, "-out", folder / SIGNATURE)
    _openssl("pkeyutl", "-sign", "-rawin", "-inkey", key, *words)


def _openssl(*words: str | Path) -> None:
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)
