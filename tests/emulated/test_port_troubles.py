import asyncio
import grp
import json
import logging
import os
import pty
import tempfile
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from config.device import PortMatch
from config.wire_document import load_wire
from config.words.reasons import in_english
from controller.bus.messages import LinkStatistics
from controller.facts.events import DeviceConnected, DeviceLost
from controller.facts.orders import ShowLamps
from drivers.finding.matched_place import MatchedPlace
from drivers.finding.sources import read_candidates
from drivers.lamps.emulator import LampsEmulator
from drivers.runtime.port import Port, PortError
from drivers.runtime.port_opener import GRACE_S, PortOpener
from drivers.shoe.emulator import ShoeEmulator
from drivers.wire.codec import pack, wire_message
from drivers.wire.device_session import DeviceSession
from drivers.wire.framing import encode_frame
from drivers.wire.notice import Identity
from tests.emulated.conftest import Workshop

SHOE = load_wire("shoe")
FLOOD_FRAMES = 10_000


class Cable:
    """A bare line: the test is the device."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.master, False)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(os.ttyname(self._slave))

    def write(self, data: bytes) -> int:
        try:
            return os.write(self.master, data)
        except BlockingIOError:
            return 0

    def read(self) -> bytes:
        try:
            return os.read(self.master, 65536)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        self.path.unlink(missing_ok=True)
        os.close(self.master)
        os.close(self._slave)


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    made = Cable(tmp_path / "line" / "shoe-1")
    yield made
    try:
        made.close()
    except OSError:
        return


def lost(workshop: Workshop) -> list[str]:
    notes = workshop.daemon.notes()
    return [in_english(event.reason) for event in notes if isinstance(event, DeviceLost)]


def test_a_port_that_vanishes_in_the_middle_of_a_write_is_lost(cable: Cable) -> None:
    port = Port(cable.path, 115200)
    port.write(b"x" * 60_000)
    assert port.has_backlog
    cable.close()
    with pytest.raises(PortError) as caught:
        port.write(b"")
    assert caught.value.cause == "lost"
    assert "connection lost; plug the device in" in str(caught.value)
    port.close()


def test_a_line_that_takes_nothing_does_not_fill_the_memory(cable: Cable) -> None:
    port = Port(cable.path, 115200)
    port.write(b"x" * 60_000)
    with pytest.raises(PortError, match="takes no bytes; unplug it and plug it in"):
        port.write(b"x" * 60_000)
    port.close()


def test_a_link_to_nothing_says_so(tmp_path: Path) -> None:
    path = tmp_path / "shoe-1"
    path.symlink_to("/dev/ttyNONE9")
    with pytest.raises(PortError, match="the link leads to nothing; plug the device in"):
        Port(path, 115200)


def test_a_link_left_behind_does_not_lead_to_the_next_owner_of_its_terminal(
    cable: Cable, tmp_path: Path
) -> None:
    left = tmp_path / "pad-1"
    left.symlink_to(cable.path.readlink())
    Port(left, 115200).close()
    number = str(left.readlink())
    cable.close()
    time.sleep(0.02)
    strangers = [os.openpty() for _ in range(8)]
    try:
        assert number in [os.ttyname(slave) for _, slave in strangers], "the number is used again"
        with pytest.raises(PortError, match="the link leads to nothing; plug the device in"):
            Port(left, 115200)
    finally:
        for end in (end for stranger in strangers for end in stranger):
            os.close(end)


def test_a_port_in_use_says_so(cable: Cable) -> None:
    port = Port(cable.path, 115200)
    with pytest.raises(PortError, match="in use by another program; stop that program") as caught:
        Port(cable.path, 115200)
    assert caught.value.cause == "busy"
    port.close()


def test_no_permission_names_the_group_to_join() -> None:
    if os.getuid() != 0:
        pytest.skip("only root can make a file that another user may not open")
    # Not under tmp_path, whose parents let nobody but their owner pass.
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = Path(folder) / "ttyUSB0"
        path.touch(mode=0o660)
        os.chown(path, 0, grp.getgrnam("tty").gr_gid)
        said = _as_nobody(lambda: Port(path, 115200))
    assert said == f"port {path}: no permission; let this user join group tty"


def _as_nobody(action: Callable[[], object]) -> str:
    """What an action complains of when somebody without rights does it."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
        try:
            action()
        except PortError as error:
            os.write(write_end, str(error).encode())
        finally:
            os._exit(0)
    os.close(write_end)
    os.waitpid(child, 0)
    said = os.read(read_end, 4096).decode()
    os.close(read_end)
    return said


