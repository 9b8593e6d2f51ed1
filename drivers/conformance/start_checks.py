"""Checks of a device that lost its power for a moment."""

from drivers.conformance.event_checks import acknowledge_all, first_event
from drivers.conformance.trial import Trial
from drivers.requirement import demand


def counts_from_one(trial: Trial) -> None:
    """A new boot number begins with event 1."""
    before = trial.raw().boot
    hello = trial.restarted()
    if hello.integer("boot") == before:
        return
    oldest = hello.integer("oldest")
    demand(oldest == 1, f"the first hello of a new boot number says that {oldest} is the oldest")
    host = trial.greet()
    host.ask_hello()
    host.welcome()
    trial.stir(host)
    first = first_event(host).sequence
    demand(first == 1, f"the first event under a new boot number is {first}; it must be 1")
    host.take_all()


def changes_boot_number(trial: Trial) -> None:
    """Another number, or the numbering goes on as if nothing had been."""
    host = trial.raw()
    trial.stir(host)
    last = acknowledge_all(host, first_event(host).sequence)
    hello = trial.restarted()
    if hello.integer("boot") == host.boot:
        oldest = hello.integer("oldest")
        text = f"boot number {host.boot} again after a power cut, and the next event is {oldest}"
        demand(oldest > last, f"{text}; event {last} was used under that boot number already")
