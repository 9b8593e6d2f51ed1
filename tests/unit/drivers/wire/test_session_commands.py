"""Commands over the wire: done once, repeated until answered, refused in words."""

import pytest

from controller.facts.phrase import phrase
from drivers.wire.codec import CodecError, pack, unpack, wire_message
from drivers.wire.device_session import DeviceSession
from drivers.wire.framing import Frame, encode_frame
from drivers.wire.notice import (
    CommandAccepted,
    CommandRefused,
    LinkLost,
    SessionResult,
)
from drivers.wire.session import HostSession
from tests.unit.drivers.wire.linked import (
    HOST,
    LAMPS,
    RESEND,
    SHUFFLER,
    Link,
    frames,
    identity_of,
)


def test_a_command_is_done_once_however_often_it_is_sent() -> None:
    link = Link(SHUFFLER).open()
    lost = link.host.command(wire_message("unload_deck"), link.now)
    link.to_host(link.device.received(lost.write + lost.write, link.now))
    link.to_host(link.device.received(lost.write, link.now))
    assert [item.message.name for item in link.commands] == ["unload_deck"]
    assert link.last() == CommandAccepted(wire_message("unload_deck"))


def test_resends_a_command_until_answered() -> None:
    link = Link(SHUFFLER).open()
    link.host.command(wire_message("unload_deck"), link.now)
    link.now += RESEND
    link.to_device(link.host.tick(link.now))
    assert link.last() == CommandAccepted(wire_message("unload_deck"))
    assert link.commands[0].sequence == 1


def test_a_device_that_never_answers_a_command_is_lost() -> None:
    link = Link(SHUFFLER).open()
    link.host.command(wire_message("unload_deck"), link.now)
    link.now += SHUFFLER.timings.reply_timeout_ms / 1000
    (lost,) = link.host.tick(link.now).notices
    assert lost == LinkLost(phrase("lost-no-answer"))


def test_a_command_waits_for_the_link() -> None:
    link = Link(LAMPS)
    link.host.command(wire_message("set_lamps", bank=1, action=2), link.now)
    link.open()
    assert link.last() == CommandAccepted(wire_message("set_lamps", bank=1, action=2))


def test_only_the_newest_of_replaceable_commands_is_sent() -> None:
    link = Link(LAMPS)
    for seat in (1, 2, 3):
        link.host.command(wire_message("set_lamps", bank=seat, action=0), link.now)
    link.open()
    assert [item.message.integer("bank") for item in link.commands] == [3]


def test_a_refused_command_is_tried_again_and_told_once() -> None:
    link = Link(SHUFFLER).open()
    link.faults["dispense_stack"] = "tray-full"
    link.order("dispense_stack", stack=2, count=7)
    wanted = wire_message("dispense_stack", stack=2, count=7)
    assert link.last() == CommandRefused(wanted, "tray-full", retry=True)
    for _ in range(3):
        link.now += SHUFFLER.timings.retry_ms / 1000
        link.to_device(link.host.tick(link.now))
    assert link.last() == CommandRefused(wanted, "tray-full", retry=True)
    assert len(link.notices) == 2
    link.faults.clear()
    link.now += SHUFFLER.timings.retry_ms / 1000
    link.to_device(link.host.tick(link.now))
    assert link.last() == CommandAccepted(wanted)
    assert [item.sequence for item in link.commands] == [1, 2, 3, 4, 5]


def test_a_hopeless_command_is_dropped() -> None:
    link = Link(SHUFFLER).open()
    link.faults["dispense_stack"] = "deck-empty"
    link.order("dispense_stack", stack=2, count=7)
    assert isinstance(link.last(), CommandRefused)
    link.order("unload_deck")
    assert link.last() == CommandAccepted(wire_message("unload_deck"))


def test_unloading_ends_a_refused_dispense() -> None:
    link = Link(SHUFFLER).open()
    link.faults["dispense_stack"] = "tray-full"
    link.order("dispense_stack", stack=2, count=7)
    link.order("unload_deck")
    assert link.last() == CommandAccepted(wire_message("unload_deck"))
    link.now += 1.0
    link.to_device(link.host.tick(link.now))
    assert [item.message.name for item in link.commands] == ["dispense_stack", "unload_deck"]


def test_the_same_command_waiting_already_is_not_doubled() -> None:
    link = Link(SHUFFLER)
    for _ in range(3):
        link.host.command(wire_message("dispense_stack", stack=1, count=3), link.now)
    link.open()
    assert len(link.commands) == 1


def test_a_new_host_may_use_the_same_numbers() -> None:
    link = Link(LAMPS).open()
    link.order("set_lamps", bank=1, action=2)
    link.host = HostSession(LAMPS, "dev-1", HOST + 1)
    link.to_device(link.host.opened(link.now))
    link.order("set_lamps", bank=3, action=4)
    assert [item.sequence for item in link.commands] == [1, 1]


def test_a_command_outside_its_range_never_leaves() -> None:
    host = HostSession(SHUFFLER, "dev-1", HOST)
    with pytest.raises(CodecError, match="61 is out of range"):
        host.command(wire_message("dispense_stack", stack=61, count=7), 0.0)


@pytest.mark.parametrize(
    ("frame", "fault"),
    [(Frame(1, 200, 4), "unknown-command"), (Frame(1, 128, 4, b"\x00"), "bad-value")],
)
def test_the_device_refuses_a_command_it_cannot_read(frame: Frame, fault: str) -> None:
    link = Link(SHUFFLER).open()
    result = link.device.received(encode_frame(frame), link.now)
    (answer,) = frames(result.write)
    code = unpack(SHUFFLER, answer).integer("fault")
    assert answer.sequence == 4
    assert SHUFFLER.fault(fault).code == code


def test_a_device_takes_no_command_before_it_is_linked() -> None:
    device = DeviceSession(SHUFFLER, identity_of(SHUFFLER))
    device.started(100.0)
    command = encode_frame(pack(SHUFFLER, wire_message("dispense_stack", stack=1, count=7), 1))
    assert device.received(command, 100.0) == SessionResult(b"", ())


def test_a_device_forgets_its_oldest_answer_and_does_that_command_again() -> None:
    link = Link(SHUFFLER).open()
    link.device.remembered = 1
    first, second = (
        encode_frame(pack(SHUFFLER, wire_message("dispense_stack", stack=1, count=7), number))
        for number in (1, 2)
    )
    for command in (first, second, first):
        link.to_host(link.device.received(command, link.now))
    assert [item.sequence for item in link.commands] == [1, 2, 1]
