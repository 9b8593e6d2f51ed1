"""A thousand replugs under a real driver: no event lost, none doubled."""

import asyncio
import sys
from pathlib import Path
from random import Random

import pytest

from controller.bus.messages import DRIVER_MESSAGE, Ack, Hello, Report, Welcome
from controller.bus.server import BusServer
from controller.facts.events import CardDrawn
from drivers.runtime.place import device_path
from drivers.shoe.emulator import ShoeEmulator
from tests.emulated.test_driver_process import PROCESS

REPLUGS = 1000


class Recorder:
    """The daemon's side of the bus: records by rising number, acknowledges, repeats nothing."""

    def __init__(self, run_dir: Path) -> None:
        self.cards: list[str] = []
        self._server = BusServer(run_dir)
        self._last: dict[int, int] = {}

    async def serve(self) -> None:
        while True:
            for message in self._server.receive(0.0):
                self._take(message.sender, message.body)
            await asyncio.sleep(0.002)

    def close(self) -> None:
        self._server.close()

    def _take(self, sender: bytes, body: bytes) -> None:
        content = DRIVER_MESSAGE.validate_json(body)
        if isinstance(content, Hello):
            self._server.to_device(sender, Welcome(table="soak"))
        if isinstance(content, Report):
            if content.sequence > self._last.get(content.boot, 0):
                self._last[content.boot] = content.sequence
                if isinstance(content.event, CardDrawn):
                    self.cards.append(str(content.event.card))
            self._server.to_device(sender, Ack(boot=content.boot, sequence=content.sequence))


@pytest.mark.timeout(1200)
async def test_a_thousand_replugs_lose_and_double_nothing(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    serving = asyncio.create_task(recorder.serve())
    port = device_path(tmp_path, "shoe-1")
    shoe = ShoeEmulator("shoe-1", port, Random(7), 0.0)
    await shoe.start()
    driver = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROCESS, "shoe", "shoe-1", str(tmp_path), str(port)),
        stderr=asyncio.subprocess.DEVNULL,
    )
    rng = Random(3)
    drawn: list[str] = []
    for _ in range(REPLUGS):
        if shoe.cards_left < 4:
            await shoe.load(8)
        drawn += [card for card in [await shoe.draw(), await shoe.draw()] if card != "cut"]
        await asyncio.sleep(rng.uniform(0, 0.05))
        await shoe.unplug()
        drawn += [card for card in [await shoe.draw()] if card != "cut"]
        await asyncio.sleep(rng.uniform(0, 0.02))
        await shoe.replug()
    while shoe.kept_events:
        await asyncio.sleep(0.05)
    driver.terminate()
    await driver.wait()
    await shoe.stop()
    serving.cancel()
    recorder.close()
    assert recorder.cards == drawn
