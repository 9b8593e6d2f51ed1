"""Every request of the desk by every role: what is not granted is refused."""

from pathlib import Path
from typing import Any

import pytest

from controller.bus.desk_messages import (
    DESK_REQUEST,
    DeskRequest,
)
from controller.bus.messages import Refused
from controller.facts.events import (
    FloorCalled,
    FloorCallTakenBack,
)
from controller.facts.roles import ROLES, Role
from controller.people.rights import GRANTS
from tests.unit.controller.daemon.desk_on_trial import (
    RULING,
    SHELL,
    DeskOnTrial,
    reason,
)


@pytest.fixture
def desk(tmp_path: Path) -> DeskOnTrial:
    return DeskOnTrial(tmp_path)


REQUESTS: dict[str, dict[str, Any]] = {
    "log-out": {"kind": "log_out"},
    "ask-board": {"kind": "ask_board"},
    "ask-links": {"kind": "ask_links"},
    "ask-session": {"kind": "ask_session"},
    "give-pin": {"kind": "give_pin", "pin": "1122"},
    "change-pin": {"kind": "change_pin", "pin": "1122", "new_pin": "7392"},
    "staff-enrol": {"kind": "staff_enrol", "person": "dealer"},
    "choose-language": {"kind": "choose_language", "language": "vi"},
    "ask-history": {"kind": "ask_history", "after": 0},
    "ask-hold": {"kind": "ask_hold"},
    "ask-prospect": {"kind": "ask_prospect", "ruling": RULING},
    "report-floor-called": {"kind": "submit", "event": FloorCalled()},
    "report-floor-call-taken-back": {"kind": "submit", "event": FloorCallTakenBack()},
    "report-ruling-given": {"kind": "submit", "event": RULING},
    "report-card-drawn": {"kind": "submit", "event": {"kind": "card_drawn", "card": "7h"}},
    "report-dice-read": {"kind": "submit", "event": {"kind": "dice_read", "dice": (1, 2, 3)}},
    "report-shoe-loaded": {"kind": "submit", "event": {"kind": "shoe_loaded", "decks": 8}},
    "report-result-entered": {"kind": "submit", "event": {"kind": "result_entered", "mark": "P"}},
    "report-bank-accepted": {"kind": "submit", "event": {"kind": "bank_accepted"}},
    "acknowledge-alarm": {"kind": "acknowledge_alarm", "number": 1},
    "pause-sound": {"kind": "pause_sound", "seconds": 60},
    "start-test": {"kind": "start_test", "device": "lamps"},
    "light-lamps": {"kind": "light_lamps", "device": "lamps", "seat": 3},
    "end-test": {"kind": "end_test", "device": "lamps"},
    "staff-list": {"kind": "staff_list"},
    "staff-add": {"kind": "staff_add", "person": "New", "role": "dealer", "pin": "7392"},
    "staff-lock": {"kind": "staff_lock", "person": "dealer"},
    "staff-reset": {"kind": "staff_reset", "person": "dealer", "pin": "7392"},
    "roll-back-directive": {"kind": "roll_back_directive", "directive": "limits"},
}


def request_of(act: str, session: str) -> DeskRequest:
    content = REQUESTS[act] | {"session": session}
    return DESK_REQUEST.validate_python(content, strict=False)


def test_every_act_of_the_table_of_rights_is_tried() -> None:
    assert set(GRANTS) <= set(REQUESTS)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("act", REQUESTS)
def test_every_request_is_refused_to_every_role_it_is_not_granted_to(
    desk: DeskOnTrial, act: str, role: Role
) -> None:
    session = desk.session(role)
    answer = desk.desk.answer(request_of(act, session), SHELL)
    if role in GRANTS.get(act, ()):
        # A lamp is lit, a test ended and a directive taken back where there is one.
        idle = ("start its test first", "are in force that can be taken back")
        assert not isinstance(answer, Refused) or any(why in answer.reason for why in idle)
    else:
        assert f"{act} is not for a {role}" in reason(answer)
        assert desk.table.kinds == ["person_logged_in", "act_refused"]


@pytest.mark.parametrize("act", REQUESTS)
def test_nothing_at_all_is_done_for_somebody_who_is_not_logged_in(
    desk: DeskOnTrial, act: str
) -> None:
    for session in ("", "guessed"):
        assert "nobody is logged in" in reason(desk.desk.answer(request_of(act, session), SHELL))
    assert desk.table.rows == []
