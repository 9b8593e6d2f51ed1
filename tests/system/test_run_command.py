import os
import re
import signal
import socket
import time
import urllib.request
from functools import partial

import pytest

from tests.loopback import free_port
from tests.system.processes import (
    TableOnTrial,
    part_of,
    processes_naming,
    until,
)

GENEROUS_S = 5.0
PARTS = ("daemon", "emulate", "driver shoe-1", "driver pad-1", "driver lamps-1", "scoreboard")


def nothing_left(table: TableOnTrial) -> bool:
    return not processes_naming(str(table.file))


def wait_for_parts(table: TableOnTrial) -> None:
    for part in PARTS:
        assert table.started[-1].is_running, table.started[-1].output + table.started[-1].errors
        until(partial(part_of, table, part), part)


def is_replaced(table: TableOnTrial, part: str, first: int) -> bool:
    return part_of(table, part) not in (None, first)


def health(table: TableOnTrial) -> int | None:
    try:
        place = f"http://127.0.0.1:{table.port}/healthz"
        with urllib.request.urlopen(place, timeout=5) as answer:
            return int(answer.status)
    except OSError:
        return None


def test_ctrl_c_ends_every_process_soon(table: TableOnTrial) -> None:
    process = table.start_run("--pace", "50")
    wait_for_parts(table)
    assert until(lambda: health(table), "an answer of the scoreboard") == 200
    table.wait_for_rounds(1)
    started = time.monotonic()
    process.send(signal.SIGINT)
    assert process.wait(GENEROUS_S) == 0
    print(f"stopped in {time.monotonic() - started:.2f} s")
    assert nothing_left(table)
    assert health(table) is None
    assert process.errors == ""


def test_ctrl_c_during_the_start_leaves_nothing_behind(table: TableOnTrial) -> None:
    process = table.start_run("--pace", "50")
    until(lambda: part_of(table, "daemon"), "the daemon")
    process.send(signal.SIGINT)
    assert process.wait() == 0
    until(lambda: nothing_left(table), "the end of every process", GENEROUS_S)
    assert process.errors == ""


def test_a_killed_supervisor_leaves_nothing_behind(table: TableOnTrial) -> None:
    process = table.start_run("--pace", "50")
    wait_for_parts(table)
    table.wait_for_rounds(1)
    process.end(signal.SIGKILL)
    until(lambda: nothing_left(table), "the end of every process", 2 * GENEROUS_S)


def test_a_process_that_died_is_started_again(table: TableOnTrial) -> None:
    process = table.start_run("--pace", "50")
    wait_for_parts(table)
    for part in ("daemon", "driver shoe-1", "scoreboard"):
        first = part_of(table, part)
        assert first is not None
        os.kill(first, signal.SIGKILL)
        until(partial(is_replaced, table, part, first), f"another {part}")
    table.wait_for_rounds(table.rounds() + 1)
    assert process.end(signal.SIGINT) == 0
    assert "daemon ended with -9; starting it again" in process.said


def test_a_process_that_keeps_dying_stops_the_table_with_the_reason(table: TableOnTrial) -> None:
    process = table.start_run("--pace", "50")
    while process.is_running:
        victim = part_of(table, "driver shoe-1")
        if victim is not None:
            try:
                os.kill(victim, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(0.05)
    assert process.wait() == 1
    assert any("shoe-1 ended 6 times in 60 s; the table stops" in line for line in process.said)
    assert nothing_left(table)


def test_a_taken_port_is_refused_before_anything_starts(table: TableOnTrial) -> None:
    with socket.create_server(("127.0.0.1", table.port)):
        done = table.ask_run("--pace", "20")
    assert done.returncode == 2
    assert re.fullmatch(
        rf"error: .* port {table.port}: Address already in use; choose another by --port,"
        r" or by \[scoreboard\] port in .*\n",
        done.stderr,
    )
    assert not (table.state / "journal.sqlite").exists()


def test_a_person_may_be_the_dealer_and_choose_the_port(table: TableOnTrial) -> None:
    port = free_port()
    process = table.start_run("--no-dealer", "--port", str(port))
    wait_for_parts(table)
    lines = processes_naming(str(table.file)).values()
    assert ["--no-dealer" in line for line in lines if " emulate " in line] == [True]
    assert [f"--port {port}" in line for line in lines if " scoreboard " in line] == [True]
    assert process.end(signal.SIGINT) == 0
    assert f"http://127.0.0.1:{port}/" in process.output


@pytest.mark.parametrize("pace", ["0", "nan", "1e9"])
def test_an_impossible_pace_is_refused(table: TableOnTrial, pace: str) -> None:
    done = table.ask_run("--pace", pace)
    assert done.returncode == 2
    assert re.fullmatch(r"error: .*pace.*;.*\n", done.stderr)
