"""A disk that is full: nothing is lost, everybody is told, and play goes on when there is room."""

import json
import resource

import pytest
import zmq

from controller.bus.client import DeskError
from controller.bus.endpoints import endpoint
from controller.bus.messages import Ack
from controller.facts.events import (
    BankAccepted,
    ShoeLoaded,
)
from controller.record.connection import PAGE_BYTES
from tests.system.auditing import assert_whole
from tests.system.processes import OurProcess, TableOnTrial, until
from tests.system.reporting import TrialDriver
from tests.system.test_bad_surroundings import running_daemon, stop


def fill_disk(daemon: OurProcess) -> None:
    """No file takes a page of the record, not even where its log is written over."""
    resource.prlimit(daemon.pid, resource.RLIMIT_FSIZE, (PAGE_BYTES, resource.RLIM_INFINITY))


def free_disk(daemon: OurProcess) -> None:
    """There is room again."""
    resource.prlimit(daemon.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)


def trouble(table: TableOnTrial, context: zmq.Context[zmq.Socket[bytes]]) -> str:
    """What the next heartbeat on the feed says is wrong."""
    with context.socket(zmq.SUB) as feed:
        feed.setsockopt(zmq.LINGER, 0)
        feed.connect(endpoint(table.run, "feed"))
        feed.subscribe("beat")
        assert feed.poll(20_000)
        text = json.loads(feed.recv_multipart()[1])["trouble"]
    assert isinstance(text, str)
    return text


def test_a_full_disk_loses_nothing_and_is_told_on_the_feed(table: TableOnTrial) -> None:
    daemon = running_daemon(table)
    pad = TrialDriver(table, "pad-1", "entry-pad")
    pad.greet()
    fill_disk(daemon)
    pad.send(BankAccepted())
    assert pad.listen(Ack, 1.5) is None
    with zmq.Context() as context:
        assert str(table.state) in trouble(table, context)
        with pytest.raises(DeskError, match="record: "):
            table.desk()
        board = table.wait_for_board()
        assert (board.offered, board.bank, table.happened()) == (1, None, [])
        free_disk(daemon)
        pad.insist(BankAccepted())
        pad.insist(BankAccepted())
        until(lambda: not trouble(table, context), "a heartbeat without trouble")
    assert table.wait_for_board().bank == 1
    pad.close()
    assert "record: " in stop(daemon)
    assert [row[1] for row in table.happened()] == ["pad-1"]
    assert_whole(table)


@pytest.mark.long
def test_a_timer_and_a_silent_driver_wait_for_the_disk_too(table: TableOnTrial) -> None:
    table.edit("timer_s = 20", "timer_s = 5")
    daemon = running_daemon(table)
    pad = TrialDriver(table, "pad-1", "entry-pad")
    shoe = TrialDriver(table, "shoe-1", "shoe")
    shoe.report(ShoeLoaded(decks=8))
    pad.report(BankAccepted())
    fill_disk(daemon)
    until(lambda: "record: " in daemon.errors, "the daemon to notice the disk")
    assert len(table.happened()) == 2
    assert pad.listen(Ack, 1.5) is None
    free_disk(daemon)
    until(lambda: len(table.happened()) >= 5, "timer and silence in the record")
    found = [json.loads(row[-1])["kind"] for row in table.happened()]
    assert sorted(found[2:]) == ["driver_fell_silent", "driver_fell_silent", "timer_ended"]
    pad.close()
    shoe.close()
    stop(daemon)
    assert_whole(table)


def test_a_disk_that_is_full_at_the_end_costs_only_the_checkpoint(table: TableOnTrial) -> None:
    daemon = running_daemon(table)
    fill_disk(daemon)
    assert "no checkpoint was saved" in stop(daemon)
    stop(running_daemon(table))


# Nonsense on the bus
