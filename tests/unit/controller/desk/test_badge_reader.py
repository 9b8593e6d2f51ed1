"""The badge reader of the desk's machine: whoever asks last has the badge, and nobody else."""

import asyncio
import fcntl
import logging
import os
import termios
from pathlib import Path

import pytest

from controller.desk import badge_reader
from controller.desk.badge_reader import BadgeReader
from tests.unit.controller.desk.test_typed_keys import typed

Badges = asyncio.Queue[tuple[str, str]]


class Page:
    """A page that asks for a badge."""

    def __init__(self, name: str, read: Badges) -> None:
        self.name, self._read = name, read

    def take(self, badge: str) -> None:
        self._read.put_nowait((self.name, badge))


@pytest.fixture
def device(tmp_path: Path) -> Path:
    """A pipe has the bytes of an input device; only the kernel's grab is missing."""
    path = tmp_path / "event-kbd"
    os.mkfifo(path)
    return path


def is_unread(end: int) -> bool:
    return int.from_bytes(fcntl.ioctl(end, termios.FIONREAD, bytes(4)), "little") > 0


async def until_open(device: Path) -> int:
    """Write to the reader as soon as the desk has it open."""
    while True:
        try:
            return os.open(device, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            await asyncio.sleep(0.001)


async def test_the_page_that_asked_last_has_the_badge_and_an_unasked_one_is_dropped(
    device: Path,
) -> None:
    read: Badges = asyncio.Queue()
    reader = BadgeReader(device, take=lambda _: None)
    running = asyncio.create_task(reader.run())
    end = await until_open(device)
    first, second = Page("first", read), Page("second", read)
    reader.listen(first.take)
    reader.listen(second.take)
    os.write(end, typed(";6045?"))
    assert await read.get() == ("second", ";6045?")
    reader.stop(second.take)
    os.write(end, typed("7777"))
    assert await read.get() == ("first", "7777")
    reader.stop(first.take)
    os.write(end, typed("8888"))
    while is_unread(end):
        await asyncio.sleep(0.001)
    reader.listen(first.take)
    os.write(end, typed("9999"))
    assert "9999" in await read.get()
    os.close(end)
    running.cancel()


async def test_a_reader_that_is_away_is_told_once_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(badge_reader, "AGAIN_S", 0.001)
    caplog.set_level(logging.ERROR)
    device, read = tmp_path / "event-kbd", asyncio.Queue[tuple[str, str]]()
    reader = BadgeReader(device, take=lambda _: None)
    reader.listen(Page("page", read).take)
    running = asyncio.create_task(reader.run())
    await asyncio.sleep(0.05)
    assert [line.getMessage() for line in caplog.records] == [
        f"cannot read badges from {device}: No such file or directory; plug it in"
    ]
    os.mkfifo(device)
    end = await until_open(device)
    os.write(end, typed("1234"))
    assert await read.get() == ("page", "1234")
    os.close(end)
    running.cancel()


def test_what_is_no_input_device_cannot_be_kept_for_the_desk_alone(device: Path) -> None:
    descriptor = os.open(device, os.O_RDWR)
    try:
        with pytest.raises(OSError, match="ioctl"):
            badge_reader.grab(descriptor)
    finally:
        os.close(descriptor)
