"""A pause of any process is over when it is over: nothing stays held, nothing is lost."""

from collections.abc import Iterator

import pytest
import zmq

from controller.bus.endpoints import endpoint
from controller.daemon.liveness import SILENT_AFTER_S
from controller.facts.events import DeviceConnected
from tests.system.auditing import assert_whole
from tests.system.processes import TableOnTrial, trial_tables, until
from tests.system.reporting import TrialDriver
from tests.system.whole_table import WholeTable

TOO_LONG_S = SILENT_AFTER_S + 1.5


@pytest.fixture(scope="module")
def whole() -> Iterator[WholeTable]:
    """A table that plays through all of these tests: none of them may leave a trace."""
    with trial_tables() as make:
        playing = WholeTable(make("baccarat"), pace=50)
        playing.table.wait_for_rounds(1)
        yield playing
        playing.stop()
        assert_whole(playing.table)


def plays_on(table: TableOnTrial) -> None:
    table.wait_for_rounds(table.rounds() + 2)
    until(lambda: table.wait_for_board().hold is None, "no hold")


def recorded_in(table: TableOnTrial, before: int) -> str:
    """What was recorded since there were so many events."""
    return "".join(str(row[-1]) for row in table.events()[before:])


def test_a_driver_that_stood_still_is_heard_again_and_the_table_goes_on(
    whole: WholeTable,
) -> None:
    before = len(whole.table.events())
    whole.pause(["driver shoe-1"], TOO_LONG_S)
    plays_on(whole.table)
    rows = recorded_in(whole.table, before)
    assert "driver_fell_silent" in rows
    assert "driver_returned" in rows


def test_a_daemon_that_stood_still_condemns_nobody(whole: WholeTable) -> None:
    before = len(whole.table.events())
    whole.pause(["daemon"], TOO_LONG_S)
    plays_on(whole.table)
    assert "driver_fell_silent" not in recorded_in(whole.table, before)


@pytest.mark.long
def test_a_machine_that_stood_still_plays_on(whole: WholeTable) -> None:
    whole.pause(whole.parts, TOO_LONG_S)
    plays_on(whole.table)


def test_a_second_driver_is_refused_and_the_first_plays_on(whole: WholeTable) -> None:
    assert "driver shoe-1" in whole.parts
    second = whole.table.start_part("driver", "shoe-1")
    until(lambda: "another driver of shoe-1 is at work" in second.errors, "a refusal")
    plays_on(whole.table)
    second.end()
    plays_on(whole.table)


def test_the_daemon_survives_history_questions_that_nobody_reads(whole: WholeTable) -> None:
    with zmq.Context() as context, context.socket(zmq.DEALER) as asker:
        asker.setsockopt(zmq.LINGER, 0)
        asker.connect(endpoint(whole.table.run, "answers"))
        for _ in range(4000):
            asker.send_multipart([b"", b'{"kind":"ask_history","after":0,"limit":1000}'])
        whole.table.wait_for_rounds(whole.table.rounds() + 3)


def test_a_device_known_from_the_record_alone_is_not_called_ready(table: TableOnTrial) -> None:
    daemon = table.start_daemon()
    shoe = TrialDriver(table, "shoe-1", "shoe")
    shoe.report(DeviceConnected(device="shoe-1", device_kind="shoe"))
    assert states(table) == {"shoe-1": "ready"}
    shoe.close()
    daemon.end()
    table.start_daemon()
    assert states(table) == {"shoe-1": "silent"}
    held = until(lambda: table.wait_for_board().hold, "a hold")
    assert held.seen.code == "driver-silent"


def states(table: TableOnTrial) -> dict[str, str]:
    return {view.device: view.state for view in table.wait_for_board().devices}
