import asyncio
import logging
import os
from pathlib import Path
from typing import Any

import pytest

from controller.facts.events import (
    CardDrawn,
    CardUnreadable,
    CutCardDrawn,
    DeviceConnected,
    DeviceLost,
    ShoeEmptied,
    ShoeLidClosed,
    ShoeLidOpened,
    ShoeLoaded,
)
from controller.facts.orders import UnloadDeck
from drivers.emulator.device import EmulatorError
from drivers.runtime.place import device_path
from drivers.runtime.port import Port, PortError
from drivers.shoe.emulator import ShoeEmulator

BAUD = 115200


async def linked_shoe(bench: Any) -> ShoeEmulator:
    shoe: ShoeEmulator = await bench.plug("shoe-1", "shoe", ShoeEmulator)
    bench.drive("shoe-1", "shoe")
    await bench.until(lambda: shoe.is_linked)
    return shoe


async def test_introduces_the_shoe_before_its_first_card(bench: Any) -> None:
    shoe = await bench.plug("shoe-1", "shoe", ShoeEmulator)
    await shoe.load(decks=8)
    await shoe.draw()
    bench.drive("shoe-1", "shoe")
    await bench.until(lambda: len(bench.daemon.reports) == 3)
    first, loaded, drawn = bench.daemon.reports.values()
    assert first == DeviceConnected(
        device="shoe-1",
        device_kind="shoe",
        serial_number="emulated-shoe-1",
        firmware="emulator 1",
    )
    assert loaded == ShoeLoaded(decks=8)
    assert isinstance(drawn, CardDrawn)


async def test_brings_every_card_of_a_shoe_with_cut_card_and_end(bench: Any) -> None:
    shoe = await linked_shoe(bench)
    await shoe.load(decks=1, cut_depth=2, cards=["Td", "As", "Jo", "2c"])
    for _ in range(5):
        await shoe.draw()
    await bench.until(lambda: len(bench.daemon.events()) == 7)
    codes = [event.card.value for event in bench.daemon.events() if isinstance(event, CardDrawn)]
    assert codes == ["Td", "As", "Jo", "2c"]
    assert bench.daemon.events()[3] == CutCardDrawn()
    assert bench.daemon.events()[-1] == ShoeEmptied()


async def test_a_full_shoe_holds_every_card_of_its_decks(bench: Any) -> None:
    shoe = await linked_shoe(bench)
    await shoe.load(decks=2)
    cards = [await shoe.draw() for _ in range(105)]
    assert cards[104 - 14] == "cut"
    assert sorted(cards).count("Td") == 2
    with pytest.raises(EmulatorError, match="empty; load it"):
        await shoe.draw()


async def test_reports_lid_and_unreadable_card(bench: Any) -> None:
    shoe = await linked_shoe(bench)
    await shoe.open_lid()
    await shoe.open_lid()
    await shoe.close_lid()
    await shoe.load(decks=1)
    await shoe.misread_next("boxed")
    await shoe.draw()
    await bench.until(lambda: len(bench.daemon.events()) == 4)
    assert bench.daemon.events() == [
        ShoeLidOpened(),
        ShoeLidClosed(),
        ShoeLoaded(decks=1),
        CardUnreadable(reason="boxed"),
    ]


async def test_an_unplugged_device_is_logged_once(bench: Any, caplog: Any) -> None:
    shoe = await linked_shoe(bench)
    await bench.until(lambda: len(bench.daemon.notes()) == 1)
    await shoe.unplug()
    await bench.until(lambda: len(bench.daemon.notes()) == 2)
    await shoe.replug()
    await bench.until(lambda: len(bench.daemon.notes()) == 3)
    warnings = [record.message for record in caplog.records if record.levelname == "WARNING"]
    assert len(warnings) == 1
    assert "connection lost; plug the device in" in warnings[0]


async def test_loses_and_doubles_nothing_over_unplug_and_replug(bench: Any) -> None:
    shoe = await linked_shoe(bench)
    await shoe.load(decks=1, cards=["Ac", "2c", "3c", "4c", "5c", "6c"], cut_depth=0)
    for _ in range(3):
        await shoe.draw()
        await shoe.unplug()
        await shoe.draw()
        await bench.until(lambda: isinstance(bench.daemon.notes()[-1], DeviceLost))
        await shoe.replug()
        await bench.until(lambda: isinstance(bench.daemon.notes()[-1], DeviceConnected))
    await bench.until(lambda: len(bench.daemon.events()) == 7)
    codes = [event.card.value for event in bench.daemon.events() if isinstance(event, CardDrawn)]
    assert codes == ["Ac", "2c", "3c", "4c", "5c", "6c"]
    assert "plug the device in" in next(
        note.reason for note in bench.daemon.notes() if isinstance(note, DeviceLost)
    )


async def test_device_keeps_an_event_until_the_daemon_acknowledges(bench: Any) -> None:
    shoe = await linked_shoe(bench)
    await bench.until(lambda: len(bench.daemon.reports) == 1)
    bench.daemon.is_acking = False
    await shoe.load(decks=1)
    await bench.until(lambda: len([m for m in bench.daemon.seen if m.kind == "report"]) > 2)
    assert shoe.kept_events == 1
    bench.daemon.is_acking = True
    await bench.until(lambda: shoe.kept_events == 0)
    assert bench.daemon.events() == [ShoeLoaded(decks=1)]


