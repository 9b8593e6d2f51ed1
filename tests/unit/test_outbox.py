from controller.bus.messages import Ack, DriverMessage, Heartbeat, Hello, Refused, Report
from controller.facts.events import CutCardDrawn, DeviceLost
from drivers.runtime.outbox import HEARTBEAT_S, RESEND_S, SILENT_AFTER_S, Outbox

BOOT = 1 << 32
LOST = DeviceLost(device="shoe-1", reason="gone")


def heard_outbox(now: float = 0.0) -> Outbox:
    outbox = Outbox("shoe-1", "shoe", BOOT)
    outbox.heard(now)
    outbox.tick(now)
    return outbox


def numbers(messages: list[DriverMessage]) -> list[tuple[int, int]]:
    return [(item.boot, item.sequence) for item in messages if isinstance(item, Report)]


def test_says_hello_first() -> None:
    assert Outbox("shoe-1", "shoe", BOOT).tick(0.0) == [Hello(device="shoe-1", device_kind="shoe")]


def test_numbers_its_own_events_apart_from_the_devices() -> None:
    outbox = heard_outbox()
    first = outbox.report_own(LOST, 0.0) + outbox.report(9, 1, CutCardDrawn(), 0.0)
    second = outbox.acknowledge(Ack(boot=BOOT, sequence=1), 0.0)
    assert numbers(first + second) == [(BOOT, 1), (9, 1)]


def test_a_report_leaves_only_when_the_one_before_is_in_the_record() -> None:
    outbox = heard_outbox()
    sent = [outbox.report(9, sequence, CutCardDrawn(), 0.0) for sequence in (1, 2, 3)]
    assert [numbers(messages) for messages in sent] == [[(9, 1)], [], []]
    assert numbers(outbox.acknowledge(Ack(boot=9, sequence=1), 0.1)) == [(9, 2)]
    assert outbox.acknowledge(Ack(boot=9, sequence=1), 0.2) == []
    assert numbers(outbox.acknowledge(Ack(boot=9, sequence=2), 0.3)) == [(9, 3)]


def test_repeats_a_report_until_acknowledged() -> None:
    outbox = heard_outbox()
    outbox.report(9, 1, CutCardDrawn(), 0.0)
    outbox.report(9, 2, CutCardDrawn(), 0.0)
    for second in (1, 2):
        assert numbers(outbox.tick(second * RESEND_S)) == [(9, 1)]
    outbox.acknowledge(Ack(boot=9, sequence=1), 2 * RESEND_S)
    outbox.acknowledge(Ack(boot=9, sequence=2), 2 * RESEND_S)
    assert numbers(outbox.tick(3 * RESEND_S)) == []
    assert outbox.pending == 0


def test_a_report_that_waits_already_is_not_doubled() -> None:
    outbox = heard_outbox()
    assert len(outbox.report(9, 1, CutCardDrawn(), 0.0)) == 1
    assert outbox.report(9, 1, CutCardDrawn(), 0.1) == []


def test_beats_with_its_last_own_number() -> None:
    outbox = heard_outbox()
    outbox.report_own(LOST, 0.0)
    beat = Heartbeat(device="shoe-1", boot=BOOT, sequence=1)
    assert outbox.tick(HEARTBEAT_S)[0] == beat
    assert outbox.tick(HEARTBEAT_S) == []


def test_a_silent_daemon_gets_only_hellos_and_then_the_report_again() -> None:
    outbox = heard_outbox()
    outbox.report(9, 1, CutCardDrawn(), 0.0)
    assert outbox.tick(SILENT_AFTER_S) == outbox.greet()
    assert outbox.tick(SILENT_AFTER_S + HEARTBEAT_S) == outbox.greet()
    assert numbers(outbox.heard(9.0)) == [(9, 1)]
    assert outbox.heard(9.1) == []


def test_a_refusal_is_logged_once_and_loses_nothing(caplog) -> None:  # type: ignore[no-untyped-def]
    outbox = heard_outbox()
    outbox.report(9, 1, CutCardDrawn(), 0.0)
    for _ in range(3):
        outbox.refused(Refused(reason="table closed; open it", boot=9, sequence=1))
    assert outbox.pending == 1
    assert [record.message for record in caplog.records] == [
        "shoe-1: refused by the daemon: table closed; open it"
    ]
