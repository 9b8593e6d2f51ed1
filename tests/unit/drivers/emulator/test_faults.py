from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from config.wire_document import CARD_CODES, DEVICE_KINDS
from config.words.reasons import in_english
from drivers.emulator.fault_entry import FaultError
from drivers.emulator.faults import (
    every_fault,
    faults_of,
    find_fault,
    kinds_with,
)
from drivers.wire.codec import WireMessage, wire_message
from drivers.wire.notice import (
    CommandAccepted,
    DeviceIntroduced,
    DeviceRefused,
    LinkLost,
)
from tests.unit.drivers.emulator.null_modem import NullModem

CARDS = [wire_message("card_drawn", card=card) for card in CARD_CODES[:30]]
LONG = 60.0


def shoe(*faults: tuple[str, str | None], is_recording: bool = True) -> NullModem:
    modem = NullModem("shoe", is_recording=is_recording)
    for name, argument in faults:
        modem.fault(name, argument)
    modem.plug()
    modem.run(2.0)
    return modem


def pull(modem: NullModem, cards: list[WireMessage]) -> None:
    for card in cards:
        modem.emit(card)
        modem.run(0.05)
    modem.run(LONG)


def refusals(modem: NullModem) -> list[str]:
    return [in_english(item.reason) for item in modem.notices if isinstance(item, DeviceRefused)]


def reasons(modem: NullModem) -> list[str]:
    return [in_english(item.reason) for item in modem.notices if isinstance(item, LinkLost)]


@pytest.mark.parametrize("name", ["corrupt", "bad-crc", "garbage", "half-frame"])
def test_a_damaged_line_costs_time_and_no_event(name: str) -> None:
    modem = shoe((name, "20%"))
    pull(modem, CARDS)
    assert modem.events == CARDS
    assert modem.host.counts.frames.bad > 0


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), share=st.integers(1, 30))
def test_corruption_never_loses_doubles_or_swaps_an_event(seed: int, share: int) -> None:
    modem = NullModem("shoe", seed)
    modem.fault("corrupt", f"{share}%")
    modem.plug()
    pull(modem, CARDS[:10])
    assert modem.events == CARDS[:10]
    assert modem.device.kept == 0


@pytest.mark.parametrize(
    "fault", [("late", "300ms"), ("skip-sequence", None), ("drop-connection", "2s")]
)
def test_a_slow_a_jumping_and_a_loose_device_lose_nothing(fault: tuple[str, str | None]) -> None:
    modem = shoe(fault)
    pull(modem, CARDS)
    assert modem.events == CARDS


def test_a_silent_device_is_lost_and_comes_back_with_its_events() -> None:
    modem = shoe()
    modem.fault("go-silent", "5s")
    modem.emit(CARDS[0])
    modem.run(4.0)
    assert "silent for 3 s" in reasons(modem)[0]
    assert modem.events == []
    modem.run(LONG)
    assert modem.events == CARDS[:1]


def test_a_device_that_goes_silent_without_a_time_stays_silent_until_mended() -> None:
    modem = shoe()
    modem.fault("go-silent")
    modem.emit(CARDS[0])
    modem.run(LONG)
    assert modem.events == []
    assert modem.clear_fault() == ["go-silent"]
    modem.run(LONG)
    assert modem.events == CARDS[:1]


def test_a_reboot_loses_what_was_not_acknowledged_and_nothing_else() -> None:
    modem = shoe(is_recording=False)
    modem.emit(CARDS[0])
    before = modem.boot
    modem.fault("reboot")
    modem.run(2.0)
    assert modem.boot != before
    assert modem.device.kept == 0
    modem.emit(CARDS[1])
    modem.run(2.0)
    assert modem.events[-1] == CARDS[1]


def test_a_device_that_forgets_loses_an_event_the_line_lost() -> None:
    modem = shoe(("forget-event", None))
    modem.fault("go-silent", "100ms")
    modem.emit(CARDS[0])
    modem.run(2.0)
    modem.emit(CARDS[1])
    modem.run(LONG)
    assert CARDS[0] not in modem.events


def test_an_old_boot_number_swallows_events_after_a_reboot() -> None:
    modem = shoe()
    pull(modem, CARDS[:2])
    modem.fault("repeat-old-boot")
    modem.fault("reboot")
    modem.run(2.0)
    pull(modem, CARDS[2:4])
    assert modem.events == CARDS[:2]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("wrong-kind", "is a shuffler, a shoe is expected"),
        ("wrong-version", "speaks protocol 2, this driver speaks 1"),
    ],
)
def test_a_device_that_does_not_fit_is_refused_with_both_values(name: str, words: str) -> None:
    modem = shoe((name, None))
    assert words in refusals(modem)[0]


def test_missing_heartbeats_lose_the_link() -> None:
    modem = shoe(("no-heartbeat", None))
    modem.run(5.0)
    assert "silent for 3 s" in reasons(modem)[0]


@pytest.mark.parametrize("name", ["double-ack", "forget-answers"])
def test_the_host_takes_one_answer_to_a_command(name: str) -> None:
    modem = NullModem("entry-pad")
    modem.fault(name)
    modem.plug()
    modem.run(1.0)
    modem.command(wire_message("show_prompt", text="one"))
    modem.run(LONG)
    assert sum(isinstance(item, CommandAccepted) for item in modem.notices) == 1


