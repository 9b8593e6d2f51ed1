import asyncio
import logging
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from config.words.reasons import in_english
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
from drivers.wire.notice import Identity
from tests.emulated.conftest import Workshop

BAUD = 115200


async def linked_shoe(workshop: Workshop) -> ShoeEmulator:
    shoe = await workshop.plug("shoe-1", "shoe", ShoeEmulator)
    workshop.drive("shoe-1", "shoe")
    await workshop.until(lambda: shoe.is_linked)
    return shoe


async def test_introduces_the_shoe_before_its_first_card(workshop: Workshop) -> None:
    shoe = await workshop.plug("shoe-1", "shoe", ShoeEmulator)
    await shoe.load(decks=8)
    await shoe.draw()
    workshop.drive("shoe-1", "shoe")
    await workshop.until(lambda: len(workshop.daemon.reports) == 3)
    first, loaded, drawn = workshop.daemon.reports.values()
    assert first == DeviceConnected(
        device="shoe-1",
        device_kind="shoe",
        serial_number="emulated-shoe-1",
        firmware="emulator 1",
        boot=shoe.boot,
        count=0,
    )
    assert loaded == ShoeLoaded(decks=8)
    assert isinstance(drawn, CardDrawn)


async def test_brings_every_card_of_a_shoe_with_cut_card_and_end(workshop: Workshop) -> None:
    shoe = await linked_shoe(workshop)
    await shoe.load(decks=1, cut_depth=2, cards=["Td", "As", "Jo", "2c"])
    for _ in range(5):
        await shoe.draw()
    await workshop.until(lambda: len(workshop.daemon.events()) == 7)
    codes = [event.card.value for event in workshop.daemon.events() if isinstance(event, CardDrawn)]
    assert codes == ["Td", "As", "Jo", "2c"]
    assert workshop.daemon.events()[3] == CutCardDrawn()
    assert workshop.daemon.events()[-1] == ShoeEmptied()


async def test_a_full_shoe_holds_every_card_of_its_decks(workshop: Workshop) -> None:
    shoe = await linked_shoe(workshop)
    await shoe.load(decks=2)
    cards = [await shoe.draw() for _ in range(105)]
    assert cards[104 - 14] == "cut"
    assert sorted(cards).count("Td") == 2
    with pytest.raises(EmulatorError, match="empty; load it"):
        await shoe.draw()


async def test_reports_lid_and_unreadable_card(workshop: Workshop) -> None:
    shoe = await linked_shoe(workshop)
    await shoe.open_lid()
    await shoe.open_lid()
    await shoe.close_lid()
    await shoe.load(decks=1)
    await shoe.misread_next("boxed")
    await shoe.draw()
    await workshop.until(lambda: len(workshop.daemon.events()) == 4)
    assert workshop.daemon.events() == [
        ShoeLidOpened(),
        ShoeLidClosed(),
        ShoeLoaded(decks=1),
        CardUnreadable(reason="boxed"),
    ]


async def test_an_unplugged_device_is_logged_once(
    workshop: Workshop, caplog: pytest.LogCaptureFixture
) -> None:
    shoe = await linked_shoe(workshop)
    await workshop.until(lambda: len(workshop.daemon.notes()) == 1)
    await shoe.unplug()
    await workshop.until(lambda: len(workshop.daemon.notes()) == 2)
    await shoe.replug()
    await workshop.until(lambda: len(workshop.daemon.notes()) == 3)
    warnings = [record.message for record in caplog.records if record.levelname == "WARNING"]
    assert len(warnings) == 1
    assert "connection lost; plug the device in" in warnings[0]


async def test_loses_and_doubles_nothing_over_unplug_and_replug(workshop: Workshop) -> None:
    shoe = await linked_shoe(workshop)
    await shoe.load(decks=1, cards=["Ac", "2c", "3c", "4c", "5c", "6c"], cut_depth=0)
    for _ in range(3):
        await shoe.draw()
        await shoe.unplug()
        await shoe.draw()
        await workshop.until(lambda: isinstance(workshop.daemon.notes()[-1], DeviceLost))
        await shoe.replug()
        await workshop.until(lambda: isinstance(workshop.daemon.notes()[-1], DeviceConnected))
    await workshop.until(lambda: len(workshop.daemon.events()) == 7)
    codes = [event.card.value for event in workshop.daemon.events() if isinstance(event, CardDrawn)]
    assert codes == ["Ac", "2c", "3c", "4c", "5c", "6c"]
    assert "plug the device in" in next(
        in_english(note.reason) for note in workshop.daemon.notes() if isinstance(note, DeviceLost)
    )


