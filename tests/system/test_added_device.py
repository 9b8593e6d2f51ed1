"""A device kind is a folder: one under tests/ plays and conforms, with no other file touched."""

import ast
import json
import signal
from pathlib import Path

import pytest

from controller.cli.log_in import PIN_VARIABLE
from controller.facts.additions import ADDITIONS
from controller.facts.board import Board
from controller.facts.roles import DEMONSTRATION_FLOOR
from drivers.emulate.client import ask_emulator
from drivers.emulate.emulators import CONTROL_SOCKET
from tests.system.processes import TableOnTrial, until

TILT_SENSOR = Path(__file__).parents[1] / "additions" / "tilt-sensor"
DEVICE = """
[devices.tilt-1]
kind = "tilt-sensor"
source = "emulated"
when_lost = "go-on"
"""
AT_A_PORT = 'source = "serial"\nmatch = { vendor = "16c0", serial = "T-7" }'
NO_TILT_SENSOR = (
    "no device kind 'tilt-sensor'; use one of dice-cup, entry-pad, lamps, shoe, shuffler"
)


@pytest.fixture
def tilted(table: TableOnTrial, monkeypatch: pytest.MonkeyPatch) -> TableOnTrial:
    """A table with a tilt sensor, and the addition that knows the kind."""
    monkeypatch.setenv(ADDITIONS, str(TILT_SENSOR))
    table.file.write_text(table.file.read_text() + DEVICE)
    return table


def in_round(table: TableOnTrial) -> Board | None:
    board = table.board()
    return board if board and board.phase == "dealing" else None


def holding(table: TableOnTrial) -> str:
    board = table.board()
    return board.hold.name if board and board.hold else ""


def place(table: TableOnTrial) -> tuple[str, ...]:
    return ("--table", str(table.file), "--run-dir", str(table.run))


def test_the_emulator_of_an_added_kind_conforms(tilted: TableOnTrial) -> None:
    done = tilted.ask_apart("conformance", "tilt-sensor", "--json")
    report = json.loads(done.stdout)
    assert (done.returncode, report["failed"], report["not_performed"]) == (0, 0, 0)
    assert report["passed"] == 24


def test_a_fault_of_an_added_kind_fails_by_the_requirements_name(tilted: TableOnTrial) -> None:
    words = ("conformance", "tilt-sensor", "--only", "TLT-01", "--fault", "stuck-scale")
    done = tilted.ask_apart(*words)
    assert done.returncode == 1
    assert "a knock was reported with 4000 mg" in done.stdout


def test_a_bump_in_a_round_holds_the_table_until_the_floor_rules(
    tilted: TableOnTrial, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PIN_VARIABLE, DEMONSTRATION_FLOOR.pin)
    bytes_folder, record = tilted.folder / "bytes", tilted.folder / "record.jsonl"
    run = tilted.start_run("--pace", "20", "--capture", str(bytes_folder))
    until(lambda: in_round(tilted), "a round under way")
    ask_emulator(tilted.run / CONTROL_SOCKET, "tilt-1", "bump", strength=700)
    assert until(lambda: holding(tilted), "a hold") == "table-bumped"

    ruled = tilted.ask_apart("rule", "resume", "--by", DEMONSTRATION_FLOOR.person, *place(tilted))
    assert (ruled.returncode, "the table goes on" in ruled.stdout) == (0, True), ruled.stderr
    tilted.wait_for_rounds(tilted.rounds() + 2)
    assert run.end(signal.SIGTERM) == 0
    assert "Traceback" not in run.errors

    rows = tilted.ask_apart("journal", "export", str(tilted.state)).stdout
    record.write_text(rows)
    assert '"kind":"table_bumped","strength":700' in rows
    assert '"kind":"irregularity_found","name":"table-bumped"' in rows
    assert "the table was bumped with 700 mg" in run.output

    same = tilted.ask_apart("replay-wire", str(bytes_folder), "--against", str(record))
    assert same.returncode == 0, same.stderr
    assert '"table_bumped"' in same.stdout
    again = tilted.ask_apart("replay", "--table", str(tilted.file), str(record))
    assert (again.returncode, "table-bumped" in again.stdout) == (0, True), again.stderr


