import asyncio
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from config.barcode_table import EXAMPLE_CODES, load_barcodes
from config.device import BarcodeEntry
from controller.bus.messages import DRIVER_MESSAGE, Ack, LinkStatistics, Report, Welcome
from controller.bus.server import BusServer
from controller.facts.events import DeviceConnected, DeviceLost, Event
from controller.facts.failure import OperatorError
from drivers.emulate.emulators import Emulators
from drivers.run import DriverSite, run_driver
from drivers.runtime.kept_events import EVENT_LINE, KeptEvents
from drivers.runtime.place import device_path
from drivers.runtime.stop_switch import StopSwitch
from drivers.runtime.uplink import driver_boot
from drivers.shoe.barcode import BarcodeShoeDriver
from drivers.shoe.barcode_emulator import BarcodeShoeEmulator
from tests.emulated.conftest import DaemonInProcess

PROCESS = """
import sys
from pathlib import Path
from config.device import BarcodeEntry
from drivers.run import DriverSite, run_driver
run_dir, port, codes = sys.argv[1:]
entry = BarcodeEntry(kind="shoe", port=port, codes=codes)
run_driver("shoe-1", entry, DriverSite(Path(run_dir), Path("table.toml")))
"""


class BarcodeWorkshop:
    """An emulated scanner and its driver in a thread."""

    def __init__(self, run_dir: Path, daemon: DaemonInProcess) -> None:
        self.run_dir = run_dir
        self.daemon = daemon
        self._emulators = Emulators(run_dir, {"shoe-1": "shoe/barcode"}, seed=7, stretch=0.0)
        found = self._emulators.emulator("shoe-1")
        assert isinstance(found, BarcodeShoeEmulator)
        self.shoe = found

    async def __aenter__(self) -> "BarcodeWorkshop":
        await self._emulators.start()
        self._stop = StopSwitch()
        self.kept = KeptEvents(self.run_dir / "kept.jsonl", EVENT_LINE, driver_boot())
        table = load_barcodes(EXAMPLE_CODES)
        port = device_path(self.run_dir, "shoe-1")
        driver = BarcodeShoeDriver("shoe-1", port, table, 0.3, self.daemon, self.kept, self._stop)
        self.driver = driver
        self._thread = threading.Thread(target=driver.run)
        self._thread.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stop.throw()
        await asyncio.to_thread(self._thread.join, 10)
        assert not self._thread.is_alive()
        self._stop.close()
        self.kept.close()
        await self._emulators.stop()

    def notes(self) -> list[Event]:
        return [event for event in self.daemon.notes() if "device" in event.kind]

    def cards(self) -> list[str]:
        """What the shoe itself reported; its numbering is the driver's own."""
        found = [event for event in self.daemon.notes() if "device" not in event.kind]
        return [str(getattr(event, "card", event.kind)) for event in found]

    async def until(self, count: int) -> None:
        while len(self.cards()) < count:
            await asyncio.sleep(0.005)


async def test_scanned_cards_are_the_events_of_a_shoe(
    tmp_path: Path, daemon: DaemonInProcess
) -> None:
    async with BarcodeWorkshop(tmp_path, daemon) as workshop:
        await workshop.shoe.load(decks=6, cut_depth=1, cards=["Td", "As", "Kh"])
        for _ in range(4):
            await workshop.shoe.draw()
        await workshop.until(5)
        while workshop.shoe.kept_events or workshop.kept.waiting:
            await asyncio.sleep(0.005)
        assert workshop.cards() == ["shoe_loaded", "Td", "As", "cut_card_drawn", "Kh"]
        assert workshop.notes() == [
            DeviceConnected(
                device="shoe-1",
                device_kind="shoe",
                firmware="barcode scanner",
                boot=workshop.kept.boot,
            )
        ]
        figures = [m for m in daemon.seen if isinstance(m, LinkStatistics)]
        assert figures[0].is_linked


async def test_a_code_held_in_view_is_one_card_and_the_same_card_later_another(
    tmp_path: Path, daemon: DaemonInProcess
) -> None:
    async with BarcodeWorkshop(tmp_path, daemon) as workshop:
        while not workshop.notes():
            await asyncio.sleep(0.005)
        for _ in range(3):
            workshop.shoe._put_out(b"UF-TD\r")
        await workshop.until(1)
        await workshop.shoe.load(decks=1, cut_depth=0, cards=["9c", "9c"])
        await workshop.shoe.draw()
        await workshop.shoe.draw()
        await workshop.until(4)
        assert workshop.cards() == ["Td", "shoe_loaded", "9c", "9c"]
        assert workshop.driver.counts.resends == 2