async def test_a_new_driver_takes_over_what_the_old_one_had_not_delivered(bench: Any) -> None:
    shoe = await bench.plug("shoe-1", "shoe", ShoeEmulator)
    old = bench.drive("shoe-1", "shoe")
    await bench.until(lambda: shoe.is_linked)
    bench.daemon.is_acking = False
    await shoe.load(decks=1)
    await shoe.draw()
    await asyncio.to_thread(bench.stop_driver, old)
    bench.daemon.is_acking = True
    bench.drive("shoe-1", "shoe")
    await bench.until(lambda: shoe.kept_events == 0)
    assert [event.kind for event in bench.daemon.events()] == ["shoe_loaded", "card_drawn"]


async def test_a_reboot_is_reported_and_numbering_starts_again(bench: Any) -> None:
    shoe = await linked_shoe(bench)
    await shoe.load(decks=1)
    await bench.until(lambda: shoe.kept_events == 0)
    await shoe.reboot()
    await shoe.draw()
    await bench.until(lambda: len(bench.daemon.events()) == 2)
    boots = [boot for boot, sequence in bench.daemon.reports if sequence == 1 and boot < 1 << 32]
    assert len(boots) == 2
    assert boots[1] == shoe.boot


async def test_garbage_between_frames_harms_nothing(bench: Any) -> None:
    shoe = await linked_shoe(bench)
    await shoe.load(decks=1)
    for noise in (b"\x01\x02garbage\0", b"\0\0\0", bytes(range(256)) * 8):
        shoe._pty.write(noise)
        await shoe.draw()
    await bench.until(lambda: shoe.kept_events == 0)
    assert len(bench.daemon.events()) == 4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"protocol": 2}, "shoe-1: speaks protocol 2, this driver speaks 1; update the device"),
        ({"kind": "dice-cup"}, "shoe-1: is a dice-cup, a shoe is expected at this port"),
    ],
)
async def test_refuses_a_device_with_both_values(
    bench: Any, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], message: str
) -> None:
    from dataclasses import replace

    true_identity = ShoeEmulator._identity
    monkeypatch.setattr(
        ShoeEmulator, "_identity", lambda self: replace(true_identity(self), **change)
    )
    shoe = await bench.plug("shoe-1", "shoe", ShoeEmulator)
    await shoe.load(decks=1)
    bench.drive("shoe-1", "shoe")
    await bench.until(lambda: bool(bench.daemon.notes()))
    (lost,) = bench.daemon.notes()
    assert isinstance(lost, DeviceLost)
    assert lost.reason.startswith(message)
    assert bench.daemon.events() == []


async def test_tells_of_a_missing_port_once(
    bench: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bench.drive("shoe-1", "shoe", tmp_path / "nowhere")
    await bench.until(lambda: bool(bench.daemon.notes()))
    (lost,) = bench.daemon.notes()
    assert isinstance(lost, DeviceLost)
    assert "not there; plug the device in" in lost.reason
    opening = [record for record in caplog.records if record.name == "drivers.runtime.port_opener"]
    assert len(opening) == 1


async def test_an_order_for_another_device_is_only_logged(
    bench: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    shoe = await linked_shoe(bench)
    bench.daemon.order(UnloadDeck())
    await bench.until(lambda: "has no part in unload_deck" in caplog.text)
    await shoe.load(decks=1)
    await bench.until(lambda: len(bench.daemon.events()) == 1)


async def test_says_that_a_port_is_busy(bench: Any) -> None:
    await bench.plug("shoe-1", "shoe", ShoeEmulator)
    path = device_path(bench.run_dir, "shoe-1")
    first = Port(path, BAUD)
    with pytest.raises(PortError, match="in use by another program; stop that program"):
        Port(path, BAUD)
    first.close()


def test_says_that_a_link_leads_to_nothing(tmp_path: Path) -> None:
    (tmp_path / "shoe").symlink_to(tmp_path / "gone")
    with pytest.raises(PortError, match="link leads to nothing") as caught:
        Port(tmp_path / "shoe", BAUD)
    assert caught.value.cause == "missing"


def test_says_that_a_file_is_no_serial_port(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no port")
    with pytest.raises(PortError, match="is not a serial port; correct the path"):
        Port(tmp_path / "file", BAUD)


def test_names_the_group_to_join_without_permission() -> None:
    master, slave = os.openpty()
    path = Path(os.ttyname(slave))
    path.chmod(0)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        with pytest.raises(PortError, match="no permission; let this user join group") as caught:
            Port(path, BAUD)
    finally:
        if user == 0:
            os.seteuid(0)
        os.close(master)
        os.close(slave)
    assert caught.value.cause == "permission"


def test_opening_a_port_keeps_what_has_already_arrived() -> None:
    import tty

    master, slave = os.openpty()
    tty.setraw(slave)
    os.write(master, b"early")
    port = Port(Path(os.ttyname(slave)), BAUD)
    assert port.read() == b"early"
    port.close()
    os.close(master)
    os.close(slave)


def test_a_vanished_port_says_so_on_read_and_write() -> None:
    master, slave = os.openpty()
    port = Port(Path(os.ttyname(slave)), BAUD)
    os.close(master)
    with pytest.raises(PortError, match="connection lost") as caught:
        port.read()
    assert caught.value.cause == "lost"
    with pytest.raises(PortError, match="connection lost; plug the device in"):
        port.write(b"anything")
    port.close()
    os.close(slave)
