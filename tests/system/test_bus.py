import asyncio
import json
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TypeVar

import pytest
import zmq

from controller.bus.endpoints import endpoint
from controller.bus.messages import Ack, Beat, Command, Entry
from controller.facts.board import Board, HoldView
from controller.facts.cards import parse_card
from controller.facts.events import (
    BankAccepted,
    CardDrawn,
    DeviceConnected,
    EventsMissed,
    FloorCalled,
    RulingGiven,
    ShoeLidClosed,
    ShoeLoaded,
    WagerPlaced,
    WagerRemoved,
)
from controller.facts.orders import ShowPrompt
from controller.facts.phrase import phrase, seen
from controller.facts.roles import DEMONSTRATION_FLOOR
from tests.system.playing import TrialDrivers, script
from tests.system.processes import OurProcess, TableOnTrial, until
from tests.system.reporting import TrialDriver

Item = TypeVar("Item")
MANY = 400


@pytest.fixture
def daemon(table: TableOnTrial) -> Iterator[OurProcess]:
    process = table.start_daemon()
    table.wait_for_board()
    yield process
    assert process.end(signal.SIGTERM) == 0
    assert "Traceback" not in process.errors


@pytest.fixture
def driver(table: TableOnTrial, daemon: OurProcess) -> Iterator[Callable[[str, str], TrialDriver]]:
    assert daemon.is_running
    opened: list[TrialDriver] = []

    def make(device: str, kind: str) -> TrialDriver:
        opened.append(TrialDriver(table, device, kind))
        return opened[-1]

    yield make
    for found in opened:
        found.close()


async def take(source: AsyncIterator[Item], enough: Callable[[Item], bool]) -> list[Item]:
    found: list[Item] = []
    async for item in source:
        found.append(item)
        if enough(item):
            return found
    raise AssertionError("the feed ended")


def wager_again_and_again(pad: TrialDriver, times: int) -> None:
    for _ in range(times):
        pad.report(WagerPlaced(seat=2))
        pad.report(WagerRemoved(seat=2))


def open_round(shoe: TrialDriver, pad: TrialDriver) -> None:
    shoe.report(ShoeLoaded(decks=8))
    pad.report(BankAccepted())


# The feed


async def test_a_late_subscriber_gets_every_number_without_a_hole(
    table: TableOnTrial, daemon: OurProcess
) -> None:
    assert daemon.is_running
    played = script("baccarat", rounds=2)
    drivers = TrialDrivers(table, played)
    half = len(played) // 2
    drivers.play(played[:half])
    feed = table.feed()
    late = asyncio.create_task(
        take(feed.entries(after=0), lambda item: isinstance(item, Entry) and is_last(item))
    )
    await asyncio.to_thread(drivers.play, played[half:])
    drivers["pad-1"].report(FloorCalled())
    entries = [item for item in await late if isinstance(item, Entry)]
    feed.close()
    drivers.close()
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    with table.journal() as journal:
        rows = list(journal.rows(limit=len(entries)))
    assert [entry.source for entry in entries] == [row.source for row in rows]
    assert [entry.event is not None for entry in entries] == [row.part == "event" for row in rows]


def is_last(entry: Entry) -> bool:
    return entry.event is not None and entry.event.kind == "floor_called"


async def test_the_board_comes_at_once_to_whoever_subscribes(
    table: TableOnTrial, daemon: OurProcess
) -> None:
    assert daemon.is_running
    for _ in range(2):
        feed = table.feed()
        items = await take(feed.boards(), lambda item: isinstance(item, Board))
        feed.close()
        assert items[-1] == table.wait_for_board()


async def test_the_board_follows_what_happens(
    table: TableOnTrial, driver: Callable[[str, str], TrialDriver]
) -> None:
    feed = table.feed()
    following = asyncio.create_task(
        take(feed.boards(), lambda item: isinstance(item, Board) and item.bank == 1)
    )
    pad = driver("pad-1", "entry-pad")
    await asyncio.to_thread(pad.report, BankAccepted())
    boards = [item for item in await following if isinstance(item, Board)]
    feed.close()
    numbers = [board.number for board in boards]
    assert numbers == sorted(numbers)


async def test_a_heartbeat_carries_the_last_number(
    table: TableOnTrial, driver: Callable[[str, str], TrialDriver]
) -> None:
    driver("pad-1", "entry-pad").report(BankAccepted())
    with table.journal() as journal:
        last = journal.last_number
    feed = table.feed()
    beats = await take(feed.boards(), lambda item: isinstance(item, Beat))
    feed.close()
    assert beats[-1].number == last


async def test_a_subscriber_that_sleeps_holds_nobody_up_and_still_gets_everything(
    table: TableOnTrial, driver: Callable[[str, str], TrialDriver]
) -> None:
    shoe, pad = driver("shoe-1", "shoe"), driver("pad-1", "entry-pad")
    open_round(shoe, pad)
    with zmq.Context() as context, context.socket(zmq.SUB) as sleeper:
        sleeper.setsockopt(zmq.RCVHWM, 1)
        sleeper.connect(endpoint(table.run, "feed"))
        sleeper.subscribe("")
        assert sleeper.poll(20_000)
        await asyncio.to_thread(wager_again_and_again, pad, MANY)
    last = table.wait_for_board().number
    feed = table.feed()
    found = await take(feed.entries(after=0), lambda item: item.number >= last)
    feed.close()
    entries = [item.number for item in found if isinstance(item, Entry)]
    assert entries[:last] == list(range(1, last + 1))


