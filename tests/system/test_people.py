"""People at a running table: the staff commands, PINs, an emergency, and the record of it all."""

import json
import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from controller.cli.log_in import BADGE_VARIABLE, NEW_PIN_VARIABLE, PIN_VARIABLE
from controller.facts.events import FloorCalled
from controller.facts.roles import DEMONSTRATION_FLOOR, DEMONSTRATION_TECHNICIAN
from tests.command import Done
from tests.system.processes import PATIENCE_S, TableOnTrial
from tests.system.reporting import key_in

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may become somebody else")
NOBODY = 65534


def kinds(table: TableOnTrial) -> list[str]:
    return [json.loads(row[-1])["kind"] for row in table.events()]


@pytest.fixture
def ask(table: TableOnTrial, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """Run a command at the table under a PIN."""
    table.start_daemon()
    table.wait_for_board()

    def run(*words: str, pin: str = "", new: str = "") -> Done:
        monkeypatch.setenv(PIN_VARIABLE, pin)
        monkeypatch.setenv(NEW_PIN_VARIABLE, new)
        if not pin:
            monkeypatch.delenv(PIN_VARIABLE)
        place = ("--table", str(table.file), "--run-dir", str(table.run))
        return table.ask(*words, *place)

    return run


def test_a_floor_person_is_added_rules_is_locked_and_reset(
    table: TableOnTrial, ask: Callable[..., Done]
) -> None:
    tech, pin = DEMONSTRATION_TECHNICIAN.person, DEMONSTRATION_TECHNICIAN.pin
    add = ("staff", "add", "Ann Lee", "--role", "floor", "--by", tech, "--note", "new here")
    added = ask(*add, pin=pin, new="7392")
    assert (added.returncode, "Ann Lee may log in as floor" in added.stdout) == (0, True)
    key_in(table, FloorCalled())
    ruled = ask("rule", "resume", "--by", "Ann Lee", pin="7392")
    assert (ruled.returncode, "the table goes on" in ruled.stdout) == (0, True), ruled.stderr
    source = next(row[1] for row in table.events() if b"ruling_given" in row[-1])
    assert source.startswith("desk:floor:script, user ")
    assert source.endswith(":Ann Lee")
    for _ in range(3):
        wrong = ask("rule", "resume", "--by", "Ann Lee", pin="0000")
        assert (wrong.returncode, "Traceback" in wrong.stderr) == (1, False)
    assert "is locked" in ask("rule", "resume", "--by", "Ann Lee", pin="7392").stderr
    assert "locked" in ask("staff", "list", "--by", tech, pin=pin).stdout
    assert ask("staff", "reset", "Ann Lee", "--by", tech, pin=pin, new="4826").returncode == 0
    # Taken for who it is; whether there is something to rule depends on how long all this took.
    known = ask("rule", "resume", "--by", "Ann Lee", pin="4826")
    assert known.stderr.startswith("error: row ") or "recorded as row" in known.stdout
    file = table.state / "staff.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert (table.state / "journal.sqlite").stat().st_mode & 0o077 == 0
    assert kinds(table).count("staff_changed") == 3


def test_a_person_is_enrolled_by_another_with_a_code_or_a_badge(
    table: TableOnTrial, ask: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    tech, pin = DEMONSTRATION_TECHNICIAN.person, DEMONSTRATION_TECHNICIAN.pin
    floor = DEMONSTRATION_FLOOR.person
    own = ask("staff", "enrol", tech, "--by", tech, pin=pin)
    assert (own.returncode, "nobody changes the own log-in" in own.stderr) == (1, True)
    code = ask("staff", "enrol", floor, "--by", tech, pin=pin)
    assert code.returncode == 0, code.stderr
    assert "otpauth://totp/" in code.stdout
    assert f"{floor} is enrolled; recorded as row " in code.stdout
    monkeypatch.setenv(BADGE_VARIABLE, "no badge!")
    bad = ask("staff", "enrol", floor, "--badge", "--by", tech, pin=pin)
    assert (bad.returncode, "read it again" in bad.stderr) == (2, True)
    monkeypatch.setenv(BADGE_VARIABLE, ";6045780012345678?")
    badge = ask("staff", "enrol", floor, "--badge", "--by", tech, pin=pin)
    assert (badge.returncode, "otpauth" in badge.stdout) == (0, False)
    # The record says that a person has a badge, and never what it says.
    assert not any(b"6045780012345678" in row[-1] for row in table.events())
    assert kinds(table).count("staff_changed") == 2


def test_a_person_changes_the_own_pin_and_nobody_elses(
    table: TableOnTrial, ask: Callable[..., Done]
) -> None:
    floor, pin = DEMONSTRATION_FLOOR.person, DEMONSTRATION_FLOOR.pin
    wrong = ask("staff", "pin", "--by", floor, pin="0000", new="7392")
    assert (wrong.returncode, "not the PIN" in wrong.stderr) == (1, True)
    weak = ask("staff", "pin", "--by", floor, pin=pin, new="1111")
    assert (weak.returncode, "Traceback" in weak.stderr) == (1, False)
    changed = ask("staff", "pin", "--by", floor, pin=pin, new="7392")
    assert (changed.returncode, f"{floor} has a new PIN" in changed.stdout) == (0, True)
    assert "not the PIN" in ask("staff", "pin", "--by", floor, pin=pin, new="4826").stderr
    assert kinds(table).count("staff_changed") == 1


def test_no_name_is_believed_without_a_pin(table: TableOnTrial, ask: Callable[..., Done]) -> None:
    for name in ("root", "Ann Lee", DEMONSTRATION_FLOOR.person):
        without = ask("rule", "resume", "--by", name)
        assert (without.returncode, "PIN" in without.stderr) == (2, True)
    strange = ask("rule", "resume", "--by", "\x1b[2J\u202eAnn", pin="7392")
    assert strange.returncode == 2
    assert strange.stderr.isascii()
    assert "\x1b" not in strange.stderr
    assert "ruling_given" not in kinds(table)


def test_an_emergency_needs_a_root_shell(table: TableOnTrial, ask: Callable[..., Done]) -> None:
    if os.geteuid() != 0:
        refused = ask("rule", "resume", "--by", "x", "--emergency")
        assert "root shell" in refused.stderr
        return
    key_in(table, FloorCalled())
    ruled = ask("rule", "resume", "--by", "night watch", "--emergency")
    assert ruled.returncode == 0, ruled.stderr
    source = next(row[1] for row in table.events() if b"ruling_given" in row[-1])
    assert source.startswith("desk:emergency:")


OTHER_USER = """
import os, socket, sys
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
heard = []
for name in ("devices", "feed", "answers", "guarded", "guarded-answers", "desk"):
    link = socket.socket(socket.AF_UNIX)
    try:
        link.connect(f"{sys.argv[1]}/{name}.sock")
        heard.append(name)
    except PermissionError:
        pass
print(heard)
"""


@as_root
def test_a_user_of_no_group_reaches_no_socket(table: TableOnTrial) -> None:
    table.folder.chmod(0o755)
    table.start_daemon()
    table.wait_for_board()
    done = subprocess.run(
        [sys.executable, "-c", OTHER_USER, str(table.run)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.stdout == "[]\n", done.stderr


@as_root
def test_a_table_runs_as_process_one(table: TableOnTrial) -> None:
    apart = ["unshare", "--pid", "--fork", "--mount-proc"]
    words = [*apart, sys.executable, "-m", "controller", "run"]
    place = ["--table", str(table.file), "--state-dir", str(table.state)]
    probe = subprocess.run([*apart, "true"], capture_output=True)
    if probe.returncode:
        pytest.skip("this machine makes no namespaces")
    done = subprocess.run(
        [*words, *place, "--run-dir", str(table.run), "--until", "1", "--pace", "50"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert (done.returncode, "stopped after 1 round" in done.stdout) == (0, True), done.stdout
