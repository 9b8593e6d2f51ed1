import asyncio
import json
from collections.abc import Callable

import pytest

from controller.bus.client import DeskError, DeviceClient, FeedClient
from controller.bus.messages import LinkStatistics, Refused
from tests.system.processes import TableOnTrial, until
from tests.system.reporting import TrialDriver

NewTable = Callable[[str], TableOnTrial]
SERIAL_DEVICES = {"shoe-1", "pad-1"}


def links(table: TableOnTrial) -> dict[str, LinkStatistics]:
    try:
        return {link.device: link for link in table.answers.links()}
    except DeskError:
        return {}


@pytest.mark.long
def test_a_running_table_shows_the_figures_of_its_links(table: TableOnTrial) -> None:
    table.start_run("--pace", "100", "--run-dir", str(table.run))
    until(lambda: links(table).keys() >= SERIAL_DEVICES, "figures of both links")
    for figures in links(table).values():
        assert figures.is_linked
        assert figures.frames_in >= 1
        assert figures.frames_out >= 1
        assert figures.reconnects == 0
    arguments = ("--table", str(table.file), "--run-dir", str(table.run))
    done = table.ask("doctor", *arguments, "--state-dir", str(table.state), "--json")
    said = [item["text"] for item in json.loads(done.stdout) if item["text"].startswith("link: ")]
    assert len(said) == len(SERIAL_DEVICES), done.stdout
    assert all(word in said[0] for word in ("frames in", "bad", "resent", "reconnects"))


async def _first_link(table: TableOnTrial) -> LinkStatistics:
    feed = FeedClient(table.run)
    try:
        async for figures in feed.links():
            return figures
    finally:
        feed.close()
    raise AssertionError("the feed ended")


def test_figures_are_on_the_feed_and_never_in_the_record(table: TableOnTrial) -> None:
    table.start_daemon()
    table.wait_for_board()
    driver = DeviceClient(table.run, "shoe-1", "shoe")
    sent = LinkStatistics(
        device="shoe-1",
        is_linked=True,
        uptime_s=10,
        frames_in=5,
        frames_out=6,
        bad_crc=1,
        bad_frames=0,
        resends=2,
        reconnects=0,
        round_trip_ms=1.5,
    )
    before = len(table.events())
    driver.send(sent)
    until(lambda: links(table).get("shoe-1") == sent, "the figures at the desk")
    # A follower that comes later gets the newest at once.
    assert asyncio.run(asyncio.wait_for(_first_link(table), 20)) == sent
    assert len(table.events()) == before
    driver.close()
    # A driver that falls silent takes its figures with it.
    until(lambda: "shoe-1" not in links(table), "the figures to go")


def test_figures_of_an_unknown_device_are_refused(table: TableOnTrial) -> None:
    table.start_daemon()
    table.wait_for_board()
    stranger = TrialDriver(table, "shoe-9", "shoe")
    figures = LinkStatistics(
        device="shoe-9",
        is_linked=False,
        uptime_s=0,
        frames_in=0,
        frames_out=0,
        bad_crc=0,
        bad_frames=0,
        resends=0,
        reconnects=0,
    )
    refused = stranger.until_heard(Refused, figures)
    assert "names no device 'shoe-9'" in refused.reason
    assert links(table) == {}