async def test_an_unknown_code_is_a_card_nobody_read(
    tmp_path: Path, daemon: DaemonInProcess
) -> None:
    async with BarcodeWorkshop(tmp_path, daemon) as workshop:
        await workshop.shoe.scan("4006381333931")
        await workshop.shoe.load(decks=1)
        await workshop.shoe.misread_next()
        await workshop.shoe.draw()
        await workshop.until(3)
        assert workshop.cards() == ["card_unreadable", "shoe_loaded", "card_unreadable"]


async def test_a_scanner_pulled_out_is_lost_once_and_comes_back(
    tmp_path: Path, daemon: DaemonInProcess
) -> None:
    async with BarcodeWorkshop(tmp_path, daemon) as workshop:
        while not workshop.notes():
            await asyncio.sleep(0.005)
        await workshop.shoe.unplug()
        while len(workshop.notes()) < 2:
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.2)
        await workshop.shoe.replug()
        while len(workshop.notes()) < 3:
            await asyncio.sleep(0.005)
        await workshop.shoe.scan("UF-TD")
        await workshop.until(1)
        kinds = [type(event) for event in workshop.notes()]
        assert kinds == [DeviceConnected, DeviceLost, DeviceConnected]


class Record:
    """A daemon on the real bus that remembers reports and acknowledges them if it likes."""

    def __init__(self, run_dir: Path) -> None:
        self.rows: dict[tuple[int, int], str] = {}
        self.is_acking = False
        self._server = BusServer(run_dir)

    def serve(self) -> list[str]:
        for incoming in self._server.receive(0.0):
            message = DRIVER_MESSAGE.validate_json(incoming.body)
            if isinstance(message, Report):
                self._take(incoming.sender, message)
            elif not isinstance(message, LinkStatistics):
                self._server.to_device(incoming.sender, Welcome(table="workshop"))
        return list(self.rows.values())

    def _take(self, sender: bytes, report: Report) -> None:
        is_note = report.event.kind.startswith("device_")
        if is_note or self.is_acking:
            ack = Ack(boot=report.boot, sequence=report.sequence)
            self._server.to_device(sender, ack)
        if not is_note and self.is_acking:
            text = str(getattr(report.event, "card", report.event.kind))
            self.rows.setdefault((report.boot, report.sequence), text)

    def close(self) -> None:
        self._server.close()


@pytest.fixture
async def processes() -> AsyncIterator[list[asyncio.subprocess.Process]]:
    started: list[asyncio.subprocess.Process] = []
    yield started
    for process in started:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def start(
    run_dir: Path, processes: list[asyncio.subprocess.Process]
) -> asyncio.subprocess.Process:
    arguments = (run_dir, device_path(run_dir, "shoe-1"), EXAMPLE_CODES)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROCESS, *map(str, arguments)),
        env={name: value for name, value in os.environ.items() if name != "STATE_DIRECTORY"},
    )
    processes.append(process)
    return process


async def test_a_killed_driver_loses_no_card(
    tmp_path: Path, processes: list[asyncio.subprocess.Process]
) -> None:
    run_dir = tmp_path / "r"
    emulators = Emulators(run_dir, {"shoe-1": "shoe/barcode"}, seed=7, stretch=0.0)
    await emulators.start()
    shoe = emulators.emulator("shoe-1")
    assert isinstance(shoe, BarcodeShoeEmulator)
    record = Record(run_dir)
    file = run_dir / "kept" / "shoe-1.jsonl"
    first = await start(run_dir, processes)
    await shoe.load(decks=1, cut_depth=0, cards=["Td", "As", "Kh"])
    await shoe.draw()
    await shoe.draw()
    while not file.exists() or file.read_bytes().count(b'"event"') < 3:
        record.serve()
        await asyncio.sleep(0.01)
    first.kill()
    await first.wait()
    record.is_acking = True
    second = await start(run_dir, processes)
    await shoe.draw()
    await shoe.draw()
    while len(record.serve()) < 5 or file.read_bytes():
        await asyncio.sleep(0.01)
    second.send_signal(signal.SIGTERM)
    assert await second.wait() == 0
    record.close()
    await emulators.stop()
    assert list(record.rows.values()) == ["shoe_loaded", "Td", "As", "Kh", "cut_card_drawn"]


def test_codes_that_are_not_there_are_one_line(tmp_path: Path) -> None:
    entry = BarcodeEntry(kind="shoe", port="emulated", codes="codes.toml")
    with pytest.raises(OperatorError) as caught:
        run_driver("shoe-1", entry, DriverSite(tmp_path, tmp_path / "table.toml"))
    assert f"{tmp_path}/codes.toml:1: no such file" in str(caught.value)
    assert len(caught.value.sentences) == 1
