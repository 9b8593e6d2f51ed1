"""What is an alarm: each condition over what is known of a table, and one alarm for one cause."""

from controller.alarms.conditions import CONDITIONS, FEWEST_FRAMES, Watched, causes
from controller.bus.messages import LinkStatistics
from controller.facts.alarms import PRIORITIES
from controller.facts.board import DeviceView, HoldView
from controller.facts.phrase import phrase


def hold(name: str = "card-out-of-turn", **more: object) -> HoldView:
    content = {"name": name, "seen": phrase("seen-nothing"), "expected": ()} | more
    return HoldView.model_validate(content)


def raised(watched: Watched) -> dict[str, tuple[str, str]]:
    found = causes(watched).items()
    return {key: (cause.condition.name, cause.condition.priority) for key, cause in found}


def link(frames: int, damaged: int) -> LinkStatistics:
    return LinkStatistics(
        device="shoe-1",
        is_linked=True,
        uptime_s=60,
        frames_in=frames,
        frames_out=9,
        bad_crc=damaged,
        bad_frames=0,
        resends=0,
        reconnects=0,
    )


def test_a_table_that_is_well_has_no_alarm() -> None:
    ready = DeviceView(device="shoe-1", state="ready")
    assert causes(Watched(devices=(ready,), disk_percent=79, links=(link(1000, 1),))) == {}


def test_a_hold_is_urgent() -> None:
    assert raised(Watched(hold=hold(), holds=1)) == {"hold": ("held", "high")}


def test_a_card_the_dealer_may_name_is_less_urgent() -> None:
    asked = hold("card-unreadable", naming="card")
    assert raised(Watched(hold=asked, holds=1)) == {"hold": ("misread", "medium")}


def test_a_hold_that_a_technician_asked_for_is_no_alarm() -> None:
    assert raised(Watched(hold=hold("device-tested"), holds=1)) == {}


def test_a_lost_device_that_holds_the_table_is_one_alarm() -> None:
    away = DeviceView(device="shoe-1", state="unavailable", reason="no cable")
    lost = hold("device-lost", seen=phrase("device-away", device="shoe-1", reason="no cable"))
    assert raised(Watched(devices=(away,))) == {"device shoe-1": ("device-lost", "medium")}
    both = Watched(hold=lost, holds=1, devices=(away,))
    assert raised(both) == {"device shoe-1": ("device-awaited", "high")}
    assert causes(both)["device shoe-1"].found.told == lost.seen


def test_a_hold_that_ends_by_itself_may_end_before_it_is_an_alarm() -> None:
    restarted = Watched(hold=hold("daemon-restarted"), holds=1)
    condition = causes(restarted)["hold"].condition
    assert (condition.name, condition.delay_s) == ("device-awaited", 3)


def test_a_silent_driver_is_a_lost_device() -> None:
    silent = DeviceView(device="lamps-1", state="silent")
    found = causes(Watched(devices=(silent,)))["device lamps-1"].found
    assert found.told == phrase("driver-silent", device="lamps-1")


def test_a_disk_that_fills_up_becomes_more_urgent() -> None:
    assert raised(Watched(disk_percent=80)) == {"disk": ("disk-filling", "low")}
    assert raised(Watched(disk_percent=97)) == {"disk": ("disk-short", "medium")}


def test_a_record_that_cannot_grow_is_urgent_and_a_free_clock_is_not() -> None:
    assert raised(Watched(trouble="the disk is full"))["record"] == ("record-stuck", "high")
    assert raised(Watched(is_synchronised=False)) == {"clock": ("clock-free", "low")}


def test_damage_on_a_link_counts_once_there_are_enough_frames() -> None:
    assert raised(Watched(links=(link(FEWEST_FRAMES - 1, 100),))) == {}
    few = Watched(links=(link(FEWEST_FRAMES, 20),))
    assert raised(few) == {"link shoe-1": ("link-damaged", "low")}


def test_the_table_of_conditions_has_the_most_urgent_first() -> None:
    order = [PRIORITIES.index(condition.priority) for condition in CONDITIONS]
    assert order == sorted(order)


def test_screens_that_show_nothing_keep_nobody_from_dealing() -> None:
    dark = DeviceView(device="scoreboard", state="unavailable", reason="no screen")
    assert raised(Watched(devices=(dark,))) == {"device scoreboard": ("screens-dark", "low")}
