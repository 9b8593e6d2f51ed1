"""Both halves of a link on one wire: greetings, events, heartbeats and what is lost between."""

from dataclasses import replace

import pytest

from controller.facts.phrase import Phrase, phrase
from drivers.wire.codec import WireMessage, wire_message
from drivers.wire.command_queue import NEVER
from drivers.wire.device_session import DeviceSession
from drivers.wire.framing import Frame, encode_frame
from drivers.wire.notice import (
    CommandAccepted,
    DeviceIntroduced,
    DeviceRefused,
    EventReceived,
    Identity,
    LinkLost,
    SessionResult,
)
from drivers.wire.session import HostSession, clip
from tests.unit.drivers.wire.linked import (
    HEARTBEAT,
    HOST,
    LAMPS,
    RESEND,
    SHOE,
    SHUFFLER,
    Link,
    from_device,
    identity_of,
    names,
)


def test_greets_and_learns_who_is_there() -> None:
    link = Link().open()
    assert link.notices == [DeviceIntroduced(identity_of(SHOE))]
    assert (link.host.state, link.device.state) == ("linked", "linked")


def test_asks_again_until_the_device_is_ready() -> None:
    host = HostSession(SHOE, "dev-1", HOST)
    host.opened(0.0)
    assert host.tick(host.next_due() - 0.01).write == b""
    assert names(host.tick(host.next_due()).write) == ["hello_request"]


def test_an_event_reaches_the_host_and_its_ack_the_device() -> None:
    link = Link().open()
    link.emit("card_drawn", card="Td")
    assert link.last() == EventReceived(5, 1, wire_message("card_drawn", card="Td"))
    assert link.device.kept == 1
    link.acknowledge(1)
    assert link.device.kept == 0
    assert link.echoes == [1]


def test_resends_an_event_until_acknowledged_and_the_host_takes_it_once() -> None:
    link = Link().open()
    link.emit("card_drawn", card="Td")
    for _ in range(4):
        link.now += RESEND
        result = link.device.tick(link.now)
        assert names(result.write) == ["card_drawn"]
        link.to_host(result)
    assert link.events() == [1]


def test_resends_after_lost_ack_and_gets_a_new_one() -> None:
    link = Link().open()
    link.emit("card_drawn", card="Td")
    link.host.acknowledge(5, 1, link.now)
    assert link.device.kept == 1
    link.now += RESEND
    link.to_host(link.device.tick(link.now))
    assert link.device.kept == 0
    assert link.events() == [1]


def test_an_ack_for_an_earlier_boot_is_not_sent() -> None:
    link = Link().open()
    link.emit("card_drawn", card="Td")
    link.acknowledge(1, boot=4)
    assert link.device.kept == 1


def test_keeps_only_a_window_of_events_on_the_wire() -> None:
    link = Link().open()
    for _ in range(SHOE.window + 3):
        link.emit("cut_card_drawn")
    assert link.events() == list(range(1, SHOE.window + 1))
    link.acknowledge(1)
    assert link.events() == list(range(1, SHOE.window + 2))


def test_delivers_in_order_what_arrives_out_of_order() -> None:
    link = Link().open()
    card = wire_message("card_drawn", card="2c")
    for sequence in (2, 3, 1):
        link.to_device(link.host.received(from_device(card, sequence), link.now))
    assert link.events() == [1, 2, 3]


def test_waits_for_a_late_event_as_long_as_the_device_keeps_it() -> None:
    link = Link().open()
    lost = link.device.emit(wire_message("shoe_loaded", decks=1), link.now)
    assert names(lost.write) == ["shoe_loaded"]
    link.emit("cut_card_drawn")
    assert link.events() == []
    link.now += 5 * RESEND
    link.to_device(link.host.tick(link.now))
    assert link.events() == [1, 2]


