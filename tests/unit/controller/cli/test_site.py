"""Commands find the table that runs here, or say which there are."""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from config.table import DEFAULT_TABLE, TABLES
from controller.cli.site import NoTableError, Site, running_site, site_of
from controller.facts.failure import OperatorError
from controller.process import running
from controller.process.running import put_up_links
from tests.command import underfelt
from tests.system.processes import short_folder


def closed(path: Path) -> bool:
    raise PermissionError(13, "Permission denied", str(path))


@pytest.mark.parametrize(
    ("user", "remedy"),
    [(1000, "closed to this user; give the same command by sudo"), (0, "closed even to root; see")],
)
@pytest.mark.parametrize("command", ["status", "doctor", "alarms"])
def test_settings_that_are_closed_to_whoever_asks_are_one_line_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch, command: str, user: int, remedy: str
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr(Path, "exists", closed)
    done = underfelt(command)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
    assert remedy in line


class Machine:
    """A machine on which tables answer as a test wants."""

    def __init__(self, home: Path, stack: ExitStack) -> None:
        self._home = home
        self._stack = stack

    def runs(self, name: str, file: Path) -> Site:
        sockets = self._home / "underfelt" / name / "run"
        sockets.mkdir(parents=True)
        desk = self._stack.enter_context(socket.socket(socket.AF_UNIX))
        desk.bind(str(sockets / "desk.sock"))
        desk.listen()
        put_up_links(sockets, file, sockets.parent)
        return Site(file.resolve(), sockets, sockets.parent)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    with short_folder() as folder, ExitStack() as stack:
        home = Path(folder)
        monkeypatch.setenv("XDG_STATE_HOME", folder)
        monkeypatch.setattr(running, "SERVICE", home / "no-service")
        yield Machine(home, stack)


def test_the_one_table_that_runs_needs_no_option(machine: Machine) -> None:
    table = machine.runs("somewhere", TABLES / "emulated-fortune.toml")
    assert running_site(None) == table


def test_of_several_tables_one_must_be_named(machine: Machine) -> None:
    baccarat = machine.runs("emulated-baccarat", DEFAULT_TABLE)
    machine.runs("emulated-fortune", TABLES / "emulated-fortune.toml")
    with pytest.raises(OperatorError, match="several tables run here: emulated-baccarat, emulated"):
        running_site(None)
    assert running_site(DEFAULT_TABLE) == baccarat


@pytest.mark.usefixtures("machine")
def test_a_table_that_does_not_run_is_told_at_once() -> None:
    with pytest.raises(NoTableError, match="no table runs here; start it by underfelt run"):
        running_site(None)
    with pytest.raises(NoTableError, match=r"emulated-fortune\.toml does not run"):
        running_site(TABLES / "emulated-fortune.toml")


@pytest.mark.usefixtures("machine")
def test_without_a_running_table_the_emulated_one_is_meant() -> None:
    assert site_of(None).table_file == DEFAULT_TABLE


@pytest.mark.usefixtures("machine")
def test_a_shipped_table_is_named_without_its_folder() -> None:
    done = underfelt("status", "--table", "fortune")
    assert done.returncode == 1
    assert "emulated-fortune.toml does not run" in done.stderr


@pytest.mark.usefixtures("machine")
def test_an_unknown_table_lists_the_shipped_ones() -> None:
    done = underfelt("status", "--table", "fortuna")
    assert done.returncode == 2
    assert "--table fortuna: no such file, and no shipped table" in done.stderr
    assert "fortune" in done.stderr
