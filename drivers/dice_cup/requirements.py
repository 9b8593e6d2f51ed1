"""What a dice cup owes the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.requirement import Action, Conduct, Requirement, demand

if TYPE_CHECKING:
    from drivers.conformance.trial import Trial

DICE: Final = (2, 4, 6)
SHAKE: Final = Action("shake", "shake the closed cup", {"duration": 0.5})
OPEN: Final = Action("open", "lift the lid")
CLOSE: Final = Action("close", "put the lid back")


def reports_the_shake(trial: Trial) -> None:
    """A shake has a start and an end."""
    host = trial.linked()
    trial.hands.perform(SHAKE)
    host.expect("shake_started")
    host.expect("shake_ended")
    host.expect_no_more()


def reads_the_dice(trial: Trial) -> None:
    """The values are those that lie there."""
    host = trial.linked()
    words = ", ".join(map(str, DICE))
    lay = f"lay the dice as {words} and close the cup without shaking it"
    host.arrange(Action("place", lay, {"dice": list(DICE)}))
    trial.hands.perform(OPEN)
    host.expect("cup_opened")
    found = host.event("dice_read").fields["dice"]
    assert isinstance(found, tuple)
    demand(sorted(found) == sorted(DICE), f"the dice were read as {found}; they show {DICE}")
    _close(trial)


def admits_unreadable_dice(trial: Trial) -> None:
    """A leaning die is not guessed."""
    host = trial.linked()
    lean = "lean one die against the wall and close the cup without shaking it"
    host.arrange(Action("spoil_next", lean, {"reason": "cocked"}))
    trial.hands.perform(OPEN)
    host.expect("cup_opened")
    host.event("dice_unreadable")
    _close(trial)


def plays_a_whole_throw(trial: Trial) -> None:
    """Shake, lift, read, close: nothing more, nothing less."""
    host = trial.linked()
    trial.hands.perform(SHAKE)
    for name in ("shake_started", "shake_ended"):
        host.expect(name)
    trial.hands.perform(OPEN)
    host.expect("cup_opened")
    host.event("dice_read", "dice_unreadable")
    trial.hands.perform(CLOSE)
    host.expect("cup_closed")
    host.expect_no_more()


def _close(trial: Trial) -> None:
    host = trial.linked()
    trial.hands.perform(CLOSE)
    host.expect("cup_closed")
    host.expect_no_more()


CONDUCT: Final = Conduct(
    stirrings=(SHAKE,),
    telling=(OPEN, CLOSE),
    requirements=(
        Requirement(
            "DIC-01",
            "reports the shake",
            "A shake of the closed cup is reported at its start and at its end.",
            reports_the_shake,
        ),
        Requirement(
            "DIC-02",
            "reads the dice",
            "After the lid was lifted the values of the three dice are reported as they lie.",
            reads_the_dice,
        ),
        Requirement(
            "DIC-03",
            "admits unreadable dice",
            "Dice that cannot be read safely are reported as unreadable, never as values.",
            admits_unreadable_dice,
        ),
        Requirement(
            "DIC-04",
            "plays a whole throw",
            "Shake, lid and reading of one throw are reported once each, in their order.",
            plays_a_whole_throw,
        ),
    ),
)
