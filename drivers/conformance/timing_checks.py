"""Checks of a device's clock: as often as the document says, neither late nor in a flood."""

import time
from itertools import pairwise
from statistics import median
from typing import Final

from drivers.conformance.event_checks import first_event, numbered
from drivers.conformance.greeting_checks import harmless
from drivers.conformance.raw_host import Match, RawHost
from drivers.conformance.trial import Trial
from drivers.requirement import Action, ViolationError, demand
from drivers.wire.device_session import EARLIEST, LATEST

TIMES: Final = 5
BEATS: Final = 4
# A host that was busy itself measures again: a device that is late is late in each series.
SERIES: Final = 3
REACTION_S: Final = 1.0
SWITCH: Final = Action("reboot", "switch the device off; press Enter as you switch it on again")


def greets_in_time(trial: Trial) -> None:
    """A hello without an answer comes again after hello_ms."""
    host = trial.greet()
    host.ask_hello()
    _demand_pace(host, lambda heard: heard.name == "hello", "hello_ms", "hello", TIMES)


def resends_in_time(trial: Trial) -> None:
    """An event without an acknowledgement comes again after resend_ms."""
    host = trial.raw()
    trial.stir(host)
    wanted = numbered(host, first_event(host).sequence)
    _demand_pace(host, wanted, "resend_ms", "copy of an event", TIMES)
    host.take_all()


def beats_in_time(trial: Trial) -> None:
    """An idle device beats every heartbeat_ms."""
    host = trial.raw()
    wanted = "device_heartbeat"
    _demand_pace(host, lambda heard: heard.name == wanted, "heartbeat_ms", "heartbeat", BEATS)


def answers_in_time(trial: Trial) -> None:
    """A command is answered within ack_timeout_ms."""
    host = trial.raw()
    limit = host.seconds("ack_timeout_ms")
    for _ in range(SERIES):
        middle = median(_answer_times(host))
        if middle <= limit:
            return
    text = f"a command was answered after {_ms(middle)}"
    raise ViolationError(f"{text} in the middle of {TIMES}; {_ms(limit)} is the limit")


def _answer_times(host: RawHost) -> list[float]:
    taken = []
    for _ in range(TIMES):
        started = time.monotonic()
        host.order(harmless(host))
        taken.append(time.monotonic() - started)
    return taken


def is_ready_in_time(trial: Trial) -> None:
    """From power to hello within ready_ms."""
    host = trial.raw()
    trial.standing.clear()
    trial.hands.arrange(SWITCH)
    host.line.by_hand(0.0)
    started = time.monotonic()
    limit = host.seconds("ready_ms")
    host.line.until(
        lambda heard: heard.name == "hello",
        f"a hello after the start ({_ms(limit)} is the limit)",
        within_s=limit + REACTION_S,
    )
    taken = time.monotonic() - started
    demand(taken <= limit + REACTION_S, f"the first hello came {_ms(taken)} after the power")


def _demand_pace(host: RawHost, wanted: Match, timer: str, what: str, times: int) -> None:
    right = host.seconds(timer)
    arrived = host.line.arrivals(wanted, times, (times + 1) * LATEST * right)
    demand(len(arrived) > 2, f"{len(arrived)} times a {what} in {_ms(times * LATEST * right)}")
    between = median(b - a for a, b in pairwise(arrived))
    limits = (
        f"{timer} is {_ms(right)}, and {_ms(EARLIEST * right)} to {_ms(LATEST * right)} will do"
    )
    is_right = EARLIEST * right <= between <= LATEST * right
    demand(
        is_right,
        f"the middle one of {len(arrived) - 1} times to the next {what}"
        f" is {_ms(between)}; {limits}",
    )


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"
