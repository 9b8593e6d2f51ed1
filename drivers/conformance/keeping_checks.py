"""Checks of the promise: what was not acknowledged is kept, as it was, whatever happens."""

from typing import Final

from drivers.conformance.event_checks import acknowledge_all, first_event, newer, numbered
from drivers.conformance.raw_host import RawHost
from drivers.conformance.trial import Trial
from drivers.conformance.wire_line import Heard
from drivers.requirement import demand

COPIES: Final = 3


def keeps_over_silence(trial: Trial) -> None:
    """A host that fell silent finds the event when it is back."""
    host = trial.raw()
    trial.stir(host)
    first = first_event(host)
    host.fall_silent()
    host.await_greeting()
    host.welcome()
    what = f"event {first.sequence}, kept while the host was silent"
    copy = host.line.until(numbered(host, first.sequence), what)
    demand(copy.frame == first.frame, f"{what}, differs from before")
    host.take_all()


def takes_early_acks(trial: Trial) -> None:
    """An acknowledgement before the link counts."""
    host = trial.raw()
    trial.stir(host)
    first = first_event(host)
    host.ask_hello()
    host.acknowledge(first.sequence)
    oldest = host.oldest_said()
    text = f"event {first.sequence} was acknowledged while the device said hello"
    demand(oldest > first.sequence, f"{text}; its next hello still keeps event {oldest}")
    host.welcome()
    host.take_all()


def forgets_one_at_a_time(trial: Trial) -> None:
    """An acknowledgement is for one event, not for those before it."""
    host = trial.raw()
    trial.stir(host)
    first = first_event(host)
    trial.stir(host)
    second = host.line.until(newer(host, first.sequence), "a second event", True)
    host.acknowledge(second.sequence)
    text = f"event {first.sequence}; event {second.sequence} was acknowledged and not this one"
    # One copy may have been under way.
    for _ in range(2):
        host.line.until(numbered(host, first.sequence), text)
    host.take_all()


def resends_the_content(trial: Trial) -> None:
    """The fields of an event stay as they were, on this link and on the next."""
    host = trial.raw()
    first = _told(trial, host)
    for copy in range(2, COPIES + 1):
        again = host.line.until(numbered(host, first.sequence), f"copy {copy} of an event")
        _demand_same(first, again, f"copy {copy}")
    trial.reopen()
    host = trial.greet()
    host.ask_hello()
    host.welcome()
    again = host.line.until(numbered(host, first.sequence), "the event after a reconnect")
    _demand_same(first, again, "the copy after a reconnect")
    host.take_all()
    trial.tidy(host)


def names_its_oldest(trial: Trial) -> None:
    """A hello says which event is the oldest that is kept, or which number comes next."""
    host = trial.raw()
    trial.stir(host)
    first = first_event(host)
    oldest = host.oldest_said()
    text = f"oldest is {oldest} in a hello"
    demand(oldest == first.sequence, f"{text}; the oldest event kept is {first.sequence}")
    host.welcome()
    last = acknowledge_all(host, first.sequence)
    oldest = host.oldest_said()
    text = f"oldest is {oldest} in a hello; all events up to {last} are acknowledged"
    demand(oldest == last + 1, f"{text}, so that {last + 1} is next")
    host.welcome()
    host.take_all()


def names_its_newest(trial: Trial) -> None:
    """A heartbeat says which event was the last."""
    host = trial.raw()
    trial.stir(host)
    last = acknowledge_all(host, first_event(host).sequence)
    last = max([last, *(event.sequence for event in host.take_all())])
    beat = host.line.until(lambda heard: heard.name == "device_heartbeat", "a heartbeat")
    assert beat.message is not None
    said = beat.message.integer("last")
    demand(said >= last, f"the heartbeat says that event {said} was the last; {last} has come")
    host.take_all()


def _told(trial: Trial, host: RawHost) -> Heard:
    trial.tell(host)

    def has_content(heard: Heard) -> bool:
        return host.is_event(heard) and bool(heard.frame.payload)

    return host.line.until(has_content, "an event with fields", True)


def _demand_same(first: Heard, again: Heard, which: str) -> None:
    right, found = first.frame.payload.hex(" "), again.frame.payload.hex(" ")
    text = f"{which} of event {first.sequence} has payload {found}; it was {right}"
    demand(again.frame == first.frame, text)
