from functools import partial
from typing import Literal

import pytest

from controller.facts.events import (
    DeckLoaded,
    DeckRejected,
    DeckShuffled,
    DeckUnloaded,
    ShufflerCleared,
    ShufflerDoorClosed,
    ShufflerDoorOpened,
    ShufflerJammed,
    StackDispensed,
    StackTaken,
)
from controller.facts.orders import DispenseStack, UnloadDeck
from drivers.emulator.device import EmulatorError
from drivers.shuffler.emulator import ShufflerEmulator
from tests.emulated.conftest import Workshop


def tray_is(shuffler: ShufflerEmulator, stack: int) -> bool:
    return shuffler.tray == stack


async def ready_shuffler(workshop: Workshop) -> ShufflerEmulator:
    shuffler = await workshop.plug("shuffler-1", "shuffler", ShufflerEmulator)
    workshop.drive("shuffler-1", "shuffler")
    await shuffler.load("red")
    await workshop.until(lambda: len(workshop.daemon.events()) == 2)
    return shuffler


async def test_loads_shuffles_dispenses_and_unloads_with_count(workshop: Workshop) -> None:
    shuffler = await ready_shuffler(workshop)
    for stack in (1, 2):
        workshop.daemon.order(DispenseStack(stack=stack, count=7))
        await workshop.until(partial(tray_is, shuffler, stack))
        assert len(await shuffler.take()) == 7
    workshop.daemon.order(UnloadDeck())
    await workshop.until(lambda: len(workshop.daemon.events()) == 7)
    assert workshop.daemon.events() == [
        DeckLoaded(colour="red"),
        DeckShuffled(colour="red", count=52),
        StackDispensed(stack=1, count=7, colour="red"),
        StackTaken(stack=1),
        StackDispensed(stack=2, count=7, colour="red"),
        StackTaken(stack=2),
        DeckUnloaded(colour="red", count=38),
    ]


async def test_a_repeated_order_puts_no_second_stack_out(workshop: Workshop) -> None:
    shuffler = await ready_shuffler(workshop)
    for _ in range(3):
        workshop.daemon.order(DispenseStack(stack=1, count=3))
        await workshop.until(lambda: len(workshop.daemon.events()) >= 3)
    await shuffler.take()
    workshop.daemon.order(DispenseStack(stack=1, count=3))
    workshop.daemon.order(DispenseStack(stack=2, count=3))
    await workshop.until(lambda: shuffler.tray == 2)
    await workshop.until(lambda: len(workshop.daemon.events()) == 5)
    stacks = [event for event in workshop.daemon.events() if isinstance(event, StackDispensed)]
    assert [event.stack for event in stacks] == [1, 2]


async def test_a_stack_waits_until_the_tray_is_free(
    workshop: Workshop, caplog: pytest.LogCaptureFixture
) -> None:
    shuffler = await ready_shuffler(workshop)
    workshop.daemon.order(DispenseStack(stack=1, count=3))
    await workshop.until(lambda: shuffler.tray == 1)
    workshop.daemon.order(DispenseStack(stack=2, count=3))
    await workshop.until(lambda: "refuses dispense_stack: tray-full" in caplog.text)
    assert shuffler.tray == 1
    await shuffler.take()
    await workshop.until(lambda: shuffler.tray == 2)


async def test_a_jam_stops_the_work_until_cleared(
    workshop: Workshop, caplog: pytest.LogCaptureFixture
) -> None:
    shuffler = await ready_shuffler(workshop)
    await shuffler.jam("carousel")
    await shuffler.jam("carousel")
    workshop.daemon.order(DispenseStack(stack=1, count=3))
    await workshop.until(lambda: "refuses dispense_stack: jammed" in caplog.text)
    await shuffler.clear()
    await workshop.until(lambda: len(workshop.daemon.events()) == 5)
    assert workshop.daemon.events()[2:] == [
        ShufflerJammed(place="carousel"),
        ShufflerCleared(),
        StackDispensed(stack=1, count=3, colour="red"),
    ]


async def test_an_open_door_stops_a_shuffle_under_way(workshop: Workshop) -> None:
    shuffler = await workshop.plug("shuffler-1", "shuffler", ShufflerEmulator)
    workshop.drive("shuffler-1", "shuffler")
    await shuffler.open_door()
    await shuffler.load("blue")
    await workshop.until(lambda: len(workshop.daemon.events()) == 2)
    await shuffler.close_door()
    await workshop.until(lambda: len(workshop.daemon.events()) == 4)
    assert workshop.daemon.events() == [
        ShufflerDoorOpened(),
        DeckLoaded(colour="blue"),
        ShufflerDoorClosed(),
        DeckShuffled(colour="blue", count=52),
    ]


