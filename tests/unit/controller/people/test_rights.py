"""Every request and every event of the desk against every role."""

from typing import get_args

import pytest

from controller.bus.desk_messages import DeskRequest
from controller.facts.events import Event
from controller.facts.fact import Fact
from controller.facts.roles import ROLES, Role
from controller.people.rights import FRESH, GRANTS, is_granted, who_may

REQUESTS: tuple[type[Fact], ...] = get_args(get_args(DeskRequest)[0])
EVENTS: tuple[type[Fact], ...] = get_args(get_args(Event)[0])


def name_of(kind: type[Fact]) -> str:
    return str(kind.model_fields["kind"].default).replace("_", "-")


ACTS = [
    *(name_of(kind) for kind in REQUESTS if name_of(kind) not in ("log-in", "ask-names", "submit")),
    *(f"report-{name_of(kind)}" for kind in EVENTS),
]
EVERYBODYS = {
    "log-out",
    "ask-board",
    "ask-links",
    "ask-session",
    "give-pin",
    "change-pin",
    "choose-language",
}
# Written out once more, so that a slip in the table is a failure and not a change of rights.
MAY: dict[Role, set[str]] = {
    "dealer": {
        *EVERYBODYS,
        "report-floor-called",
        "report-floor-call-taken-back",
        "acknowledge-alarm",
        "pause-sound",
    },
    "floor": {
        *EVERYBODYS,
        "ask-history",
        "ask-hold",
        "ask-prospect",
        "report-floor-called",
        "report-ruling-given",
        "acknowledge-alarm",
        "pause-sound",
    },
    "technician": {
        *EVERYBODYS,
        "ask-history",
        "ask-hold",
        "staff-list",
        "staff-add",
        "staff-lock",
        "staff-reset",
        "start-test",
        "light-lamps",
        "end-test",
        "acknowledge-alarm",
        "pause-sound",
        "staff-enrol",
        "roll-back-directive",
    },
    "auditor": {*EVERYBODYS, "ask-history", "ask-hold", "staff-list"},
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("act", ACTS)
def test_a_role_may_do_what_it_is_granted_and_nothing_else(act: str, role: Role) -> None:
    assert is_granted(act, role) is (act in MAY[role])


def test_every_grant_is_of_something_the_desk_knows() -> None:
    assert set(GRANTS) <= set(ACTS)
    assert set(GRANTS) >= FRESH


def test_an_emergency_may_rule_and_reports_no_card_either() -> None:
    assert is_granted("report-ruling-given", "emergency")
    assert not is_granted("report-card-drawn", "emergency")


def test_a_refusal_names_who_may() -> None:
    assert who_may("report-floor-called") == ("dealer", "floor")
    assert who_may("report-card-drawn") == ("nobody",)
