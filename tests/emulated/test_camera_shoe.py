"""A plain shoe under a camera is a shoe reader: the same wire, the same driver, the same events."""

import asyncio
import signal
import stat
from pathlib import Path

import pytest

from controller.facts.events import DeviceConnected, EvidenceKept, ShoeLoaded
from tests.emulated.camera_workshop import SHOE, CameraWorkshop, words_of
from tests.emulated.conftest import DaemonInProcess
from vision.evidence import read_index


async def test_a_shoe_under_a_camera_tells_everything_a_shoe_reader_tells(
    tmp_path: Path, daemon: DaemonInProcess
) -> None:
    async with CameraWorkshop(tmp_path, daemon, SHOE) as workshop:
        await workshop.emulator.load(decks=6, cut_depth=1, cards=["Td", "9c", "9c", "Kh"])
        for _ in range(5):
            await workshop.emulator.draw()
        await workshop.emulator.open_lid()
        await workshop.emulator.close_lid()
        events = await workshop.events(9)
        assert events[0] == ShoeLoaded(decks=6)
        assert words_of(events[1:]) == [
            *("Td", "9c", "9c", "cut_card_drawn", "Kh", "shoe_emptied"),
            "shoe_lid_opened",
            "shoe_lid_closed",
        ]
        connected = [note for note in workshop.notes() if isinstance(note, DeviceConnected)]
        assert {(note.device_kind, note.firmware) for note in connected} == {("shoe", "camera 1")}


async def test_a_card_nobody_can_read_is_not_guessed(
    tmp_path: Path, daemon: DaemonInProcess
) -> None:
    async with CameraWorkshop(tmp_path, daemon, SHOE) as workshop:
        await workshop.emulator.load(decks=1, cut_depth=0, cards=["Td", "9c", "As", "2h", "3c"])
        for reason in ("unread", "boxed", "two-cards"):
            await workshop.emulator.misread_next(reason)
            await workshop.emulator.draw()
        events = await workshop.events(4)
        assert words_of(events[1:]) == ["unread", "boxed", "two-cards"]


async def test_a_camera_pulled_out_is_lost_with_its_reason_and_comes_back(
    tmp_path: Path, daemon: DaemonInProcess
) -> None:
    async with CameraWorkshop(tmp_path, daemon, SHOE) as workshop:
        await workshop.emulator.load(decks=1, cut_depth=0, cards=["Td", "9c", "As"])
        await workshop.emulator.draw()
        await workshop.events(2)
        await workshop.emulator.unplug()
        await workshop.lost("shoe-1.camera: connection lost; plug the camera in")
        await workshop.emulator.replug()
        await workshop.until(lambda: workshop.emulator.is_linked)
        await workshop.emulator.draw()
        assert words_of(await workshop.events(3)) == ["shoe_loaded", "Td", "9c"]


async def test_a_frozen_camera_is_unavailable_until_it_sees_again(
    tmp_path: Path, daemon: DaemonInProcess
) -> None:
    async with CameraWorkshop(tmp_path, daemon, SHOE) as workshop:
        await workshop.emulator.freeze()
        await workshop.lost("same picture again and again; unplug it and plug it in")
        await workshop.emulator.thaw()
        await workshop.until(lambda: workshop.emulator.is_linked)
        await workshop.emulator.load(decks=1)
        assert words_of(await workshop.events(1)) == ["shoe_loaded"]


@pytest.mark.long
async def test_a_killed_vision_process_loses_no_card(
    tmp_path: Path, daemon: DaemonInProcess
) -> None:
    async with CameraWorkshop(tmp_path, daemon, SHOE) as workshop:
        daemon.is_acking = False
        await workshop.emulator.load(decks=1, cut_depth=0, cards=["Td", "9c", "As", "2h", "5d"])
        await workshop.emulator.draw()
        await workshop.emulator.draw()
        await workshop.until(lambda: workshop.emulator.kept_events == 3)
        assert await workshop.end_process(signal.SIGKILL) == -signal.SIGKILL
        daemon.is_acking = True
        await workshop.start_process()
        await workshop.until(lambda: workshop.emulator.is_linked)
        await workshop.emulator.draw()
        assert words_of(await workshop.events(4)) == ["shoe_loaded", "Td", "9c", "As"]
        assert [sequence for (boot, sequence) in daemon.reports if boot < 1 << 32] == [1, 2, 3, 4]
        await workshop.until(lambda: workshop.emulator.kept_events == 0)


async def test_the_pictures_that_decided_are_kept_private(
    tmp_path: Path, daemon: DaemonInProcess
) -> None:
    async with CameraWorkshop(tmp_path, daemon, SHOE) as workshop:
        await workshop.emulator.load(decks=1, cut_depth=0, cards=["Td", "9c"])
        await workshop.emulator.draw()
        await workshop.events(2)
        folder = tmp_path / "state" / "evidence" / "shoe-1"
        (exhibit,) = read_index(folder)
        assert (exhibit.sequence, exhibit.outcome) == (2, "card_drawn Td")
        assert 2 <= len(exhibit.crops) <= 3
        assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        (boot,) = {boot for (boot, sequence) in daemon.reports if boot < 1 << 32}
        assert exhibit.boot == boot
        await workshop.until(lambda: isinstance(workshop.notes()[-1], EvidenceKept))
        assert workshop.notes()[-1] == EvidenceKept(
            device="shoe-1", event_boot=boot, event_sequence=2, digest=exhibit.digest
        )


async def test_a_vision_process_that_is_not_there_is_named(
    tmp_path: Path, daemon: DaemonInProcess
) -> None:
    async with CameraWorkshop(tmp_path, daemon, SHOE) as workshop:
        await workshop.end_process(signal.SIGTERM)
        await workshop.lost("start `underfelt camera shoe-1`")
        await workshop.start_process()
        await workshop.until(lambda: workshop.emulator.is_linked)


@pytest.mark.long
async def test_a_frozen_camera_does_not_come_and_go(
    tmp_path: Path, daemon: DaemonInProcess
) -> None:
    async with CameraWorkshop(tmp_path, daemon, SHOE) as workshop:
        await workshop.emulator.freeze()
        await workshop.lost("same picture again and again")
        before = len(workshop.notes())
        # Long enough for the process to open the camera again and find it as frozen as before.
        await asyncio.sleep(5.0)
        assert len(workshop.notes()) == before
