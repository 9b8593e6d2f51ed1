"""A plain cup under a camera is a dice cup: shakes by its lid's mark, dice by their pips."""

from pathlib import Path

import pytest

from controller.facts.events import DiceRead, DiceUnreadable
from tests.emulated.camera_workshop import CUP, CameraWorkshop
from tests.emulated.conftest import DaemonInProcess

THROW = ["shake_started", "shake_ended", "cup_opened", "dice_read", "cup_closed"]


async def test_a_cup_under_a_camera_tells_everything_a_dice_cup_tells(
    tmp_path: Path, daemon: DaemonInProcess
) -> None:
    async with CameraWorkshop(tmp_path, daemon, CUP) as workshop:
        thrown = []
        for _ in range(3):
            await workshop.emulator.shake()
            thrown.append(sorted(await workshop.emulator.open()))
            await workshop.emulator.close()
        events = await workshop.events(15)
        assert [event.kind for event in events] == THROW * 3
        read = [sorted(event.dice) for event in events if isinstance(event, DiceRead)]
        assert read == thrown


@pytest.mark.long
async def test_a_die_too_few_or_too_many_is_never_a_throw(
    tmp_path: Path, daemon: DaemonInProcess
) -> None:
    async with CameraWorkshop(tmp_path, daemon, CUP) as workshop:
        for reason in ("missing", "extra"):
            await workshop.emulator.spoil_next(reason)
            await workshop.emulator.open()
            await workshop.emulator.close()
        events = await workshop.events(6)
        reasons = [event.reason for event in events if isinstance(event, DiceUnreadable)]
        assert reasons[0] in ("missing", "unread")
        assert reasons[1] in ("extra", "unread")


@pytest.mark.long
async def test_dice_nobody_can_read_are_not_guessed(
    tmp_path: Path, daemon: DaemonInProcess
) -> None:
    async with CameraWorkshop(tmp_path, daemon, CUP) as workshop:
        for reason in ("cocked", "unread"):
            await workshop.emulator.spoil_next(reason)
            await workshop.emulator.open()
            await workshop.emulator.close()
        events = await workshop.events(6)
        kinds = [event.kind for event in events]
        assert kinds == ["cup_opened", "dice_unreadable", "cup_closed"] * 2
