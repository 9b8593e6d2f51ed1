"""A device kind is a folder: one under tests/ plays and conforms, with no other file touched."""

import ast
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from controller.cli.log_in import PIN_VARIABLE
from controller.facts.additions import ADDITIONS
from controller.facts.board import Board
from controller.facts.roles import DEMONSTRATION_FLOOR
from drivers.emulate.client import ask_emulator
from drivers.emulate.emulators import CONTROL_SOCKET
from tests.command import underfelt_apart
from tests.system.processes import OurProcess, TableOnTrial, trial_tables, until

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


class BumpedRun(NamedTuple):
    """A table with a tilt sensor after its run, and what was said when the floor ruled."""

    table: TableOnTrial
    run: OurProcess
    ruled: str


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


@pytest.fixture(scope="module")
def bumped() -> Iterator[BumpedRun]:
    """A run whose table was bumped in a round, went on by a ruling, and ended on the next bump."""
    with pytest.MonkeyPatch.context() as patch, trial_tables() as make:
        patch.setenv(ADDITIONS, str(TILT_SENSOR))
        patch.setenv(PIN_VARIABLE, DEMONSTRATION_FLOOR.pin)
        table = make("baccarat")
        table.file.write_text(table.file.read_text() + DEVICE)
        run = table.start_run("--pace", "20", "--capture", str(table.folder / "bytes"))
        bump(table)
        by = ("--by", DEMONSTRATION_FLOOR.person)
        ruled = table.ask_apart("rule", "resume", *by, *place(table))
        table.wait_for_rounds(table.rounds() + 2)
        bump(table)
        assert run.end(signal.SIGTERM) == 0
        yield BumpedRun(table, run, ruled.stdout)


def bump(table: TableOnTrial) -> None:
    until(lambda: in_round(table), "a round under way")
    ask_emulator(table.run / CONTROL_SOCKET, "tilt-1", "bump", strength=700)
    assert until(lambda: holding(table), "a hold") == "table-bumped"


def test_the_emulator_of_an_added_kind_conforms_and_its_fault_fails_by_name(
    tilted: TableOnTrial,
) -> None:
    del tilted
    conforms, fails = underfelt_apart(
        (
            ("conformance", "tilt-sensor", "--json"),
            ("conformance", "tilt-sensor", "--only", "TLT-01", "--fault", "stuck-scale"),
        )
    )
    report = json.loads(conforms.stdout)
    assert (conforms.returncode, report["failed"], report["not_performed"]) == (0, 0, 0)
    assert report["passed"] == len(report["requirements"]) > 24
    assert fails.returncode == 1
    assert "a knock was reported with 4000 mg" in fails.stdout


def test_a_bump_in_a_round_holds_the_table_until_the_floor_rules(bumped: BumpedRun) -> None:
    assert "the table goes on" in bumped.ruled
    assert "Traceback" not in bumped.run.errors
    assert "the table was bumped with 700 mg" in bumped.run.output


def test_record_and_wires_of_added_events_are_read_again_alike(bumped: BumpedRun) -> None:
    table, record = bumped.table, bumped.table.folder / "record.jsonl"
    (exported,) = underfelt_apart([("journal", "export", str(table.state))])
    record.write_text(exported.stdout)
    assert '"kind":"table_bumped","strength":700' in exported.stdout
    assert '"kind":"irregularity_found","name":"table-bumped"' in exported.stdout
    same, again = underfelt_apart(
        (
            ("replay-wire", str(table.folder / "bytes"), "--against", str(record)),
            ("replay", "--table", str(table.file), str(record)),
        )
    )
    assert (same.returncode, '"table_bumped"' in same.stdout) == (0, True), same.stderr
    assert (again.returncode, "table-bumped" in again.stdout) == (0, True), again.stderr


def test_a_daemon_that_starts_again_reads_added_events_from_its_record(bumped: BumpedRun) -> None:
    bumped.table.start_daemon()
    assert until(lambda: holding(bumped.table), "the hold of the record") == "table-bumped"


def test_every_command_that_speaks_of_devices_knows_the_added_kind(tilted: TableOnTrial) -> None:
    checked, faults, wire, events, schema = underfelt_apart(
        (
            ("check-config", str(tilted.file)),
            ("fault", "tilt-1", "--list", *place(tilted)),
            ("reference", "wire"),
            ("schema", "events"),
            ("schema", "table"),
        )
    )
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "stuck-scale  " in faults.stdout
    assert "stuck-lamp" not in faults.stdout
    assert "table_bumped" in wire.stdout
    assert "table_bumped" in events.stdout
    assert "tilt-sensor" in schema.stdout


def test_an_added_device_is_looked_for_at_its_port(tilted: TableOnTrial) -> None:
    tilted.edit('kind = "tilt-sensor"\nsource = "emulated"', f'kind = "tilt-sensor"\n{AT_A_PORT}')
    listed = json.loads(tilted.ask_apart("devices", "--table", str(tilted.file), "--json").stdout)
    assert [(row["device"], row["kind"]) for row in listed["devices"]] == [
        ("tilt-1", "tilt-sensor")
    ]


def test_a_fault_is_put_on_an_added_device(tilted: TableOnTrial) -> None:
    tilted.start_part("emulate", "--no-dealer")
    until(lambda: (tilted.run / CONTROL_SOCKET).exists(), "the emulators")
    done, refused = underfelt_apart(
        [("fault", device, "stuck-scale", *place(tilted)) for device in ("tilt-1", "shoe-1")]
    )
    assert done.stdout == "tilt-1: stuck-scale: every bump is the hardest\n"
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