def test_an_answer_under_a_wrong_number_is_no_answer() -> None:
    modem = NullModem("entry-pad")
    modem.fault("wrong-ack-sequence")
    modem.plug()
    modem.run(1.0)
    modem.command(wire_message("show_prompt", text="one"))
    modem.run(3.0)
    assert "does not answer a command" in reasons(modem)[0]
    assert not any(isinstance(item, CommandAccepted) for item in modem.notices)


def test_a_wide_window_is_closed_again_when_mended() -> None:
    modem = shoe(is_recording=False)
    modem.fault("wide-window")
    assert modem.device.window > modem.document.window
    modem.clear_fault("wide-window")
    assert modem.device.window == modem.document.window


@pytest.mark.parametrize(
    ("kind", "name", "given", "told"),
    [
        (
            "shoe",
            "misread 100%",
            [CARDS[0]],
            [wire_message("card_unreadable", reason="unread")],
        ),
        ("shoe", "wrong-card", [CARDS[0]], [CARDS[1]]),
        ("shoe", "swap-cards", CARDS[:2], [CARDS[1], CARDS[0]]),
        ("shoe", "double-event", CARDS[:1], [CARDS[0], CARDS[0]]),
        ("shoe", "miss-event", CARDS[:1], []),
        (
            "shuffler",
            "short-stack",
            [wire_message("stack_dispensed", stack=1, count=3, colour="red")],
            [wire_message("stack_dispensed", stack=1, count=2, colour="red")],
        ),
        (
            "shuffler",
            "miscount",
            [wire_message("deck_unloaded", colour="red", count=49)],
            [wire_message("deck_unloaded", colour="red", count=48)],
        ),
        (
            "shuffler",
            "wrong-colour",
            [wire_message("deck_loaded", colour="red")],
            [wire_message("deck_loaded", colour="blue")],
        ),
        ("shuffler", "jam", [], [wire_message("shuffler_jammed", place="output")]),
        (
            "dice-cup",
            "cocked-dice",
            [wire_message("dice_read", dice=(1, 2, 3))],
            [wire_message("dice_unreadable", reason="cocked")],
        ),
        (
            "entry-pad",
            "bounce",
            [wire_message("key_pressed", key="seat-1", press="short")],
            [wire_message("key_pressed", key="seat-1", press="short")] * 2,
        ),
        (
            "entry-pad",
            "stuck-key",
            [wire_message("key_pressed", key="seat-1", press="short")],
            [wire_message("key_pressed", key="seat-1", press="long")],
        ),
        ("lamps", "stuck-lamp", [], [wire_message("lamp_stuck", lamp="action", seat=1)]),
    ],
)
def test_broken_parts_tell_what_is_not_so(
    kind: str, name: str, given: list[WireMessage], told: list[WireMessage]
) -> None:
    modem = NullModem(kind)
    modem.plug()
    modem.run(1.0)
    modem.fault(*name.split())
    for message in given:
        modem.emit(message)
    modem.run(2.0)
    assert modem.events == told


@pytest.mark.parametrize("kind", DEVICE_KINDS)
def test_every_fault_of_a_kind_can_be_put_on_and_mended(kind: str) -> None:
    for entry in faults_of(kind):
        modem = NullModem(kind)
        modem.plug()
        modem.run(1.0)
        default = {"percent": "50%", "seconds": "1s", "none": None}[entry.argument]
        modem.fault(entry.name, default)
        modem.run(10.0)
        modem.clear_fault()
        modem.fault("reboot")
        modem.run(10.0)
        assert isinstance(modem.notices[-1], DeviceIntroduced), entry.name


@pytest.mark.parametrize(
    ("name", "text", "amount"),
    [
        ("corrupt", "5%", 0.05),
        ("corrupt", "0.5 %", 0.005),
        ("corrupt", "100%", 1.0),
        ("late", "2s", 2.0),
        ("late", "250ms", 0.25),
        ("drop-connection", None, 1.0),
        ("reboot", None, 1.0),
    ],
)
def test_arguments_are_percentages_and_times(name: str, text: str | None, amount: float) -> None:
    assert find_fault(name).amount(text) == pytest.approx(amount)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("corrupt", None, "percent missing; write corrupt 5%"),
        ("corrupt", "5", "'5' is no percentage; write corrupt 5%"),
        ("corrupt", "0%", "is no percentage"),
        ("corrupt", "101%", "at most 100%"),
        ("corrupt", "-5%", "is no percentage"),
        ("late", "5%", "'5%' is no duration; write late 2s"),
        ("late", "0s", "out of range"),
        ("late", "2h", "is no duration"),
        ("reboot", "2s", "takes no argument"),
    ],
)
def test_a_wrong_argument_is_refused_with_what_to_write(
    name: str, text: str | None, words: str
) -> None:
    with pytest.raises(FaultError, match=words):
        find_fault(name).amount(text)


def test_a_fault_that_does_not_exist_or_does_not_fit_is_refused() -> None:
    with pytest.raises(FaultError, match=r"no fault explode; use one of drop-connection"):
        NullModem("shoe").fault("explode")
    with pytest.raises(FaultError, match=r"a shoe cannot have it; it fits shuffler"):
        NullModem("shoe").fault("jam")


def test_every_fault_has_its_own_name_and_a_description() -> None:
    for kind in DEVICE_KINDS:
        assert max(Counter(entry.name for entry in faults_of(kind)).values()) == 1
    assert all(entry.summary and kinds_with(entry) for entry in every_fault().values())