def test_a_missing_port_is_given_a_moment_before_the_first_complaint(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    opener = PortOpener("shoe-1", tmp_path / "shoe-1", 115200)
    for moment in (0.0, 0.5, GRACE_S - 0.01):
        opener.try_open(100.0 + moment)
    assert caplog.records == []
    for moment in (GRACE_S, 5.0, 60.0):
        opener.try_open(100.0 + moment)
    assert [record.message.split(": ")[-1] for record in caplog.records] == [
        "not there; plug the device in"
    ]


def test_what_is_no_port_is_complained_of_at_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "shoe-1"
    path.write_text("no port")
    PortOpener("shoe-1", path, 115200).try_open(100.0)
    assert len(caplog.records) == 1


async def test_starting_device_and_driver_together_is_quiet(
    workshop: Workshop, caplog: pytest.LogCaptureFixture
) -> None:
    workshop.drive("shoe-1", "shoe")
    await asyncio.sleep(0.3)
    shoe = await workshop.plug("shoe-1", "shoe", ShoeEmulator)
    await workshop.until(lambda: shoe.is_linked)
    assert [r.message for r in caplog.records if r.levelno >= logging.WARNING] == []


async def test_a_device_that_never_answers_is_told_once(workshop: Workshop, cable: Cable) -> None:
    driver = workshop.drive("shoe-1", "shoe", cable.path)
    await workshop.until(lambda: lost(workshop) != [])
    heard = bytearray()
    for _ in range(60):
        heard += cable.read()
        await asyncio.sleep(0.01)
    assert lost(workshop) == ["no hello; check its cable and power"]
    assert heard.count(0) > 3
    assert driver.relay.session.state == "greeting"


class Flood:
    """A device that repeats its frames as fast as the line takes them."""

    def __init__(self, cable: Cable) -> None:
        identity = Identity("shoe", "flood", "test", SHOE.protocol, boot=77)
        self.session = DeviceSession(SHOE, identity)
        self._cable = cable
        self._left = bytearray()

    def step(self) -> None:
        now = time.monotonic()
        self._left += self.session.received(self._cable.read(), now).write
        self._left += self.session.tick(now).write
        del self._left[: self._cable.write(bytes(self._left))]

    def pour(self, data: bytes) -> None:
        self._left += data

    @property
    def is_empty(self) -> bool:
        return not self._left


async def test_a_flood_loses_no_event_and_starves_nobody(workshop: Workshop, cable: Cable) -> None:
    driver = workshop.drive("shoe-1", "shoe", cable.path)
    device = Flood(cable)
    device.pour(device.session.started(time.monotonic()).write)
    while device.session.state != "linked":
        device.step()
        await asyncio.sleep(0.001)
    beat = encode_frame(pack(SHOE, wire_message("device_heartbeat", boot=77, last=0)))
    seen = len(workshop.daemon.seen)
    for _ in range(20):
        device.pour(beat * (FLOOD_FRAMES // 20))
        device.pour(device.session.emit(wire_message("cut_card_drawn"), time.monotonic()).write)
        while not device.is_empty:
            device.step()
            await asyncio.sleep(0)
    while device.session.kept:
        device.step()
        await asyncio.sleep(0.001)
    assert len(workshop.daemon.events()) == 20
    assert driver.relay.session.counts.frames.good >= FLOOD_FRAMES
    assert driver.relay.session.counts.frames.bad == 0
    assert lost(workshop) == []
    # Reports went out while the flood lasted, one after the other, not at its end.
    assert len(workshop.daemon.seen) - seen >= 20


async def test_a_jump_in_the_numbering_is_asked_about_and_then_taken(
    workshop: Workshop, cable: Cable
) -> None:
    workshop.drive("shoe-1", "shoe", cable.path)
    device = Flood(cable)
    device.pour(device.session.started(time.monotonic()).write)
    while device.session.state != "linked":
        device.step()
        await asyncio.sleep(0.001)
    for _ in range(3):
        device.session.emit(wire_message("cut_card_drawn"), time.monotonic())
    # The device forgets its first two: the host waits for them, asks, and hears they are gone.
    device.session._kept.pop(1)
    device.session._kept.pop(2)
    while not workshop.daemon.reports or device.session.kept:
        device.step()
        await asyncio.sleep(0.002)
    numbers = [sequence for boot, sequence in workshop.daemon.reports if boot == 77]
    assert numbers == [3]


async def test_a_device_replugged_under_another_name_is_found_again(
    workshop: Workshop, tmp_path: Path
) -> None:
    ports = tmp_path / "ports.json"
    shoe = await workshop.plug("shoe-1", "shoe", ShoeEmulator)

    def list_port(path: Path | None) -> None:
        found = [] if path is None else [{"path": str(path), "vendor": "2e8a", "serial": "E1"}]
        ports.write_text(json.dumps(found))

    list_port(shoe._pty.path)
    place = MatchedPlace(PortMatch(vendor="2e8a", serial="E1"), lambda: read_candidates(ports))
    workshop.drive("shoe-1", "shoe", place)
    await workshop.until(lambda: shoe.is_linked)
    await shoe.unplug()
    list_port(None)
    await shoe.load(decks=1)
    shoe._pty.path = shoe._pty.path.with_name("another")
    await shoe.replug()
    list_port(shoe._pty.path)
    await workshop.until(lambda: shoe.kept_events == 0)
    await workshop.until(lambda: len(workshop.daemon.notes()) >= 3)
    kinds = [type(event) for event in workshop.daemon.notes()]
    assert kinds == [DeviceConnected, DeviceLost, DeviceConnected]
    assert [event.kind for event in workshop.daemon.events()] == ["shoe_loaded"]


async def test_two_units_that_match_are_refused_by_name(workshop: Workshop, tmp_path: Path) -> None:
    ports = tmp_path / "ports.json"
    unit = {"vendor": "1a86", "product": "7523"}
    ports.write_text(
        json.dumps([unit | {"path": f"/dev/ttyUSB{n}", "location": f"1-{n}"} for n in (0, 1)])
    )
    place = MatchedPlace(PortMatch(vendor="1a86"), lambda: read_candidates(ports))
    workshop.drive("shoe-1", "shoe", place)
    await workshop.until(lambda: lost(workshop) != [])
    (reason,) = lost(workshop)
    assert "/dev/ttyUSB0 (location 1-0), /dev/ttyUSB1 (location 1-1)" in reason
    assert "add serial or location to match" in reason


def figures(workshop: Workshop) -> list[LinkStatistics]:
    return [message for message in workshop.daemon.seen if isinstance(message, LinkStatistics)]


async def test_figures_of_the_link_come_again_and_again(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivers.runtime.relay.STATISTICS_S", 0.2)
    board = await workshop.plug("lamps-1", "lamps", LampsEmulator)
    workshop.drive("lamps-1", "lamps")
    await workshop.until(lambda: board.is_linked)
    workshop.daemon.order(ShowLamps(bank=1, action=2))
    await workshop.until(
        lambda: figures(workshop)[-1:] != [] and figures(workshop)[-1].record_ms is not None
    )
    last = figures(workshop)[-1]
    assert last.is_linked
    assert last.round_trip_ms is not None
    assert (last.bad_crc, last.bad_frames, last.reconnects) == (0, 0, 0)
    board._put_out(b"damaged\0")
    await workshop.until(
        lambda: figures(workshop)[-1].bad_crc + figures(workshop)[-1].bad_frames == 1
    )
    await board.unplug()
    await workshop.until(lambda: not figures(workshop)[-1].is_linked)
    await board.replug()
    await workshop.until(lambda: figures(workshop)[-1].reconnects == 1)
    assert figures(workshop)[-1].frames_in > last.frames_in


async def test_what_a_device_repeats_is_counted(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivers.runtime.relay.STATISTICS_S", 0.2)
    shoe = await workshop.plug("shoe-1", "shoe", ShoeEmulator)
    workshop.drive("shoe-1", "shoe")
    await workshop.until(lambda: shoe.is_linked)
    workshop.daemon.is_acking = False
    await shoe.load(decks=1)
    await workshop.until(
        lambda: figures(workshop)[-1:] != [] and figures(workshop)[-1].resends >= 2
    )
    assert figures(workshop)[-1].round_trip_ms is None
