"""Records a golden transcript of each emulator: `python -m tests.transcripts.record [KIND…]`."""

import asyncio
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from controller.facts.events import EVENT
from controller.facts.orders import DispenseStack, ShowLamps, ShowPrompt, UnloadDeck
from controller.facts.phrase import phrase
from drivers.dice_cup.emulator import DiceCupEmulator
from drivers.emulate.emulators import Emulators
from drivers.emulator.device import EmulatedDevice
from drivers.entry_pad.emulator import EntryPadEmulator
from drivers.kinds import protocol_of
from drivers.lamps.emulator import LampsEmulator
from drivers.replay.capture_file import read_captures
from drivers.replay.replay import replay
from drivers.runtime.capture import Capture
from drivers.runtime.place import device_path
from drivers.runtime.relay import Relay
from drivers.runtime.stop_switch import StopSwitch
from drivers.shoe.emulator import ShoeEmulator
from drivers.shuffler.emulator import ShufflerEmulator
from tests.emulated.conftest import DaemonInProcess

FOLDER = Path(__file__).parent
SEED = 11
Emulator = TypeVar("Emulator", bound=EmulatedDevice)


class Stage:
    """One emulator, its captured driver, and a daemon."""

    def __init__(self, device: EmulatedDevice, daemon: DaemonInProcess) -> None:
        self.device = device
        self.daemon = daemon

    def the(self, emulator: type[Emulator]) -> Emulator:
        """The device as what it is."""
        assert isinstance(self.device, emulator)
        return self.device

    async def events(self, count: int) -> None:
        """Wait until so many events are in the record and the device has forgotten them."""
        while len(self.daemon.events()) < count or self.device.kept_events:
            await asyncio.sleep(0.005)


async def play_shoe(stage: Stage) -> None:
    shoe = stage.the(ShoeEmulator)
    await shoe.open_lid()
    await shoe.close_lid()
    await shoe.load(decks=8, cut_depth=1, cards=["Td", "As", "Jo", "2c"])
    await shoe.draw()
    await stage.events(4)
    # Acks that are late make the device send again, which a replay must not count twice.
    stage.daemon.is_acking = False
    await shoe.draw()
    await shoe.misread_next("boxed")
    await shoe.draw()
    await asyncio.sleep(0.5)
    stage.daemon.is_acking = True
    await shoe.draw()
    await shoe.draw()
    await stage.events(9)


async def play_shuffler(stage: Stage) -> None:
    shuffler = stage.the(ShufflerEmulator)
    await shuffler.load("red", 51)
    await stage.events(2)
    await shuffler.load("blue")
    await stage.events(4)
    stage.daemon.order(DispenseStack(stack=1, count=3))
    await stage.events(5)
    stage.daemon.order(DispenseStack(stack=2, count=3))
    await shuffler.take()
    await stage.events(7)
    await shuffler.jam("carousel")
    await shuffler.clear()
    await shuffler.open_door()
    await shuffler.close_door()
    await shuffler.take()
    stage.daemon.order(UnloadDeck())
    await stage.events(13)


async def play_dice_cup(stage: Stage) -> None:
    cup = stage.the(DiceCupEmulator)
    await cup.shake()
    await cup.place([4, 2, 6])
    await cup.open()
    await cup.close()
    await cup.shake()
    await cup.spoil_next("cocked")
    await cup.open()
    await stage.events(9)


async def play_entry_pad(stage: Stage) -> None:
    stage.daemon.order(ShowPrompt(phrases=(phrase("place-wagers"),)))
    for key, is_long in (("seat-4", False), ("seat-4", True), ("bank-yes", False), ("undo", False)):
        await stage.the(EntryPadEmulator).press(key, is_long)
    await stage.events(4)


async def play_lamps(stage: Stage) -> None:
    stage.daemon.order(ShowLamps(bank=3, action=5))
    await stage.events(1)
    await stage.the(LampsEmulator).stick("action", 7)
    stage.daemon.order(ShowLamps(bank=3, action=7))
    await stage.events(2)
    stage.daemon.order(ShowLamps(bank=None, action=None))
    await stage.events(3)


PLAYS: dict[str, Callable[[Stage], Awaitable[None]]] = {
    "shoe": play_shoe,
    "shuffler": play_shuffler,
    "dice-cup": play_dice_cup,
    "entry-pad": play_entry_pad,
    "lamps": play_lamps,
}


async def record(kind: str, folder: Path) -> None:
    """Play one device and leave its capture in the folder."""
    device, daemon, stop = f"{kind}-1", DaemonInProcess(), StopSwitch()
    emulators = Emulators(folder / "run", {device: kind}, seed=SEED, stretch=0.0)
    await emulators.start()
    capture = Capture(folder / "capture", device, kind)
    port = device_path(folder / "run", device)
    relay = Relay(device, protocol_of(kind)(), port, daemon, stop, open_port=capture.open_port)
    driver = threading.Thread(target=relay.run)
    driver.start()
    await PLAYS[kind](Stage(emulators.emulator(device), daemon))
    stop.throw()
    await asyncio.to_thread(driver.join)
    await emulators.stop()
    stop.close()
    daemon.close()


def main(kinds: list[str]) -> None:
    """Record the kinds asked for, or all."""
    for kind in kinds or list(PLAYS):
        with tempfile.TemporaryDirectory(prefix="uf-") as folder:
            asyncio.run(record(kind, Path(folder)))
            (capture,) = (Path(folder) / "capture").glob("*.jsonl")
            (FOLDER / f"{kind}.jsonl").write_bytes(capture.read_bytes())
        events = replay(read_captures(FOLDER / f"{kind}.jsonl"))
        lines = b"".join(EVENT.dump_json(item.event) + b"\n" for item in events)
        (FOLDER / f"{kind}.events.jsonl").write_bytes(lines)
        print(f"{kind}: {len(events)} events")


if __name__ == "__main__":
    main(sys.argv[1:])