def test_a_daemon_that_starts_again_reads_added_events_from_its_record(
    tilted: TableOnTrial,
) -> None:
    run = tilted.start_run("--pace", "20")
    until(lambda: in_round(tilted), "a round under way")
    ask_emulator(tilted.run / CONTROL_SOCKET, "tilt-1", "bump")
    until(lambda: holding(tilted), "a hold")
    assert run.end(signal.SIGTERM) == 0
    tilted.start_daemon()
    assert until(lambda: holding(tilted), "the hold of the record") == "table-bumped"


def test_every_command_that_speaks_of_devices_knows_the_added_kind(tilted: TableOnTrial) -> None:
    checked = tilted.ask_apart("check-config", str(tilted.file))
    assert (checked.returncode, checked.stderr) == (0, "")
    faults = tilted.ask_apart("fault", "tilt-1", "--list", *place(tilted)).stdout
    assert "stuck-scale  " in faults
    assert "stuck-lamp" not in faults
    assert "table_bumped" in tilted.ask_apart("reference", "wire").stdout
    assert "table_bumped" in tilted.ask_apart("schema", "events").stdout
    assert "tilt-sensor" in tilted.ask_apart("schema", "table").stdout


def test_an_added_device_is_looked_for_at_its_port(tilted: TableOnTrial) -> None:
    tilted.edit('kind = "tilt-sensor"\nsource = "emulated"', f'kind = "tilt-sensor"\n{AT_A_PORT}')
    listed = json.loads(tilted.ask_apart("devices", "--table", str(tilted.file), "--json").stdout)
    assert [(row["device"], row["kind"]) for row in listed["devices"]] == [
        ("tilt-1", "tilt-sensor")
    ]


def test_a_fault_is_put_on_an_added_device(tilted: TableOnTrial) -> None:
    tilted.start_part("emulate", "--no-dealer")
    until(lambda: (tilted.run / CONTROL_SOCKET).exists(), "the emulators")
    done = tilted.ask_apart("fault", "tilt-1", "stuck-scale", *place(tilted))
    assert done.stdout == "tilt-1: stuck-scale: every bump is the hardest\n"
    refused = tilted.ask_apart("fault", "shoe-1", "stuck-scale", *place(tilted))
    assert refused.stderr == "error: shoe-1 is a shoe; stuck-scale fits tilt-sensor\n"


def test_without_the_folder_the_kind_is_unknown_and_the_known_ones_are_named(
    tilted: TableOnTrial, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(ADDITIONS)
    checked = tilted.ask_apart("check-config", str(tilted.file))
    assert checked.returncode == 2
    assert NO_TILT_SENSOR in checked.stderr
    assert checked.stderr.count("\n") == 1


def test_a_kind_without_its_folder_is_told_which_file_it_lacks(
    tilted: TableOnTrial, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = tilted.folder / "addition" / "wire"
    wire.mkdir(parents=True)
    wire.joinpath("tilt-sensor.toml").write_text(
        (TILT_SENSOR / "wire" / "tilt-sensor.toml").read_text()
    )
    monkeypatch.setenv(ADDITIONS, str(wire.parent))
    done = tilted.ask_apart("conformance", "tilt-sensor")
    wanted = "error: device kind tilt-sensor has no drivers/tilt_sensor/requirements.py; add it\n"
    assert (done.returncode, done.stderr) == (2, wanted)


def test_the_added_emulator_knows_nothing_of_its_protocol() -> None:
    source = (TILT_SENSOR / "drivers" / "tilt_sensor" / "emulator.py").read_text()
    imported = {
        node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)
    }
    assert imported == {"typing", "drivers.emulator.device"}
