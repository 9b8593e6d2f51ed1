"""A table of one real shuffler, written in C, among emulated devices: the record is the truth."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from config.wire_document import load_wire
from controller.facts.board import Board
from drivers.emulate.client import ask_emulator
from drivers.kinds import protocol_of
from drivers.wire.codec import unpack
from drivers.wire.framing import Frame
from tests.emulated.reference_device import Board as DeviceBoard, Builds, ReferenceDevice, require
from tests.system.processes import TableOnTrial, until
from tests.system.truth import Comparison, Origin, compare, read_truth

SHUFFLER = "shuffler-1"
GLANCE_S = 0.02
FAST = "400"
KINDS = {SHUFFLER: "shuffler", "pad-1": "entry-pad", "lamps-1": "lamps"}


class Hands(threading.Thread):
    """Who stands at the real shuffler: loads the deck that is due, lifts every stack."""

    def __init__(self, control: Path, board: Callable[[], Board | None]) -> None:
        super().__init__(name="hands at the shuffler")
        self._control, self._board = control, board
        self._is_over = threading.Event()

    def run(self) -> None:
        while not self._is_over.wait(GLANCE_S):
            seen = str(self._do("look") or "")
            if "tray-full" in seen:
                self._do("take")
            elif "deck" not in seen:
                self._load()

    def end(self) -> None:
        self._is_over.set()
        self.join()

    def _load(self) -> None:
        board = self._board()
        if board is not None and any(want.event == "stack_dispensed" for want in board.expected):
            self._do("load", colour=board.deck_colour or "red")

    def _do(self, action: str, **arguments: str) -> object:
        return ask_emulator(self._control, SHUFFLER, action, **arguments)


@contextmanager
def table_around(
    new_table: Callable[[str], TableOnTrial], command: list[str]
) -> Iterator[tuple[TableOnTrial, Path]]:
    table = new_table("three-card")
    port, control, told = (table.folder / name for name in ("port", "control", "told"))
    emulated = '[devices.shuffler-1]\nkind = "shuffler"\nsource = "emulated"'
    table.edit(emulated, emulated.replace('"emulated"', f'"serial"\nport = "{port}"'))
    with ReferenceDevice(command, port, f"control={control}", f"truth={told}"):
        until(lambda: port.exists() and control.exists(), "the shuffler")
        hands = Hands(control, table.board)
        hands.start()
        try:
            yield table, told
        finally:
            hands.end()


def told_by(file: Path) -> dict[Origin, bytes]:
    """What the C device noted before the wire had it: boot, number, type and payload in hex."""
    document, protocol = load_wire("shuffler"), protocol_of("shuffler")()
    found: dict[Origin, bytes] = {}
    for line in file.read_text().splitlines():
        boot, number, content = int(line[:8], 16), int(line[8:16], 16), bytes.fromhex(line[16:])
        frame = Frame(document.protocol, content[0], number, content[1:])
        event = protocol.event(unpack(document, frame))
        assert event is not None
        found[SHUFFLER, boot, number] = event.model_dump_json().encode()
    return found


def faults_of(compared: Comparison) -> tuple[Origin, ...]:
    return compared.doubled + compared.invented + compared.changed + compared.disordered


def play(table: TableOnTrial, told: Path, rounds: int, patience_s: float) -> None:
    truth = table.folder / "truth.jsonl"
    run = table.start_run("--pace", FAST, "--until", str(rounds), "--truth", str(truth))
    assert run.wait(patience_s) == 0, run.errors
    dealt = told_by(told)
    rows = table.events()
    compared = compare(dealt, [row for row in rows if row[1] == SHUFFLER])
    # The table stops in the middle of what the hands do next: only that may be missing.
    assert faults_of(compared) == ()
    assert set(compared.lost) <= set(list(dealt)[-4:])
    assert compared.equal >= 5 * rounds
    others = compare(read_truth(truth, KINDS), [row for row in rows if row[1] != SHUFFLER])
    assert faults_of(others) == ()
    assert table.rounds() >= rounds
    assert table.ask("journal", "verify", str(table.state)).returncode == 0


CASES = [
    pytest.param("native", 2, 110.0, id="2 rounds, the shuffler on this machine"),
    pytest.param(
        "mps2",
        200,
        1500.0,
        id="200 rounds, on a Cortex-M3",
        marks=(pytest.mark.long, pytest.mark.timeout(1600)),
    ),
]


@pytest.mark.parametrize(("board", "rounds", "patience_s"), CASES)
def test_a_c_shuffler_among_emulated_devices_deals_what_the_record_says(
    new_table: Callable[[str], TableOnTrial],
    tmp_path: Path,
    board: DeviceBoard,
    rounds: int,
    patience_s: float,
) -> None:
    require(board)
    command = Builds(tmp_path).command("shuffler", board)
    with table_around(new_table, command) as (table, told):
        play(table, told, rounds, patience_s)
