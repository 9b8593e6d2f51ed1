"""What a tilt sensor owes the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.requirement import Action, Conduct, Requirement, demand

if TYPE_CHECKING:
    from drivers.conformance.trial import Trial

KNOCK: Final = Action("bump", "knock on the table as on a door", {"strength": 600})
BLOW: Final = Action("bump", "hit the table with a fist", {"strength": 9000})
TOUCH: Final = Action("bump", "lay a hand on the table", {"strength": 20})
HARD: Final = 2000


def reports_a_bump(trial: Trial) -> None:
    """One knock, one event, and not as a blow."""
    host = trial.linked()
    trial.hands.perform(KNOCK)
    strength = host.event("table_bumped").integer("strength")
    demand(strength < HARD, f"a knock was reported with {strength} mg")
    host.expect_no_more()


def keeps_within_its_scale(trial: Trial) -> None:
    """A blow beyond the scale is sent as the end of it."""
    host = trial.linked()
    trial.hands.perform(BLOW)
    strength = host.event("table_bumped").integer("strength")
    demand(strength >= HARD, f"a blow was reported with {strength} mg")
    host.expect_no_more()


def ignores_a_touch(trial: Trial) -> None:
    """A hand on the table is no bump."""
    host = trial.linked()
    trial.hands.perform(TOUCH)
    host.expect_no_more()


CONDUCT: Final = Conduct(
    stirrings=(KNOCK,),
    requirements=(
        Requirement(
            "TLT-01",
            "reports a bump",
            "A knock on the table is one event with its strength.",
            reports_a_bump,
        ),
        Requirement(
            "TLT-02",
            "keeps within its scale",
            "A blow beyond the scale is reported as the end of the scale.",
            keeps_within_its_scale,
        ),
        Requirement(
            "TLT-03",
            "ignores a touch",
            "A hand that is laid on the table is not reported.",
            ignores_a_touch,
        ),
    ),
)
