from typing import Any

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


async def linked_cup(bench: Any) -> DiceCupEmulator:
    cup: DiceCupEmulator = await bench.plug("cup-1", "dice-cup", DiceCupEmulator)
    bench.drive("cup-1", "dice-cup")
    await bench.until(lambda: cup.is_linked)
    return cup


async def test_a_shake_and_its_reading_arrive_in_order(bench: Any) -> None:
    cup = await linked_cup(bench)
    await cup.shake()
    dice = await cup.open()
    await cup.close()
    await bench.until(lambda: len(bench.daemon.events()) == 5)
    assert bench.daemon.events() == [
        ShakeStarted(),
        ShakeEnded(),
        CupOpened(),
        DiceRead(dice=tuple(dice)),
        CupClosed(),
    ]


async def test_unreadable_dice_are_told_as_such_and_read_next_time(bench: Any) -> None:
    cup = await linked_cup(bench)
    await cup.place([6, 1, 3])
    await cup.spoil_next("cocked")
    await cup.open()
    await cup.close()
    await cup.open()
    await bench.until(lambda: len(bench.daemon.events()) == 5)
    assert bench.daemon.events()[1] == DiceUnreadable(reason="cocked")
    assert bench.daemon.events()[4] == DiceRead(dice=(6, 1, 3))


async def test_an_open_cup_cannot_be_shaken(bench: Any) -> None:
    cup = await linked_cup(bench)
    await cup.open()
    with pytest.raises(EmulatorError, match="close it before shaking"):
        await cup.shake()


async def test_repeating_a_numbered_shake_does_not_change_the_next_throw(bench: Any) -> None:
    cup = await linked_cup(bench)
    falls = []
    for shakes in (1, 3):
        for throw in range(1, 9):
            for _ in range(shakes):
                await cup.shake(throw=throw)
            falls.append(cup.dice)
    assert falls[:8] == falls[8:]
    assert len(set(falls)) > 1


async def test_only_a_shake_changes_the_dice(bench: Any) -> None:
    cup = await linked_cup(bench)
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
