"""Who may do what at the desk: one table, an act by the roles that may do it."""

from collections.abc import Mapping
from typing import Final

from controller.bus.desk_messages import DeskRequest, Submit
from controller.facts.roles import ROLES, ActingRole, Role

EVERYBODY: Final = frozenset(ROLES)
AT_THE_TABLE: Final[frozenset[Role]] = frozenset({"dealer", "floor", "technician"})
# An act is a request, or the reporting of a kind of event. What is not here nobody may do: a
# card, dice or a result reach the table by devices and by rulings alone.
GRANTS: Final[Mapping[str, frozenset[Role]]] = {
    "log-out": EVERYBODY,
    "ask-board": EVERYBODY,
    "ask-session": EVERYBODY,
    "give-pin": EVERYBODY,
    "change-pin": EVERYBODY,
    "choose-language": EVERYBODY,
    "ask-links": EVERYBODY,
    # With every card that lies face down.
    "ask-history": frozenset({"floor", "technician", "auditor"}),
    "ask-hold": frozenset({"floor", "technician", "auditor"}),
    "ask-prospect": frozenset({"floor"}),
    "report-floor-called": frozenset({"dealer", "floor"}),
    "report-floor-call-taken-back": frozenset({"dealer"}),
    "report-ruling-given": frozenset({"floor"}),
    "acknowledge-alarm": AT_THE_TABLE,
    "pause-sound": AT_THE_TABLE,
    "start-test": frozenset({"technician"}),
    "light-lamps": frozenset({"technician"}),
    "end-test": frozenset({"technician"}),
    "staff-list": frozenset({"technician", "auditor"}),
    "staff-add": frozenset({"technician"}),
    "staff-lock": frozenset({"technician"}),
    "staff-reset": frozenset({"technician"}),
    "staff-enrol": frozenset({"technician"}),
    "roll-back-directive": frozenset({"technician"}),
}
# What changes the game or the staff asks for the PIN again after some minutes.
FRESH: Final = frozenset(
    {
        "report-ruling-given",
        "staff-add",
        "staff-lock",
        "staff-reset",
        "staff-enrol",
        "roll-back-directive",
    }
)
# What asks for the second method too, where the room has one.
PROVED: Final = FRESH


def act_of(request: DeskRequest) -> str:
    """Name what a request does."""
    if isinstance(request, Submit):
        return f"report-{request.event.kind.replace('_', '-')}"
    return request.kind.replace("_", "-")


def is_granted(act: str, role: ActingRole) -> bool:
    """Tell whether a role may do this; an emergency may do whatever anybody may."""
    granted = GRANTS.get(act, frozenset())
    return bool(granted) if role == "emergency" else role in granted


def who_may(act: str) -> tuple[str, ...]:
    """The roles that may, for a message; nobody where it is no act of the desk."""
    return tuple(role for role in ROLES if role in GRANTS.get(act, ())) or ("nobody",)
