import json
import signal
from collections.abc import Iterator

import pytest

from drivers.emulate.client import ask_emulator
from drivers.emulate.emulators import CONTROL_SOCKET
from drivers.emulator.faults import every_fault
from tests.system.processes import TableOnTrial, until


@pytest.fixture
def emulated(table: TableOnTrial) -> Iterator[TableOnTrial]:
    process = table.start_part("emulate", "--no-dealer")
    until(lambda: (table.run / CONTROL_SOCKET).exists(), "the emulators")
    yield table
    assert process.end(signal.SIGTERM) == 0
    assert process.errors == ""


def fault(table: TableOnTrial, *words: str) -> tuple[int, str, str]:
    run = table.ask("fault", *words, "--table", str(table.file), "--run-dir", str(table.run))
    return run.returncode, run.stdout, run.stderr


def faults_of(table: TableOnTrial, device: str) -> object:
    return ask_emulator(table.run / CONTROL_SOCKET, device, "faults")


def test_a_fault_is_put_on_shown_and_mended(emulated: TableOnTrial) -> None:
    code, said, _ = fault(emulated, "shoe-1", "corrupt", "5%")
    assert (code, said.split(":")[:2]) == (0, ["shoe-1", " corrupt 5%"])
    assert faults_of(emulated, "shoe-1") == ["corrupt"]
    assert fault(emulated, "shoe-1")[1] == "shoe-1: corrupt\n"
    assert fault(emulated, "shoe-1", "--clear")[1] == "shoe-1: cleared corrupt\n"
    assert faults_of(emulated, "shoe-1") == []
    assert fault(emulated, "shoe-1", "late", "--clear")[0] == 1


def test_the_list_names_every_fault_with_its_argument(table: TableOnTrial) -> None:
    said = fault(table, "--list")[1]
    for entry in every_fault().values():
        assert any(line.startswith(entry.usage) for line in said.splitlines())
    rows = json.loads(fault(table, "pad-1", "--list", "--json")[1])
    names = {row["name"] for row in rows}
    assert "bounce" in names
    assert "jam" not in names


@pytest.mark.parametrize(
    ("words", "code", "problem"),
    [
        ((), 2, "no device named; name one"),
        (("shoe-9", "reboot"), 2, "the table has no device 'shoe-9'; it has shoe-1"),
        (("shoe-1", "explode"), 2, "no fault explode; use one of drop-connection"),
        (("shoe-1", "jam"), 2, "shoe-1 is a shoe; jam fits shuffler"),
        (("shoe-1", "corrupt", "5"), 2, "'5' is no percentage; write corrupt 5%"),
        (("shoe-1", "late"), 2, "seconds missing; write late 2s"),
        (("shoe-1", "reboot"), 1, "start them with `underfelt run`"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    table: TableOnTrial, words: tuple[str, ...], code: int, problem: str
) -> None:
    found, said, error = fault(table, *words)
    assert (found, said) == (code, "")
    assert error.startswith("error: ")
    assert problem in error
    assert error.count("\n") == 1
