"""What a lamp board owes the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pydantic import JsonValue

from drivers.requirement import Action, Conduct, Requirement, demand
from drivers.wire.codec import WireMessage, wire_message

if TYPE_CHECKING:
    from drivers.conformance.linked_host import LinkedHost
    from drivers.conformance.trial import Trial

SEATS: Final = 14
STUCK: Final = 3
LAMP: Final[dict[str, JsonValue]] = {"lamp": "action", "seat": STUCK}


def reads_back(trial: Trial) -> None:
    """What is lit is reported."""
    host = _dark(trial)
    _show(host, 1, 2)
    _show(host, 0, 0)
    host.expect_no_more()


def lights_every_seat(trial: Trial) -> None:
    """Each lamp follows its order, or the board says that it has no such seat."""
    host = _dark(trial)
    for seat in range(1, SEATS + 1):
        fault = host.order("set_lamps", bank=seat, action=seat)
        if fault == "no-such-seat":
            demand(seat > 2, f"the board has no lamps for seat {seat}")
            break
        demand(fault is None, f"seat {seat} was refused with {fault}")
        host.expect("lamps_shown", bank=seat, action=seat)
    host.expect_no_more()


def repeats_nothing(trial: Trial) -> None:
    """The same order again changes no lamp and is no event."""
    host = _dark(trial)
    _show(host, 2, 2)
    host.must_accept("set_lamps", bank=2, action=2)
    host.expect_no_more()


def reports_a_stuck_lamp(trial: Trial) -> None:
    """A lamp that stays dark is not reported as shown."""
    host = _dark(trial)
    host.arrange(Action("stick", f"take out the action lamp of seat {STUCK}", LAMP))
    host.must_accept("set_lamps", bank=1, action=STUCK)
    host.expect("lamp_stuck", lamp="action", seat=STUCK)
    host.expect_no_more()
    host.arrange(Action("free", "put the lamp back", LAMP))
    _show(host, 1, STUCK + 1)
    host.expect_no_more()


def _dark(trial: Trial) -> LinkedHost:
    host = trial.linked()
    host.must_accept("set_lamps", bank=0, action=0)
    host.quiet()
    return host


def _show(host: LinkedHost, bank: int, action: int) -> None:
    host.must_accept("set_lamps", bank=bank, action=action)
    host.expect("lamps_shown", bank=bank, action=action)


def _light_another(times: int) -> WireMessage:
    seat = 1 + times % 8
    return wire_message("set_lamps", bank=seat, action=seat % 8 + 1)


CONDUCT: Final = Conduct(
    stirring_order=_light_another,
    harmless=wire_message("set_lamps", bank=0, action=0),
    out_of_range=(bytes([15, 0]), bytes([0, 15])),
    requirements=(
        Requirement(
            "LMP-01",
            "reads back",
            "After an order that changed a lamp the board reports what is lit.",
            reads_back,
        ),
        Requirement(
            "LMP-02",
            "lights every seat",
            "The lamps of every seat the board has follow their orders.",
            lights_every_seat,
        ),
        Requirement(
            "LMP-03",
            "repeats nothing",
            "An order that changes no lamp is acknowledged and reported no second time.",
            repeats_nothing,
        ),
        Requirement(
            "LMP-04",
            "reports a stuck lamp",
            "A lamp that does not follow its order is reported by seat and colour.",
            reports_a_stuck_lamp,
        ),
    ),
)