def test_goes_on_behind_a_hole_when_the_device_has_nothing_older() -> None:
    link = Link().open()
    link.device.last_event = 4
    link.emit("cut_card_drawn")
    assert link.events() == []
    link.now += 4 * RESEND
    link.to_device(link.host.tick(link.now))
    assert link.events() == []
    link.now += RESEND
    link.to_device(link.host.tick(link.now))
    assert link.events() == [5]


def test_a_new_host_takes_over_from_the_oldest_kept_event() -> None:
    link = Link().open()
    for _ in range(3):
        link.emit("cut_card_drawn")
    link.acknowledge(1)
    link.host = HostSession(SHOE, "dev-1", HOST + 1)
    link.notices.clear()
    link.to_device(link.host.opened(link.now))
    assert link.events() == [2, 3]


def test_events_made_without_a_link_are_kept_for_it() -> None:
    link = Link()
    link.device.emit(wire_message("shoe_loaded", decks=6), link.now)
    link.open()
    assert link.events() == [1]


def test_a_restarted_device_is_lost_and_introduced_again() -> None:
    link = Link().open()
    link.emit("cut_card_drawn")
    link.device = DeviceSession(SHOE, identity_of(SHOE, boot=6))
    link.to_host(link.device.started(link.now))
    assert isinstance(link.notices[-2], LinkLost)
    assert link.last() == DeviceIntroduced(identity_of(SHOE, boot=6))
    link.emit("shoe_loaded", decks=1)
    assert link.last() == EventReceived(6, 1, wire_message("shoe_loaded", decks=1))


def test_both_sides_send_heartbeats_when_idle() -> None:
    link = Link().open()
    link.now += HEARTBEAT
    assert names(link.host.tick(link.now).write) == ["host_heartbeat"]
    assert names(link.device.tick(link.now).write) == ["device_heartbeat"]


def test_three_missed_heartbeats_lose_the_link_on_both_sides() -> None:
    link = Link().open()
    link.now += 2.9 * HEARTBEAT
    assert link.host.tick(link.now).notices == ()
    link.now += 0.1 * HEARTBEAT
    (lost,) = link.host.tick(link.now).notices
    assert lost == LinkLost(phrase("lost-silent", seconds="3"))
    assert names(link.device.tick(link.now).write) == ["hello"]


def test_heartbeats_keep_an_idle_link_for_an_hour() -> None:
    link = Link().open()
    end = link.now + 3600
    while link.now < end:
        link.now = min(link.host.next_due(), link.device.next_due())
        link.to_device(link.host.tick(link.now))
        link.to_host(link.device.tick(link.now))
    assert len(link.notices) == 1


@pytest.mark.parametrize(
    ("identity", "why"),
    [
        (
            replace(identity_of(SHOE), protocol=2),
            phrase("lost-protocol", spoken=2, ours=1),
        ),
        (
            replace(identity_of(SHOE), kind="lamps"),
            phrase("lost-kind", found="lamps", wanted="shoe"),
        ),
    ],
)
def test_refuses_the_wrong_device_once_with_both_values(identity: Identity, why: Phrase) -> None:
    link = Link(identity=identity).open()
    assert link.notices == [DeviceRefused(why)]
    assert link.device.state == "refused"
    link.to_device(link.host.opened(link.now))
    assert link.notices == [DeviceRefused(why)]


def test_a_right_device_is_taken_after_a_wrong_one() -> None:
    link = Link(identity=replace(identity_of(SHOE), kind="lamps")).open()
    link.device = DeviceSession(SHOE, identity_of(SHOE, boot=9))
    link.to_host(link.device.started(link.now))
    assert link.last() == DeviceIntroduced(identity_of(SHOE, boot=9))


def test_a_device_that_keeps_breaking_its_document_is_refused() -> None:
    link = Link().open()
    bad = encode_frame(Frame(1, SHOE.by_name["card_drawn"].id, 1, b"\x99"))
    for _ in range(2):
        link.to_device(link.host.received(bad, link.now))
    before = link.host.state
    link.to_device(link.host.received(bad, link.now))
    assert link.last() == DeviceRefused(
        phrase("lost-conduct", problem="card_drawn.card: 153 is no card; send 0 to 52")
    )
    link.to_device(link.host.opened(link.now))
    assert (before, link.host.state) == ("linked", "refused")


