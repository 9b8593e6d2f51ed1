"""Checks of a device that lost its power for a moment."""

from drivers.conformance.event_checks import acknowledge_all, first_event
from drivers.conformance.trial import Trial
from drivers.requirement import demand


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
