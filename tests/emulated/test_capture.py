import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from controller.facts.events import DeviceConnected, DeviceLost
from drivers.replay.capture_file import read_captures
from drivers.replay.replay import replay
from drivers.runtime.capture import Capture
from drivers.runtime.place import device_path
from drivers.runtime.relay import Relay
from drivers.runtime.stop_switch import StopSwitch
from drivers.shoe.emulator import ShoeEmulator
from drivers.shoe.protocol import ShoeProtocol
from tests.emulated.conftest import Workshop

CARDS = ["Ac", "2c", "3c", "4c", "5c", "6c", "7c"]


@asynccontextmanager
async def captured_driver(workshop: Workshop, folder: Path) -> AsyncIterator[None]:
    stop = StopSwitch()
    port = device_path(workshop.run_dir, "shoe-1")
    capture = Capture(folder, "shoe-1", "shoe")
    relay = Relay(
        "shoe-1", ShoeProtocol(), port, workshop.daemon, stop, open_port=capture.open_port
    )
    thread = threading.Thread(target=relay.run)
    thread.start()
    yield
    stop.throw()
    await asyncio.to_thread(thread.join)
    stop.close()


async def test_cable_reboot_and_a_new_driver_replay_as_they_were_recorded(
    workshop: Workshop, tmp_path: Path
) -> None:
    shoe = await workshop.plug("shoe-1", "shoe", ShoeEmulator)
    await shoe.load(decks=1, cards=CARDS, cut_depth=0)
    async with captured_driver(workshop, tmp_path):
        await shoe.draw()
        await workshop.until(lambda: shoe.kept_events == 0)
        await shoe.unplug()
        await shoe.draw()
        await workshop.until(lambda: isinstance(workshop.daemon.notes()[-1], DeviceLost))
        await shoe.replug()
        await workshop.until(lambda: isinstance(workshop.daemon.notes()[-1], DeviceConnected))
        await shoe.draw()
        await workshop.until(lambda: shoe.kept_events == 0)
        await shoe.reboot()
        await shoe.draw()
        await workshop.until(lambda: shoe.is_linked and shoe.kept_events == 0)
        workshop.daemon.is_acking = False
        await shoe.draw()
        await workshop.until(lambda: len(workshop.daemon.seen) > 12)
    workshop.daemon.is_acking = True
    async with captured_driver(workshop, tmp_path):
        await shoe.draw()
        await workshop.until(lambda: shoe.kept_events == 0)
    captures = read_captures(tmp_path)
    assert len(captures) >= 4
    found = replay(captures)
    assert [(item.boot, item.sequence) for item in found] == [
        number for number in workshop.daemon.reports if number[0] < 1 << 32
    ]
    assert [item.event for item in found] == workshop.daemon.events()
    assert len(found) == 7
    assert all(item.is_acknowledged for item in found)