def test_its_own_frames_echoed_back_are_ignored() -> None:
    host = HostSession(SHOE, "dev-1", HOST)
    result = host.opened(0.0)
    assert host.received(result.write, 0.0).notices == ()
    assert host.counts.breaches == 0


def test_a_closed_port_loses_the_link_and_keeps_the_command() -> None:
    link = Link(LAMPS).open()
    link.host.command(wire_message("set_lamps", bank=1, action=2), link.now)
    assert link.host.closed("dev-1: gone").notices == (LinkLost("dev-1: gone"),)
    assert link.host.closed("dev-1: gone").notices == ()
    link.to_device(link.host.opened(link.now))
    assert link.last() == CommandAccepted(wire_message("set_lamps", bank=1, action=2))


def test_clipping_never_splits_a_character() -> None:
    assert clip("abc", 3) == "abc"
    assert clip("é" * 10, 10) == "ééé…"


def test_nothing_is_due_while_the_port_is_closed_or_the_cable_out() -> None:
    link = Link()
    assert (link.host.next_due(), link.device.next_due()) == (NEVER, NEVER)
    link.open().device.stopped()
    assert (link.device.state, link.device.next_due()) == ("off", NEVER)


def test_events_are_kept_while_the_cable_is_out_and_after_another_start() -> None:
    link = Link().open()
    link.device.stopped()
    link.device.emit(wire_message("cut_card_drawn"), link.now)
    assert link.device.kept == 1
    again = Link()
    again.device.resume(4, {4: wire_message("cut_card_drawn")})
    again.open()
    again.to_host(again.device.tick(again.now + RESEND))
    assert again.events() == [4]


def test_a_heartbeat_of_another_boot_is_a_device_that_started_again() -> None:
    link = Link().open()
    beat = wire_message("device_heartbeat", boot=6, last=0)
    link.to_device(link.host.received(from_device(beat, 0), link.now))
    assert link.notices[-2:] == [
        LinkLost(phrase("lost-no-greeting")),
        DeviceIntroduced(identity_of(SHOE)),
    ]


@pytest.mark.parametrize(
    "answer",
    [wire_message("command_ack", host=HOST + 1), wire_message("command_nak", host=HOST, fault=1)],
    ids=["to another host", "to no command of ours"],
)
def test_an_answer_that_is_not_ours_is_passed_over(answer: WireMessage) -> None:
    link = Link(SHUFFLER).open()
    before = list(link.notices)
    link.to_device(link.host.received(from_device(answer, 9, SHUFFLER), link.now))
    assert (link.notices, link.host.state) == (before, "linked")


def test_a_hello_at_a_closed_port_is_passed_over() -> None:
    hello = Link().device.started(100.0).write
    host = HostSession(SHOE, "dev-1", HOST)
    assert host.received(hello, 100.0) == SessionResult(b"", ())


def test_a_hello_that_cannot_be_read_is_counted_and_asked_for_again() -> None:
    host = HostSession(SHOE, "dev-1", HOST)
    host.opened(100.0)
    broken = encode_frame(Frame(SHOE.protocol, SHOE.by_name["hello"].id, 0, b"\x01"))
    assert host.received(broken, 100.0).notices == ()
    assert (host.state, host.counts.breaches) == ("greeting", 1)
    assert names(host.tick(host.next_due()).write) == ["hello_request"]


def test_a_device_that_no_host_answers_says_hello_again() -> None:
    device = DeviceSession(SHOE, identity_of(SHOE))
    device.started(0.0)
    assert device.tick(device.next_due() - 0.01).write == b""
    assert names(device.tick(device.next_due()).write) == ["hello"]


def test_a_device_whose_cable_is_out_says_nothing() -> None:
    device = DeviceSession(SHOE, identity_of(SHOE))
    assert (device.tick(1000.0).write, device.next_due()) == (b"", NEVER)
