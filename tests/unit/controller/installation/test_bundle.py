"""A bundle is taken only whole and signed by whom the machine knows; each refusal says what."""

import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from controller.installation.bundle import prove_bundle, prove_wheels, unpacked
from controller.installation.failure import InstallError
from controller.installation.places import Places

NAME = "underfelt-0.1.0-1a2b3c4d"


def openssl(*words: str | Path) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True)


needs_openssl = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="openssl is not installed"
)


def new_key(file: Path) -> Path:
    openssl("genpkey", "-algorithm", "ed25519", "-out", file)
    return file


def sign(folder: Path, key: Path) -> None:
    openssl("pkey", "-in", key, "-pubout", "-out", folder / "release.pub")
    sums, signature = folder / "SHA256SUMS", folder / "SHA256SUMS.sig"
    openssl("pkeyutl", "-sign", "-rawin", "-inkey", key, "-in", sums, "-out", signature)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / NAME
    (folder / "wheels").mkdir(parents=True)
    (folder / "wheels" / "click-8-py3-none-any.whl").write_bytes(b"click")
    (folder / "IDENTITY").write_text("0.1.0-1a2b3c4d\n")
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    digests = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]
    lines = [
        f"{digest}  {file.relative_to(folder)}\n"
        for file, digest in zip(files, digests, strict=True)
    ]
    (folder / "SHA256SUMS").write_text("".join(lines))
    return folder


@pytest.fixture
def places(tmp_path: Path) -> Places:
    (tmp_path / "machine" / "etc" / "underfelt").mkdir(parents=True)
    return Places(tmp_path / "machine")


@needs_openssl
def test_a_signed_bundle_is_taken_and_its_key_told(folder: Path, places: Places) -> None:
    sign(folder, new_key(folder.parent / "release.pem"))
    assert prove_bundle(folder, places, takes_unsigned=False).startswith("signed by the key ")


def test_a_damaged_file_is_named(folder: Path, places: Places) -> None:
    (folder / "wheels" / "click-8-py3-none-any.whl").write_bytes(b"clock")
    with pytest.raises(InstallError, match=r"wheels/click-8-py3-none-any.whl is damaged; copy"):
        prove_bundle(folder, places, takes_unsigned=True)


def test_a_missing_file_is_named(folder: Path, places: Places) -> None:
    (folder / "IDENTITY").unlink()
    with pytest.raises(InstallError, match="IDENTITY is missing"):
        prove_bundle(folder, places, takes_unsigned=True)


def test_a_file_that_nobody_listed_is_named(folder: Path, places: Places) -> None:
    (folder / "wheels" / "stranger.whl").touch()
    with pytest.raises(InstallError, match=r"wheels/stranger.whl does not belong to it"):
        prove_bundle(folder, places, takes_unsigned=True)


def test_an_unsigned_bundle_is_refused_unless_asked_for(folder: Path, places: Places) -> None:
    with pytest.raises(InstallError, match="is not signed; get a signed one"):
        prove_bundle(folder, places, takes_unsigned=False)
    assert prove_bundle(folder, places, takes_unsigned=True) == "nobody signed it"


@needs_openssl
def test_a_machine_that_knows_a_key_takes_no_other_and_none_unsigned(
    folder: Path, places: Places
) -> None:
    sign(folder, new_key(folder.parent / "release.pem"))
    places.release_key.write_bytes((folder / "release.pub").read_bytes())
    prove_bundle(folder, places, takes_unsigned=False)
    sign(folder, new_key(folder.parent / "another.pem"))
    with pytest.raises(InstallError, match=r"not signed by the key in release.pub"):
        prove_bundle(folder, places, takes_unsigned=False)
    (folder / "SHA256SUMS.sig").unlink()
    with pytest.raises(InstallError, match="is not signed"):
        prove_bundle(folder, places, takes_unsigned=True)


def test_a_bundle_for_other_machines_says_which_is_missing(folder: Path) -> None:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    with pytest.raises(InstallError, match=f"no wheels for Python {version} on "):
        prove_wheels(folder)


def test_a_torn_archive_is_told_as_such(tmp_path: Path) -> None:
    file = tmp_path / "bundle.tar"
    file.write_bytes(b"half of it")
    with pytest.raises(InstallError, match=r"bundle.tar is damaged"), unpacked(file):
        pass


@pytest.mark.parametrize("name", ["../outside", "/outside"])
def test_an_archive_that_would_write_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / "bundle.tar"
    with tarfile.open(file, "w") as archive:
        archive.addfile(tarfile.TarInfo(name), io.BytesIO())
    with pytest.raises(InstallError, match="would be written elsewhere"), unpacked(file):
        pass


def test_any_other_archive_is_no_bundle(tmp_path: Path) -> None:
    file = tmp_path / "holiday.tar"
    with tarfile.open(file, "w") as archive:
        archive.addfile(tarfile.TarInfo("picture"), io.BytesIO())
    with pytest.raises(InstallError, match=r"holiday.tar is no bundle"), unpacked(file):
        pass
