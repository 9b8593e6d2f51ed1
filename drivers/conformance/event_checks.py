"""Checks of events: kept until acknowledged, numbered, sent within a window."""

from typing import Final

from drivers.conformance.raw_host import Match, RawHost
from drivers.conformance.trial import Trial
from drivers.conformance.wire_line import Heard
from drivers.requirement import demand

COPIES: Final = 3


def keeps_events_until_linked(trial: Trial) -> None:
    """Nothing is lost before the link."""
    trial.raw()
    host = trial.greet()
    host.ask_hello()
    early = [heard.name for heard in trial.stir_unseen(host) if host.is_event(heard)]
    demand(not early, f"{''.join(early[:1])} came before the host had taken the device")
    host.welcome()
    first_event(host)
    host.take_all()


def resends_until_acknowledged(trial: Trial) -> None:
    """The same event comes again and again."""
    host = trial.raw()
    trial.stir(host)
    first = first_event(host)
    for copy in range(2, COPIES + 1):
        again = host.line.until(numbered(host, first.sequence), f"copy {copy} of an event")
        demand(again.frame == first.frame, f"copy {copy} of an event differs from the first")
    host.take_all()


def forgets_after_ack(trial: Trial) -> None:
    """What was acknowledged does not come again."""
    host = trial.raw()
    trial.stir(host)
    first = first_event(host)
    host.acknowledge(first.sequence)
    heard = host.line.listen(3 * host.seconds("resend_ms"))
    copies = sum(map(numbered(host, first.sequence), heard))
    # One copy may have been under way when the acknowledgement arrived.
    demand(copies <= 1, f"event {first.sequence} came {copies} times after its acknowledgement")
    host.take_all()


def numbers_without_holes(trial: Trial) -> None:
    """Each number follows the one before."""
    host = trial.raw()
    last = 0
    for _ in range(2):
        trial.stir(host)
        event = host.line.until(newer(host, last), "a new event", True)
        expected = event.sequence if last == 0 else last + 1
        text = f"event {event.sequence} came after event {last}"
        demand(event.sequence == expected, text)
        last = acknowledge_all(host, event.sequence)
    host.take_all()


def ignores_old_acks(trial: Trial) -> None:
    """Another start's acknowledgement means nothing."""
    host = trial.raw()
    trial.stir(host)
    first = first_event(host)
    host.acknowledge(first.sequence, host.boot ^ 1)
    # One copy may have been under way; the second proves that the event is kept.
    for _ in range(2):
        text = "a copy of an event after an acknowledgement for another boot"
        host.line.until(numbered(host, first.sequence), text)
    host.take_all()


def keeps_its_window(trial: Trial) -> None:
    """A host that does not acknowledge is not flooded, and gets the rest later."""
    host = trial.raw()
    window = trial.document.window
    heard: list[Heard] = []
    for _ in range(window + 2):
        heard += trial.stir_unseen(host)
    heard += host.line.listen(2 * host.seconds("resend_ms"))
    seen = {h.sequence for h in heard if host.is_event(h)}
    demand(bool(seen), "no event came")
    demand(len(seen) <= window, f"{len(seen)} events under way; the window is {window}")
    for sequence in seen:
        host.acknowledge(sequence)
    host.line.until(newer(host, max(seen)), "an event from behind the window")
    host.take_all()


def keeps_over_reconnect(trial: Trial) -> None:
    """A port that was closed changes nothing."""
    host = trial.raw()
    trial.stir(host)
    first = first_event(host)
    trial.reopen()
    again = trial.greet()
    again.ask_hello()
    demand(again.boot == host.boot, f"boot {again.boot} after a reconnect; it was {host.boot}")
    again.welcome()
    copy = again.line.until(numbered(again, first.sequence), "the event kept over a reconnect")
    demand(copy.frame == first.frame, "the event kept over a reconnect differs from before")
    again.take_all()


def first_event(host: RawHost) -> Heard:
    """The event a hand or an order led to."""
    return host.line.until(host.is_event, "an event", True)


def numbered(host: RawHost, sequence: int) -> Match:
    """Whether a frame is the event of this number."""
    return lambda heard: host.is_event(heard) and heard.sequence == sequence


def newer(host: RawHost, sequence: int) -> Match:
    """Whether a frame is an event after this number."""
    return lambda heard: host.is_event(heard) and heard.sequence > sequence


def acknowledge_all(host: RawHost, last: int) -> int:
    """Acknowledge an event and all that follow; gives the last number."""
    host.acknowledge(last)
    for event in host.take_all():
        text = f"event {event.sequence} came after event {last}"
        demand(event.sequence <= last + 1, text)
        last = max(last, event.sequence)
    return last
