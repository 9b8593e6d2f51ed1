"""The emulated shuffler answers in the order of its wire document's table."""

from collections.abc import Awaitable, Callable

import pytest

from config.wire_document import load_wire
from drivers.shuffler.emulator import ShufflerEmulator
from drivers.wire.codec import wire_message
from tests.emulated.conftest import Workshop

ORDER = [rule.answer for rule in load_wire("shuffler").answers if rule.command == "dispense_stack"]
Way = Callable[[ShufflerEmulator], Awaitable[object]]


async def jam(shuffler: ShufflerEmulator) -> None:
    await shuffler.jam()


async def open_door(shuffler: ShufflerEmulator) -> None:
    await shuffler.open_door()


async def fill_tray(shuffler: ShufflerEmulator) -> None:
    shuffler.stand("red", {1: 3}, 1)


OBSTACLES: dict[str, Way] = {"jammed": jam, "door-open": open_door, "tray-full": fill_tray}


@pytest.mark.parametrize("first", OBSTACLES)
@pytest.mark.parametrize("second", OBSTACLES)
async def test_of_two_obstacles_the_one_that_stands_first_is_named(
    workshop: Workshop, first: str, second: str
) -> None:
    shuffler = await workshop.plug("shuffler-1", "shuffler", ShufflerEmulator)
    await OBSTACLES[first](shuffler)
    await OBSTACLES[second](shuffler)
    answer = shuffler._execute(wire_message("dispense_stack", stack=2, count=3))
    assert answer == min((first, second), key=ORDER.index)


async def test_a_stack_that_is_out_is_acknowledged_whatever_stands_in_the_way(
    workshop: Workshop,
) -> None:
    shuffler = await workshop.plug("shuffler-1", "shuffler", ShufflerEmulator)
    for way in OBSTACLES.values():
        await way(shuffler)
    assert shuffler._execute(wire_message("dispense_stack", stack=1, count=3)) is None


@pytest.mark.parametrize(("count", "answer"), [(3, None), (50, "deck-empty")])
async def test_what_is_left_decides_last(
    workshop: Workshop, count: int, answer: str | None
) -> None:
    shuffler = await workshop.plug("shuffler-1", "shuffler", ShufflerEmulator)
    shuffler.stand("red", {1: 3}, 0)
    assert shuffler._execute(wire_message("dispense_stack", stack=2, count=count)) == answer


async def test_nothing_in_play_is_unloaded_at_once_and_an_open_door_stops_a_deck(
    workshop: Workshop,
) -> None:
    shuffler = await workshop.plug("shuffler-1", "shuffler", ShufflerEmulator)
    await shuffler.open_door()
    assert shuffler._execute(wire_message("unload_deck")) is None
    shuffler.stand("red", {1: 3}, 1)
    assert shuffler._execute(wire_message("unload_deck")) == "door-open"