async def test_device_keeps_an_event_until_the_daemon_acknowledges(workshop: Workshop) -> None:
    shoe = await linked_shoe(workshop)
    await workshop.until(lambda: len(workshop.daemon.reports) == 1)
    workshop.daemon.is_acking = False
    await shoe.load(decks=1)
    await workshop.until(lambda: len([m for m in workshop.daemon.seen if m.kind == "report"]) > 2)
    assert shoe.kept_events == 1
    workshop.daemon.is_acking = True
    await workshop.until(lambda: shoe.kept_events == 0)
    assert workshop.daemon.events() == [ShoeLoaded(decks=1)]


async def test_a_new_driver_takes_over_what_the_old_one_had_not_delivered(
    workshop: Workshop,
) -> None:
    shoe = await workshop.plug("shoe-1", "shoe", ShoeEmulator)
    old = workshop.drive("shoe-1", "shoe")
    await workshop.until(lambda: shoe.is_linked)
    workshop.daemon.is_acking = False
    await shoe.load(decks=1)
    await shoe.draw()
    await asyncio.to_thread(workshop.stop_driver, old)
    workshop.daemon.is_acking = True
    workshop.drive("shoe-1", "shoe")
    await workshop.until(lambda: shoe.kept_events == 0)
    assert [event.kind for event in workshop.daemon.events()] == ["shoe_loaded", "card_drawn"]


async def test_a_reboot_is_reported_and_numbering_starts_again(workshop: Workshop) -> None:
    shoe = await linked_shoe(workshop)
    await shoe.load(decks=1)
    await workshop.until(lambda: shoe.kept_events == 0)
    await shoe.reboot()
    await shoe.draw()
    await workshop.until(lambda: len(workshop.daemon.events()) == 2)
    boots = [boot for boot, sequence in workshop.daemon.reports if sequence == 1 and boot < 1 << 32]
    assert len(boots) == 2
    assert boots[1] == shoe.boot


async def test_garbage_between_frames_harms_nothing(workshop: Workshop) -> None:
    shoe = await linked_shoe(workshop)
    await shoe.load(decks=1)
    for noise in (b"\x01\x02garbage\0", b"\0\0\0", bytes(range(256)) * 8):
        shoe._pty.write(noise)
        await shoe.draw()
    await workshop.until(lambda: shoe.kept_events == 0)
    assert len(workshop.daemon.events()) == 4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda true: replace(true, protocol=2),
            "speaks protocol 2, this driver speaks 1; update the device",
        ),
        (
            lambda true: replace(true, kind="dice-cup"),
            "is a dice-cup, a shoe is expected at this port",
        ),
    ],
)
async def test_refuses_a_device_with_both_values(
    workshop: Workshop,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Identity], Identity],
    message: str,
) -> None:
    true_identity = ShoeEmulator._identity
    monkeypatch.setattr(ShoeEmulator, "_identity", lambda self: change(true_identity(self)))
    shoe = await workshop.plug("shoe-1", "shoe", ShoeEmulator)
    await shoe.load(decks=1)
    workshop.drive("shoe-1", "shoe")
    await workshop.until(lambda: bool(workshop.daemon.notes()))
    (lost,) = workshop.daemon.notes()
    assert isinstance(lost, DeviceLost)
    assert in_english(lost.reason).startswith(message)
    assert workshop.daemon.events() == []


async def test_tells_of_a_missing_port_once(
    workshop: Workshop, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    workshop.drive("shoe-1", "shoe", tmp_path / "nowhere")
    await workshop.until(lambda: bool(workshop.daemon.notes()))
    (lost,) = workshop.daemon.notes()
    assert isinstance(lost, DeviceLost)
    assert "not there; plug the device in" in in_english(lost.reason)
    opening = [record for record in caplog.records if record.name == "drivers.runtime.port_opener"]
    assert len(opening) == 1


async def test_an_order_for_another_device_is_only_logged(
    workshop: Workshop, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    shoe = await linked_shoe(workshop)
    workshop.daemon.order(UnloadDeck())
    await workshop.until(lambda: "has no part in unload_deck" in caplog.text)
    await shoe.load(decks=1)
    await workshop.until(lambda: len(workshop.daemon.events()) == 1)


async def test_says_that_a_port_is_busy(workshop: Workshop) -> None:
    await workshop.plug("shoe-1", "shoe", ShoeEmulator)
    path = device_path(workshop.run_dir, "shoe-1")
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
