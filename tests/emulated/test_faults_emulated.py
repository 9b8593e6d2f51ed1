import pytest

from controller.facts.events import CardDrawn, DeviceConnected, DeviceLost, ShufflerJammed
from drivers.emulator.device import EmulatorError
from drivers.shoe.emulator import ShoeEmulator
from drivers.shuffler.emulator import ShufflerEmulator
from tests.emulated.conftest import Bench

CARDS = ["As", "Kd", "7h", "Td", "9c", "3s", "2c", "Jd"]


async def shoe_on(bench: Bench) -> ShoeEmulator:
    shoe = await bench.plug("shoe-1", "shoe", ShoeEmulator)
    bench.drive("shoe-1", "shoe")
    await bench.until(lambda: shoe.is_linked)
    await shoe.load(decks=1, cut_depth=0, cards=CARDS)
    return shoe


def drawn(bench: Bench) -> list[str]:
    return [str(event.card) for event in bench.daemon.events() if isinstance(event, CardDrawn)]


async def draw_all(bench: Bench, shoe: ShoeEmulator) -> None:
    for _ in CARDS:
        await shoe.draw()
    await bench.until(lambda: not shoe.kept_events)


@pytest.mark.parametrize(
    "fault", [("corrupt", "20%"), ("late", "50ms"), ("double-ack", None), ("garbage", None)]
)
async def test_the_driver_brings_every_card_home_once(
    bench: Bench, fault: tuple[str, str | None]
) -> None:
    shoe = await shoe_on(bench)
    await shoe.fault(*fault)
    await draw_all(bench, shoe)
    assert drawn(bench) == CARDS


async def test_a_dropped_connection_is_noted_and_no_card_is_lost(bench: Bench) -> None:
    shoe = await shoe_on(bench)
    await bench.until(lambda: not shoe.kept_events)
    await shoe.fault("drop-connection", "200ms")
    await bench.until(lambda: not shoe.is_linked)
    await draw_all(bench, shoe)
    assert drawn(bench) == CARDS
    kinds = [type(note) for note in bench.daemon.notes()]
    assert kinds == [DeviceConnected, DeviceLost, DeviceConnected]


async def test_a_reboot_gets_another_boot_number(bench: Bench) -> None:
    shoe = await shoe_on(bench)
    before = shoe.boot
    await shoe.fault("reboot")
    await bench.until(lambda: shoe.boot != before and shoe.is_linked)


async def test_a_jam_by_name_is_a_jam(bench: Bench) -> None:
    shuffler = await bench.plug("shuffler-1", "shuffler", ShufflerEmulator)
    bench.drive("shuffler-1", "shuffler")
    await bench.until(lambda: shuffler.is_linked)
    await shuffler.fault("jam")
    await bench.until(lambda: bool(bench.daemon.events()))
    assert bench.daemon.events() == [ShufflerJammed(place="output")]


async def test_a_fault_stays_until_it_is_mended(bench: Bench) -> None:
    shoe = await shoe_on(bench)
    await shoe.fault("wrong-card")
    await shoe.draw()
    assert await shoe.faults() == ["wrong-card"]
    assert await shoe.clear_fault("wrong-card") == ["wrong-card"]
    await shoe.draw()
    await bench.until(lambda: len(drawn(bench)) == 2)
    assert drawn(bench)[0] != CARDS[0]
    assert drawn(bench)[1] == CARDS[1]
    assert await shoe.faults() == []


async def test_what_cannot_be_is_refused_with_the_devices_name(bench: Bench) -> None:
    shoe = await shoe_on(bench)
    with pytest.raises(EmulatorError, match=r"shoe-1: fault jam: a shoe cannot have it"):
        await shoe.fault("jam")
    with pytest.raises(EmulatorError, match=r"shoe-1: has no fault late; it has: none"):
        await shoe.clear_fault("late")


async def test_corruption_does_not_change_the_cards_of_a_seed(bench: Bench) -> None:
    shoe = await bench.plug("shoe-1", "shoe", ShoeEmulator)
    await shoe.fault("corrupt", "50%")
    await shoe.load(decks=1)
    broken = [await shoe.draw() for _ in range(20)]
    whole = Bench(bench.run_dir.with_name("whole"))
    other = await whole.plug("shoe-1", "shoe", ShoeEmulator)
    await other.load(decks=1)
    assert [await other.draw() for _ in range(20)] == broken
    await whole.stop()
