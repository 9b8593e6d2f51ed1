import pytest

from controller.facts.events import CardDrawn, DeviceConnected, DeviceLost, ShufflerJammed
from drivers.emulator.device import EmulatorError
from drivers.shoe.emulator import ShoeEmulator
from drivers.shuffler.emulator import ShufflerEmulator
from tests.emulated.conftest import Workshop

CARDS = ["As", "Kd", "7h", "Td", "9c", "3s", "2c", "Jd"]


async def shoe_on(workshop: Workshop) -> ShoeEmulator:
    shoe = await workshop.plug("shoe-1", "shoe", ShoeEmulator)
    workshop.drive("shoe-1", "shoe")
    await workshop.until(lambda: shoe.is_linked)
    await shoe.load(decks=1, cut_depth=0, cards=CARDS)
    return shoe


def drawn(workshop: Workshop) -> list[str]:
    return [str(event.card) for event in workshop.daemon.events() if isinstance(event, CardDrawn)]


async def draw_all(workshop: Workshop, shoe: ShoeEmulator) -> None:
    for _ in CARDS:
        await shoe.draw()
    await workshop.until(lambda: not shoe.kept_events)


@pytest.mark.parametrize(
    "fault", [("corrupt", "20%"), ("late", "50ms"), ("double-ack", None), ("garbage", None)]
)
async def test_the_driver_brings_every_card_home_once(
    workshop: Workshop, fault: tuple[str, str | None]
) -> None:
    shoe = await shoe_on(workshop)
    await shoe.fault(*fault)
    await draw_all(workshop, shoe)
    assert drawn(workshop) == CARDS


async def test_a_dropped_connection_is_noted_and_no_card_is_lost(workshop: Workshop) -> None:
    shoe = await shoe_on(workshop)
    await workshop.until(lambda: not shoe.kept_events)
    await shoe.fault("drop-connection", "200ms")
    await workshop.until(lambda: not shoe.is_linked)
    await draw_all(workshop, shoe)
    assert drawn(workshop) == CARDS
    kinds = [type(note) for note in workshop.daemon.notes()]
    assert kinds == [DeviceConnected, DeviceLost, DeviceConnected]


async def test_a_reboot_gets_another_boot_number(workshop: Workshop) -> None:
    shoe = await shoe_on(workshop)
    before = shoe.boot
    await shoe.fault("reboot")
    await workshop.until(lambda: shoe.boot != before and shoe.is_linked)


async def test_a_jam_by_name_is_a_jam(workshop: Workshop) -> None:
    shuffler = await workshop.plug("shuffler-1", "shuffler", ShufflerEmulator)
    workshop.drive("shuffler-1", "shuffler")
    await workshop.until(lambda: shuffler.is_linked)
    await shuffler.fault("jam")
    await workshop.until(lambda: bool(workshop.daemon.events()))
    assert workshop.daemon.events() == [ShufflerJammed(place="output")]


async def test_a_fault_stays_until_it_is_mended(workshop: Workshop) -> None:
    shoe = await shoe_on(workshop)
    await shoe.fault("wrong-card")
    await shoe.draw()
    assert await shoe.faults() == ["wrong-card"]
    assert await shoe.clear_fault("wrong-card") == ["wrong-card"]
    await shoe.draw()
    await workshop.until(lambda: len(drawn(workshop)) == 2)
    assert drawn(workshop)[0] != CARDS[0]
    assert drawn(workshop)[1] == CARDS[1]
    assert await shoe.faults() == []


async def test_what_cannot_be_is_refused_with_the_devices_name(workshop: Workshop) -> None:
    shoe = await shoe_on(workshop)
    with pytest.raises(EmulatorError, match=r"shoe-1: fault jam: a shoe cannot have it"):
        await shoe.fault("jam")
    with pytest.raises(EmulatorError, match=r"shoe-1: has no fault late; it has: none"):
        await shoe.clear_fault("late")


async def test_corruption_does_not_change_the_cards_of_a_seed(workshop: Workshop) -> None:
    shoe = await workshop.plug("shoe-1", "shoe", ShoeEmulator)
    await shoe.fault("corrupt", "50%")
    await shoe.load(decks=1)
    broken = [await shoe.draw() for _ in range(20)]
    whole = Workshop(workshop.run_dir.with_name("whole"))
    other = await whole.plug("shoe-1", "shoe", ShoeEmulator)
    await other.load(decks=1)
    assert [await other.draw() for _ in range(20)] == broken
    await whole.stop()