async def test_a_feed_goes_on_without_a_hole_after_the_daemon_was_killed(
    table: TableOnTrial,
) -> None:
    first = table.start_daemon()
    shoe = TrialDriver(table, "shoe-1", "shoe")
    shoe.report(ShoeLoaded(decks=8))
    feed = table.feed()
    following = asyncio.create_task(
        take(feed.entries(after=0), lambda item: isinstance(item, Entry) and is_last(item))
    )
    await asyncio.sleep(0.2)
    first.end(signal.SIGKILL)
    second = table.start_daemon()
    await asyncio.to_thread(shoe.report, ShoeLidClosed())
    pad = TrialDriver(table, "pad-1", "entry-pad")
    await asyncio.to_thread(pad.report, FloorCalled())
    entries = [item.number for item in await following if isinstance(item, Entry)]
    feed.close()
    shoe.close()
    pad.close()
    assert entries == list(range(1, len(entries) + 1))
    assert second.end(signal.SIGTERM) == 0


# Reports


def test_a_report_sent_twice_counts_once_and_is_acknowledged_twice(
    table: TableOnTrial, driver: Callable[[str, str], TrialDriver]
) -> None:
    shoe = driver("shoe-1", "shoe")
    shoe.report(ShoeLoaded(decks=8))
    for _ in range(3):
        shoe.insist(ShoeLoaded(decks=8))
    assert [row[1:4] for row in table.happened()] == [("shoe-1", 77, 1)]


def test_a_hole_in_the_numbers_holds_the_table_before_the_late_event(
    table: TableOnTrial, driver: Callable[[str, str], TrialDriver]
) -> None:
    shoe = driver("shoe-1", "shoe")
    shoe.report(ShoeLoaded(decks=8))
    shoe.sequence += 3
    shoe.report(CardDrawn(card=parse_card("7h")))
    board = table.wait_for_board()
    assert board.hold is not None
    assert board.hold.name == "events-missed"
    hole = EventsMissed(device="shoe-1", last_sequence=1, next_sequence=5)
    assert board.hold.seen == seen(hole)
    found = [(row[1], json.loads(row[-1])["kind"]) for row in table.happened()]
    assert found == [
        ("shoe-1", "shoe_loaded"),
        ("daemon", "events_missed"),
        ("shoe-1", "card_drawn"),
    ]
    table.desk().submit(RulingGiven(by=DEMONSTRATION_FLOOR.person, ruling="resume"))
    hold = table.wait_for_board().hold
    assert hold is None or hold.name != "events-missed"


def test_a_new_boot_begins_a_new_count(
    table: TableOnTrial, driver: Callable[[str, str], TrialDriver]
) -> None:
    driver("shoe-1", "shoe").report(ShoeLoaded(decks=8))
    again = TrialDriver(table, "shoe-1", "shoe", boot=78)
    again.report(ShoeLidClosed())
    again.close()
    assert [row[2:4] for row in table.happened()] == [(77, 1), (78, 1)]
    assert table.wait_for_board().hold is None


def test_what_is_acknowledged_is_in_the_record_already(
    table: TableOnTrial, driver: Callable[[str, str], TrialDriver]
) -> None:
    shoe, pad = driver("shoe-1", "shoe"), driver("pad-1", "entry-pad")
    open_round(shoe, pad)
    for seat in (2, 3, 4, 5, 6, 7, 8) * 5:
        pad.report(WagerPlaced(seat=seat))
        newest = table.events()[-1]
        assert newest[1:4] == ("pad-1", 77, pad.sequence)


def test_nothing_is_acknowledged_while_another_program_locks_the_record(
    table: TableOnTrial, driver: Callable[[str, str], TrialDriver]
) -> None:
    pad = driver("pad-1", "entry-pad")
    pad.greet()
    blocker = sqlite3.connect(table.state / "journal.sqlite", isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    pad.send(BankAccepted())
    assert pad.listen(Ack, 1.0) is None
    assert table.happened() == []
    blocker.execute("ROLLBACK")
    blocker.close()
    pad.insist(BankAccepted())
    assert len(table.happened()) == 1


# Orders and silence


def test_the_order_in_force_is_repeated_after_a_hello(
    driver: Callable[[str, str], TrialDriver],
) -> None:
    pad = driver("pad-1", "entry-pad")
    first = greeted_with(pad)
    pad.reconnect()
    assert greeted_with(pad) == first
    assert isinstance(first.order, ShowPrompt)
    assert first.order.phrases[0] == phrase("seat-may-bank", seat=1, hand="")


def greeted_with(pad: TrialDriver) -> Command:
    pad.heard.clear()
    pad.greet()
    until(lambda: pad.listen(Command, 0.1) or pad.commands(), "an order")
    return pad.commands()[0]


def test_a_silent_driver_loses_its_device_and_a_word_brings_it_back(
    table: TableOnTrial, driver: Callable[[str, str], TrialDriver]
) -> None:
    shoe, pad = driver("shoe-1", "shoe"), driver("pad-1", "entry-pad")
    shoe.report(DeviceConnected(device="shoe-1", device_kind="shoe"))
    pad.report(DeviceConnected(device="pad-1", device_kind="entry-pad"))

    def held_while_the_pad_beats() -> HoldView | None:
        pad.beat()
        return table.wait_for_board().hold

    held = until(held_while_the_pad_beats, "a hold")
    assert (held.name, held.seen.code) == ("device-lost", "driver-silent")
    assert states(table) == {"shoe-1": "silent", "pad-1": "ready"}
    shoe.beat()
    until(lambda: table.wait_for_board().hold is None, "the end of the hold")
    assert states(table) == {"shoe-1": "ready", "pad-1": "ready"}


def states(table: TableOnTrial) -> dict[str, str]:
    return {view.device: view.state for view in table.wait_for_board().devices}
