import asyncio
import signal
import sys
from pathlib import Path

import pytest

from config.device import EmulatedEntry
from controller.bus.messages import DRIVER_MESSAGE, Ack, Report, Welcome
from controller.bus.server import BusServer
from controller.facts.failure import OperatorError
from drivers.run import DriverSite, run_driver
from drivers.shoe.emulator import ShoeEmulator
from tests.emulated.conftest import Workshop

PROCESS = """
import sys
from pathlib import Path
from config.device import SerialEntry
from drivers.run import DriverSite, run_driver
device, run_dir, port = sys.argv[1:]
entry = SerialEntry(kind="shoe", port=port)
run_driver(device, entry, DriverSite(Path(run_dir), Path("table.toml")))
"""


async def start(run_dir: Path, port: Path) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROCESS, "shoe-1", str(run_dir), str(port)),
        stderr=asyncio.subprocess.PIPE,
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_linked_driver_ends_cleanly_on_a_signal(workshop: Workshop, number: int) -> None:
    shoe = await workshop.plug("shoe-1", "shoe", ShoeEmulator)
    process = await start(workshop.run_dir, workshop.run_dir / "devices" / "shoe-1")
    await workshop.until(lambda: shoe.is_linked)
    process.send_signal(number)
    _, errors = await process.communicate()
    assert process.returncode == 0
    assert errors == b""


async def test_a_killed_driver_is_followed_by_one_that_links_again(workshop: Workshop) -> None:
    shoe = await workshop.plug("shoe-1", "shoe", ShoeEmulator)
    port = workshop.run_dir / "devices" / "shoe-1"
    first = await start(workshop.run_dir, port)
    await workshop.until(lambda: shoe.is_linked)
    first.kill()
    await first.communicate()
    workshop.drive("shoe-1", "shoe")
    await shoe.load(decks=1)
    await workshop.until(lambda: shoe.kept_events == 0)
    assert [event.kind for event in workshop.daemon.events()] == ["shoe_loaded"]


class Record:
    """A daemon on the real bus that writes reports down as ours does: by rising number."""

    def __init__(self, run_dir: Path, is_acking: bool) -> None:
        self.rows: list[tuple[int, int, str]] = []
        self._server = BusServer(run_dir)
        self._is_acking = is_acking

    def serve(self) -> None:
        for incoming in self._server.receive(0.0):
            message = DRIVER_MESSAGE.validate_json(incoming.body)
            if isinstance(message, Report):
                self.rows.append((message.boot, message.sequence, message.event.kind))
                if self._is_acking:
                    ack = Ack(boot=message.boot, sequence=message.sequence)
                    self._server.to_device(incoming.sender, ack)
            else:
                self._server.to_device(incoming.sender, Welcome(table="workshop"))

    def has(self, kind: str) -> bool:
        self.serve()
        return any(row[2] == kind for row in self.rows)

    def close(self) -> None:
        self._server.close()


async def test_a_daemon_that_dies_unacknowledging_takes_no_event_with_it(
    workshop: Workshop,
) -> None:
    shoe = await workshop.plug("shoe-1", "shoe", ShoeEmulator)
    dying = Record(workshop.run_dir, is_acking=False)
    process = await start(workshop.run_dir, workshop.run_dir / "devices" / "shoe-1")
    await workshop.until(lambda: dying.has("device_connected"))
    await shoe.load(decks=1)
    await shoe.draw()
    dying.close()
    await shoe.draw()
    reborn = Record(workshop.run_dir, is_acking=True)
    await shoe.draw()
    await workshop.until(lambda: reborn.has("card_drawn") and shoe.kept_events == 0)
    process.terminate()
    await process.communicate()
    reborn.close()
    device = [row[1:] for row in dict.fromkeys(reborn.rows) if row[0] == shoe.boot]
    assert device == [
        (1, "shoe_loaded"),
        (2, "card_drawn"),
        (3, "card_drawn"),
        (4, "card_drawn"),
    ]


def test_a_folder_that_takes_no_capture_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    site = DriverSite(tmp_path, tmp_path / "table.toml", tmp_path / "file" / "folder")
    with pytest.raises(OperatorError) as caught:
        run_driver("dev-1", EmulatedEntry(kind="shoe"), site)
    assert str(caught.value).startswith(f"dev-1: {site.capture}: ")
    assert len(caught.value.sentences) == 1


def test_a_directory_too_deep_for_a_socket_is_refused(tmp_path: Path) -> None:
    site = DriverSite(tmp_path / ("x" * 120), tmp_path / "table.toml")
    with pytest.raises(OperatorError, match="choose a shorter directory"):
        run_driver("dev-1", EmulatedEntry(kind="shoe"), site)
