import pytest

from controller.facts.events import (
    CupClosed,
    CupOpened,
    DiceRead,
    DiceUnreadable,
    ShakeEnded,
    ShakeStarted,
)
from drivers.dice_cup.emulator import DiceCupEmulator
from drivers.emulator.device import EmulatorError
from tests.emulated.conftest import Workshop


async def linked_cup(workshop: Workshop) -> DiceCupEmulator:
    cup = await workshop.plug("cup-1", "dice-cup", DiceCupEmulator)
    workshop.drive("cup-1", "dice-cup")
    await workshop.until(lambda: cup.is_linked)
    return cup


async def test_a_shake_and_its_reading_arrive_in_order(workshop: Workshop) -> None:
    cup = await linked_cup(workshop)
    await cup.shake()
    dice = await cup.open()
    await cup.close()
    await workshop.until(lambda: len(workshop.daemon.events()) == 5)
    assert workshop.daemon.events() == [
        ShakeStarted(),
        ShakeEnded(),
        CupOpened(),
        DiceRead(dice=tuple(dice)),
        CupClosed(),
    ]


async def test_unreadable_dice_are_told_as_such_and_read_next_time(workshop: Workshop) -> None:
    cup = await linked_cup(workshop)
    await cup.place([6, 1, 3])
    await cup.spoil_next("cocked")
    await cup.open()
    await cup.close()
    await cup.open()
    await workshop.until(lambda: len(workshop.daemon.events()) == 5)
    assert workshop.daemon.events()[1] == DiceUnreadable(reason="cocked")
    assert workshop.daemon.events()[4] == DiceRead(dice=(6, 1, 3))


async def test_an_open_cup_cannot_be_shaken(workshop: Workshop) -> None:
    cup = await linked_cup(workshop)
    await cup.open()
    with pytest.raises(EmulatorError, match="close it before shaking"):
        await cup.shake()


async def test_repeating_a_numbered_shake_does_not_change_the_next_throw(
    workshop: Workshop,
) -> None:
    cup = await linked_cup(workshop)
    falls = []
    for shakes in (1, 3):
        for throw in range(1, 9):
            for _ in range(shakes):
                await cup.shake(throw=throw)
            falls.append(cup.dice)
    assert falls[:8] == falls[8:]
    assert len(set(falls)) > 1


async def test_only_a_shake_changes_the_dice(workshop: Workshop) -> None:
    cup = await linked_cup(workshop)
    before = await cup.open()
    await cup.close()
    assert await cup.open() == before
    await cup.close()
    rolls = set()
    for _ in range(20):
        await cup.shake()
        rolls.add(cup.dice)
    assert len(rolls) > 1
    assert all(1 <= value <= 6 for roll in rolls for value in roll)