@pytest.mark.parametrize(("cards", "reason"), [(51, "short"), (54, "long")])
async def test_a_wrong_deck_is_put_out_again(
    workshop: Workshop, cards: int, reason: Literal["short", "long"]
) -> None:
    shuffler = await workshop.plug("shuffler-1", "shuffler", ShufflerEmulator)
    workshop.drive("shuffler-1", "shuffler")
    await shuffler.load("red", cards)
    await workshop.until(lambda: len(workshop.daemon.events()) == 2)
    assert workshop.daemon.events()[1] == DeckRejected(colour="red", reason=reason, count=cards)
    await shuffler.load("red")


async def test_one_deck_is_shuffled_while_the_other_is_in_play(workshop: Workshop) -> None:
    shuffler = await ready_shuffler(workshop)
    workshop.daemon.order(DispenseStack(stack=1, count=3))
    await workshop.until(lambda: shuffler.tray == 1)
    await shuffler.load("blue")
    with pytest.raises(EmulatorError, match="a deck waits already"):
        await shuffler.load("green")
    await shuffler.take()
    workshop.daemon.order(UnloadDeck())
    await workshop.until(lambda: DeckUnloaded(colour="red", count=49) in workshop.daemon.events())
    workshop.daemon.order(DispenseStack(stack=1, count=3))
    await workshop.until(lambda: shuffler.tray == 1)
    await workshop.until(
        lambda: workshop.daemon.events()[-1] == StackDispensed(stack=1, count=3, colour="blue")
    )


async def test_the_bottom_card_is_seen_by_the_dealer_and_not_on_the_wire(
    workshop: Workshop,
) -> None:
    shuffler = await ready_shuffler(workshop)
    workshop.daemon.order(DispenseStack(stack=1, count=3))
    await workshop.until(lambda: shuffler.tray == 1)
    bottom = shuffler.stack_cards(1)[-1]
    assert await shuffler.take() == list(shuffler.stack_cards(1))
    assert shuffler.stack_cards(1)[-1] == bottom
    with pytest.raises(EmulatorError, match="stack 2 was not put out"):
        shuffler.stack_cards(2)


async def test_an_order_beyond_the_deck_is_dropped(
    workshop: Workshop, caplog: pytest.LogCaptureFixture
) -> None:
    shuffler = await ready_shuffler(workshop)
    workshop.daemon.order(DispenseStack(stack=1, count=60))
    await workshop.until(lambda: "refuses dispense_stack: deck-empty; it is dropped" in caplog.text)
    workshop.daemon.order(DispenseStack(stack=1, count=0))
    await workshop.until(lambda: "order dropped" in caplog.text)
    workshop.daemon.order(DispenseStack(stack=1, count=3))
    await workshop.until(lambda: shuffler.tray == 1)


async def test_an_order_given_while_unplugged_is_carried_out_after_replug(
    workshop: Workshop,
) -> None:
    shuffler = await ready_shuffler(workshop)
    await shuffler.unplug()
    workshop.daemon.order(DispenseStack(stack=1, count=3))
    await workshop.until(lambda: len(workshop.daemon.notes()) == 2)
    await shuffler.replug()
    await workshop.until(lambda: shuffler.tray == 1)


async def test_a_machine_that_stood_here_all_along_gave_stacks_of_different_sizes(
    workshop: Workshop,
) -> None:
    shuffler = await workshop.plug("shuffler-1", "shuffler", ShufflerEmulator)
    shuffler.stand("blue", {1: 2, 2: 4}, in_tray=2)
    workshop.drive("shuffler-1", "shuffler")
    assert len(await shuffler.take()) == 4
    workshop.daemon.order(DispenseStack(stack=3, count=2))
    await workshop.until(lambda: shuffler.tray == 3)
    await shuffler.take()
    workshop.daemon.order(UnloadDeck())
    await workshop.until(lambda: len(workshop.daemon.events()) == 4)
    assert workshop.daemon.events()[-1] == DeckUnloaded(colour="blue", count=52 - 2 - 4 - 2)
