"""A version is whole or not there, whatever ended the making of it."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.installation import version
from controller.installation.failure import InstallError
from controller.installation.places import Places
from controller.installation.shell import run
from controller.installation.version import WHOLE, Source, is_whole, make_version


def finished(_source: Source, folder: Path, *_rest: object) -> None:
    """What making leaves: a program that runs, and the mark."""
    program = folder / "bin" / "underfelt"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (folder / WHOLE).write_text("{}\n")


def ended_by(error: BaseException) -> Callable[..., None]:
    def fill(source: Source, folder: Path, *rest: object) -> None:
        finished(source, folder, *rest)
        (folder / WHOLE).unlink()
        raise error

    return fill


@pytest.fixture
def source(tmp_path: Path) -> Source:
    return Source(tmp_path / "source", "2", is_bundle=False)


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    monkeypatch.setattr(version, "NEEDED_BYTES", 0)
    monkeypatch.setattr(version, "_fill", finished)
    return Places(tmp_path / "machine")


def test_a_version_that_is_there_is_not_made_again(
    source: Source, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_version(source, places, print)
    monkeypatch.setattr(version, "_fill", ended_by(AssertionError("made again")))
    assert make_version(source, places, print) == folder


def test_what_an_interrupted_installation_left_is_told_and_made_anew(
    source: Source, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    half = places.versions / "2"
    (half / "bin").mkdir(parents=True)
    assert is_whole(make_version(source, places, print))
    assert "An earlier installation of 2 was not finished" in capsys.readouterr().out


def test_a_version_whose_python_is_gone_is_made_anew(source: Source, places: Places) -> None:
    folder = make_version(source, places, print)
    (folder / "bin" / "underfelt").write_text("#!/no/such/python\n")
    assert not is_whole(folder)
    assert is_whole(make_version(source, places, print))


def test_a_disk_that_fills_up_leaves_nothing_half_done(
    source: Source, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(version, "_fill", ended_by(full))
    with pytest.raises(InstallError, match="No space left on device; free some space, then again"):
        make_version(source, places, print)
    assert not (places.versions / "2").exists()


def test_a_package_that_cannot_be_fetched_leaves_nothing_and_says_what_to_do(
    source: Source, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_network(*_arguments: object) -> None:
        remedy = "connect the machine to the network, or install a bundle by --bundle FILE"
        run(["sh", "-c", "mkdir -p $0; echo 'ERROR: no route to host.' >&2; exit 1", "x"], remedy)

    monkeypatch.chdir(places.root.parent)
    monkeypatch.setattr(version, "_fill", without_network)
    with pytest.raises(InstallError, match="no route to host; connect the machine to the network"):
        make_version(source, places, print)
    assert not (places.versions / "2").exists()
