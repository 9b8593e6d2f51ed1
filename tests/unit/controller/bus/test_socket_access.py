"""Whose the sockets' directory is, and who may connect."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.bus.endpoints import GROUPS, SocketDirectoryError
from controller.bus.server import BusServer
from controller.bus.socket_access import own_directory


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="uf-") as name:
        yield Path(name)


def test_a_directory_that_everybody_may_write_to_is_repaired(folder: Path) -> None:
    folder.chmod(0o777)
    own_directory(folder)
    assert folder.stat().st_mode & 0o777 == 0o755


def test_one_that_is_not_ours_is_refused_in_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.chmod(0o777)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chmod", refuse)
    with pytest.raises(SocketDirectoryError, match=r"may be written by others .*; chmod go-w"):
        own_directory(folder)


def test_nobody_outside_owner_and_group_may_connect_to_any_socket(folder: Path) -> None:
    run = folder / "run"
    bus = BusServer(run)
    try:
        sockets = {path.stem: path.stat().st_mode & 0o777 for path in run.glob("*.sock")}
        assert sockets == dict.fromkeys(GROUPS, 0o660)
        assert run.stat().st_mode & 0o777 == 0o755
    finally:
        bus.close()


def test_devices_screens_staff_and_surveillance_have_groups_of_their_own() -> None:
    assert len(set(GROUPS.values())) == 4
    assert GROUPS["feed"] != GROUPS["guarded"]
    assert GROUPS["desk"] not in (GROUPS["devices"], GROUPS["feed"], GROUPS["guarded"])
