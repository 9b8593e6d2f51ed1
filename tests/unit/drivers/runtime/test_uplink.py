from collections.abc import Sequence
from pathlib import Path

import pytest

from controller.bus.messages import (
    Ack,
    Command,
    DaemonMessage,
    DriverMessage,
    Heartbeat,
    Hello,
    Refused,
    Report,
    Welcome,
)
from controller.facts.events import CutCardDrawn, DeviceLost
from controller.facts.orders import ShowPrompt
from controller.facts.phrase import phrase
from drivers.runtime.kept_events import EVENT_LINE, KeptEvents
from drivers.runtime.uplink import (
    GREET_S,
    HEARTBEAT_S,
    RENEW_S,
    RESEND_S,
    SILENT_AFTER_S,
    KeptUplink,
    Uplink,
)

LOST = DeviceLost(device="shoe-1", reason="gone")
CUT = CutCardDrawn()


class Bus:
    """The bus as lists: what the driver sent, what the daemon says next."""

    def __init__(self) -> None:
        self.sent: list[DriverMessage] = []
        self.waited: list[float] = []
        self.coming: list[DaemonMessage] = []
        self.renewed = 0

    def send(self, message: DriverMessage) -> None:
        self.sent.append(message)

    def receive(self) -> list[DaemonMessage]:
        coming, self.coming = self.coming, []
        return coming

    def wait(self, fds: Sequence[int], timeout_s: float) -> set[int]:
        self.waited.append(timeout_s)
        return set(fds)

    def renew(self) -> None:
        self.renewed += 1

    def close(self) -> None:
        """Nothing is open."""

    def take(self) -> list[DriverMessage]:
        sent, self.sent = self.sent, []
        return sent

    def numbers(self) -> list[tuple[int, int]]:
        return [(item.boot, item.sequence) for item in self.take() if isinstance(item, Report)]


@pytest.fixture
def bus() -> Bus:
    return Bus()


@pytest.fixture
def uplink(bus: Bus) -> Uplink:
    """An uplink that the daemon has just answered."""
    made = Uplink("shoe-1", "shoe", bus)
    hear(made, bus, 0.0, Welcome(table="t"))
    made.tick(0.0)
    bus.take()
    return made


def hello(uplink: Uplink) -> Hello:
    return Hello(device="shoe-1", device_kind="shoe", boot=uplink.boot)


def hear(uplink: Uplink, bus: Bus, now: float, *messages: DaemonMessage) -> list[Ack | Command]:
    bus.coming += messages
    return uplink.receive(now)


def test_says_hello_first(bus: Bus) -> None:
    uplink = Uplink("shoe-1", "shoe", bus)
    uplink.tick(0.0)
    assert bus.take() == [hello(uplink)]


def test_numbers_its_own_events_apart_from_the_devices(uplink: Uplink, bus: Bus) -> None:
    uplink.note(LOST, 0.0)
    uplink.report(9, 1, CUT, 0.0)
    hear(uplink, bus, 0.0, Ack(boot=uplink.boot, sequence=1))
    assert bus.numbers() == [(uplink.boot, 1), (9, 1)]


def test_a_report_leaves_only_when_the_one_before_is_in_the_record(
    uplink: Uplink, bus: Bus
) -> None:
    for sequence in (1, 2, 3):
        uplink.report(9, sequence, CUT, 0.0)
    assert bus.numbers() == [(9, 1)]
    first, second = Ack(boot=9, sequence=1), Ack(boot=9, sequence=2)
    assert hear(uplink, bus, 0.1, first) == [first]
    assert bus.numbers() == [(9, 2)]
    assert hear(uplink, bus, 0.2, first) == []
    assert bus.numbers() == []
    assert hear(uplink, bus, 0.3, second) == [second]
    assert bus.numbers() == [(9, 3)]


def test_repeats_a_report_until_acknowledged(uplink: Uplink, bus: Bus) -> None:
    for sequence in (1, 2):
        uplink.report(9, sequence, CUT, 0.0)
    bus.take()
    for second in (1, 2):
        uplink.tick(second * RESEND_S)
        assert bus.numbers() == [(9, 1)]
    hear(uplink, bus, 2 * RESEND_S, Ack(boot=9, sequence=1), Ack(boot=9, sequence=2))
    bus.take()
    uplink.tick(3 * RESEND_S)
    assert bus.numbers() == []
    assert uplink.pending == 0


def test_a_report_that_waits_already_is_not_doubled(uplink: Uplink, bus: Bus) -> None:
    uplink.report(9, 1, CUT, 0.0)
    uplink.report(9, 1, CUT, 0.1)
    assert bus.numbers() == [(9, 1)]


