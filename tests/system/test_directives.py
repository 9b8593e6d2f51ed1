"""A room's directives at a table of real processes, from the key to the screen and back."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from config.table import TABLES
from tests.command import Done, underfelt
from tests.loopback import free_port
from tests.system.processes import until

PROGRAM = Path(sys.executable).with_name("underfelt")
NAME = "emulated-baccarat"


def directive(*arguments: str) -> Done:
    return underfelt("directive", *arguments)


def signed(folder: Path, kind: str, *changes: tuple[str, str]) -> Path:
    """A draft of a kind, changed as an operator edits it, signed by the office."""
    file = folder / f"{kind}.directive"
    text = directive("draft", kind).stdout
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    file.write_text(text)
    assert directive("sign", str(file), "--key", str(folder / "office.key")).returncode == 0
    return file


def room(folder: Path) -> None:
    assert directive("key", str(folder / "office.key")).returncode == 0
    made = directive("draft", "root", "--key", str(folder / "office.pub"))
    (folder / "root.directive").write_text(made.stdout)
    key = str(folder / "office.key")
    assert directive("sign", str(folder / "root.directive"), "--key", key).returncode == 0
    (folder / "in").mkdir()


def table_file(folder: Path, port: int) -> Path:
    text = (TABLES / f"{NAME}.toml").read_text().replace("port = 8300", f"port = {port}")
    file = folder / "table.toml"
    file.write_text(f'{text}\n[directives]\nroot = "root.directive"\nfolders = ["in"]\n')
    return file


@contextmanager
def running(folder: Path, file: Path) -> Iterator[None]:
    command = [PROGRAM, "run", "--table", file, "--state-dir", folder / "state", "--pace", "20"]
    with (folder / "run.txt").open("w") as log:
        process = subprocess.Popen([*map(str, command)], stdout=log, stderr=log)
        try:
            yield
        finally:
            process.terminate()
            process.wait(30)


def poster(port: int) -> tuple[int, str] | None:
    """The highest wager and the message that the sign shows."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/table.json", timeout=5) as answer:
            shown = json.load(answer)
    except (URLError, OSError):
        return None
    return shown["limits"]["highest"], shown["message"]


def test_an_operator_makes_signs_and_checks_a_directive(tmp_path: Path) -> None:
    room(tmp_path)
    file = signed(tmp_path, "limits", ("= 500", "= 700"))
    told = ("--root", str(tmp_path / "root.directive"), "--for", NAME)
    assert directive("check", str(file), *told).stdout.endswith("signed by office; may be taken\n")
    old = directive("check", str(file), *told, "--after", "1")
    assert old.returncode == 1
    assert old.stderr.startswith("error: limits 1 is not newer than 1, which this table has; sign")
    file.write_text(file.read_text().replace("= 700", "= 900"))
    changed = directive("check", str(file), *told)
    assert changed.returncode == 1
    assert "or it was changed since" in changed.stderr


@pytest.mark.long
def test_limits_and_a_message_reach_the_sign_and_a_technician_takes_them_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room(tmp_path)
    port = free_port()
    file = table_file(tmp_path, port)
    monkeypatch.setenv("UNDERFELT_PIN", "1470")
    with running(tmp_path, file):
        until(lambda: poster(port) == (500, ""), "the sign as the table file says", 60)
        for kind, change in (("limits", ("= 500", "= 700")), ("messages", ("Welcome", "Hello"))):
            sent = signed(tmp_path, kind, change)
            to = ("--to", str(tmp_path / "in"), "--patience", "60", NAME)
            assert f"{kind} 1 taken" in directive("rollout", str(sent), *to).stdout
        until(lambda: poster(port) == (700, "Hello"), "the room's limits and message", 60)
        here = ("--table", str(file), "--run-dir", str(tmp_path / "state" / "run"))
        back = directive("roll-back", "limits", "--by", "Demo Technician", *here)
        assert back.returncode == 0, back.stderr
        until(lambda: poster(port) == (500, "Hello"), "the limits of the table file", 60)
