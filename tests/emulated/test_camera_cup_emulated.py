"""A plain cup under a camera is a dice cup: shakes by its lid's mark, dice by their pips."""

from pathlib import Path
from typing import Any

import pytest

from controller.facts.events import DiceRead, DiceUnreadable
from tests.emulated.camera_bench import CUP, CameraBench

THROW = ["shake_started", "shake_ended", "cup_opened", "dice_read", "cup_closed"]


async def test_a_cup_under_a_camera_tells_everything_a_dice_cup_tells(
    tmp_path: Path, daemon: Any
) -> None:
    async with CameraBench(tmp_path, daemon, CUP) as bench:
        thrown = []
        for _ in range(3):
            await bench.emulator.shake()
            thrown.append(sorted(await bench.emulator.open()))
            await bench.emulator.close()
        events = await bench.events(15)
        assert [event.kind for event in events] == THROW * 3
        read = [sorted(event.dice) for event in events if isinstance(event, DiceRead)]
        assert read == thrown


@pytest.mark.long
async def test_a_die_too_few_or_too_many_is_never_a_throw(tmp_path: Path, daemon: Any) -> None:
    async with CameraBench(tmp_path, daemon, CUP) as bench:
        for reason in ("missing", "extra"):
            await bench.emulator.spoil_next(reason)
            await bench.emulator.open()
            await bench.emulator.close()
        events = await bench.events(6)
        reasons = [event.reason for event in events if isinstance(event, DiceUnreadable)]
        assert reasons[0] in ("missing", "unread")
        assert reasons[1] in ("extra", "unread")


@pytest.mark.long
async def test_dice_nobody_can_read_are_not_guessed(tmp_path: Path, daemon: Any) -> None:
    async with CameraBench(tmp_path, daemon, CUP) as bench:
        for reason in ("cocked", "unread"):
            await bench.emulator.spoil_next(reason)
            await bench.emulator.open()
            await bench.emulator.close()
        events = await bench.events(6)
        kinds = [event.kind for event in events]
        assert kinds == ["cup_opened", "dice_unreadable", "cup_closed"] * 2