def test_beats_with_its_last_own_number(uplink: Uplink, bus: Bus) -> None:
    uplink.note(LOST, 0.0)
    bus.take()
    uplink.tick(HEARTBEAT_S)
    assert bus.take()[0] == Heartbeat(device="shoe-1", boot=uplink.boot, sequence=1)
    uplink.tick(HEARTBEAT_S)
    assert bus.take() == []


def test_a_silent_daemon_gets_only_hellos_and_then_the_report_again(
    uplink: Uplink, bus: Bus
) -> None:
    uplink.report(9, 1, CUT, 0.0)
    bus.take()
    for now in (SILENT_AFTER_S, SILENT_AFTER_S + HEARTBEAT_S):
        uplink.tick(now)
        assert bus.take() == [hello(uplink)]
    hear(uplink, bus, 9.0, Welcome(table="t"))
    assert bus.numbers() == [(9, 1)]
    hear(uplink, bus, 9.1, Welcome(table="t"))
    assert bus.numbers() == []


def test_a_silent_daemon_is_called_over_a_new_connection_now_and_then(
    uplink: Uplink, bus: Bus
) -> None:
    for second in range(int(SILENT_AFTER_S + 2 * RENEW_S)):
        uplink.tick(float(second))
    assert bus.renewed == 2
    hear(uplink, bus, 20.0, Welcome(table="t"))
    uplink.tick(21.0)
    assert bus.renewed == 2


def test_a_driver_that_was_refused_says_hello_until_it_is_welcome(uplink: Uplink, bus: Bus) -> None:
    hear(uplink, bus, 0.1, Refused(reason="another driver is at work; stop one of the two"))
    for now in (HEARTBEAT_S, 2 * HEARTBEAT_S):
        uplink.tick(now)
        assert bus.take() == [hello(uplink)]
    hear(uplink, bus, 2.1, Welcome(table="t"))
    uplink.tick(3 * HEARTBEAT_S)
    assert isinstance(bus.take()[0], Heartbeat)


def test_a_driver_that_is_not_welcome_yet_asks_four_times_a_second(
    uplink: Uplink, bus: Bus
) -> None:
    hear(uplink, bus, 0.1, Refused(reason="another driver is at work; stop one of the two"))
    bus.take()
    uplink.tick(HEARTBEAT_S)
    assert uplink.due == HEARTBEAT_S + GREET_S
    uplink.tick(uplink.due)
    assert bus.take() == [hello(uplink), hello(uplink)]
    hear(uplink, bus, 2.0, Welcome(table="t"))
    uplink.tick(2.0)
    assert uplink.due == 2.0 + HEARTBEAT_S


def test_a_refusal_is_logged_once_and_loses_nothing(
    uplink: Uplink, bus: Bus, caplog: pytest.LogCaptureFixture
) -> None:
    uplink.report(9, 1, CUT, 0.0)
    refusal = Refused(reason="table closed; open it", boot=9, sequence=1)
    assert hear(uplink, bus, 0.1, refusal, refusal, refusal) == []
    assert uplink.pending == 1
    assert [record.message for record in caplog.records] == [
        "shoe-1: refused by the daemon: table closed; open it"
    ]


def test_an_order_is_for_the_driver_to_follow(uplink: Uplink, bus: Bus) -> None:
    order = Command(order=ShowPrompt(phrases=(phrase("close-bets"),)))
    assert hear(uplink, bus, 0.1, order) == [order]


def test_waits_no_longer_than_its_own_next_beat(uplink: Uplink, bus: Bus) -> None:
    assert uplink.wait([7], 0.25) == {7}
    uplink.wait([], 0.25, until=0.5)
    uplink.wait([], 0.75, until=0.5)
    assert bus.waited == [HEARTBEAT_S - 0.25, 0.25, 0.0]


def test_a_driver_that_is_the_device_reports_first_what_an_earlier_run_left(
    bus: Bus, tmp_path: Path
) -> None:
    KeptEvents(tmp_path / "kept.jsonl", EVENT_LINE, 7).keep(CUT)
    kept = KeptEvents(tmp_path / "kept.jsonl", EVENT_LINE, 8)
    uplink = KeptUplink("shoe-1", "shoe", bus, kept)
    uplink.start(0.0)
    assert bus.take()[0] == hello(uplink)
    uplink.keep(CUT, 0.0)
    uplink.note(LOST, 0.0)
    hear(uplink, bus, 0.1, Welcome(table="t"))
    acks = [Ack(boot=boot, sequence=1) for boot in (7, 8, uplink.boot)]
    # The driver's own note is no event of the device.
    assert hear(uplink, bus, 0.1, *acks) == acks[:2]
    assert bus.numbers() == [(7, 1), (8, 1), (uplink.boot, 1)]
    assert kept.waiting == ()
    kept.close()
