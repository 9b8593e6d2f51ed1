"""What dice cup and entry pad owe the table."""

from typing import Final

from drivers.conformance.requirement import Action, Requirement, demand
from drivers.conformance.trial import Trial

DICE: Final = (2, 4, 6)
SHAKE: Final = Action("shake", "shake the closed cup", {"duration": 0.5})
OPEN: Final = Action("open", "lift the lid")
CLOSE: Final = Action("close", "put the lid back")
LONGEST_PROMPT: Final = 120


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
    trial.hands.perform(Action("place", f"lay the dice as {words}", {"dice": list(DICE)}))
    host.quiet()
    trial.hands.perform(OPEN)
    host.expect("cup_opened")
    found = host.event("dice_read").fields["dice"]
    assert isinstance(found, tuple)
    demand(sorted(found) == sorted(DICE), f"the dice were read as {found}; they show {DICE}")
    _close(trial)


def admits_unreadable_dice(trial: Trial) -> None:
    """A leaning die is not guessed."""
    host = trial.linked()
    lean = Action("spoil_next", "lean one die against the wall", {"reason": "cocked"})
    trial.hands.perform(lean)
    host.quiet()
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


def reports_a_key(trial: Trial) -> None:
    """One press, one event."""
    host = trial.linked()
    trial.hands.perform(_press("seat-3", "press the key seat 3 shortly"))
    host.expect("key_pressed", key="seat-3", press="short")
    host.expect_no_more()


def tells_a_long_press(trial: Trial) -> None:
    """A long press is a long press."""
    host = trial.linked()
    trial.hands.perform(_press("settled", "hold the key settled down for a second", long=True))
    host.expect("key_pressed", key="settled", press="long")
    host.expect_no_more()


def keeps_the_order_of_keys(trial: Trial) -> None:
    """Keys come in the order of the fingers."""
    host = trial.linked()
    for key in ("seat-1", "seat-2", "close-bets"):
        trial.hands.perform(_press(key, f"press the key {key}"))
        host.expect("key_pressed", key=key, press="short")
    host.expect_no_more()


def shows_a_prompt(trial: Trial) -> None:
    """Texts up to the longest are taken, and none is an event."""
    host = trial.linked()
    for text in ("Place your bets", "x" * LONGEST_PROMPT, "Bank: 本 é", ""):
        host.must_accept("show_prompt", text=text)
    host.expect_no_more()


def _press(key: str, prompt: str, long: bool = False) -> Action:
    return Action("press", prompt, {"key": key, "long": long})


def _close(trial: Trial) -> None:
    host = trial.linked()
    trial.hands.perform(CLOSE)
    host.expect("cup_closed")
    host.expect_no_more()


_CUP: Final = ("dice-cup",)
_PAD: Final = ("entry-pad",)

HAND_REQUIREMENTS: Final = (
    Requirement(
        "DIC-01",
        "reports the shake",
        "A shake of the closed cup is reported at its start and at its end.",
        reports_the_shake,
        _CUP,
    ),
    Requirement(
        "DIC-02",
        "reads the dice",
        "After the lid was lifted the values of the three dice are reported as they lie.",
        reads_the_dice,
        _CUP,
    ),
    Requirement(
        "DIC-03",
        "admits unreadable dice",
        "Dice that cannot be read safely are reported as unreadable, never as values.",
        admits_unreadable_dice,
        _CUP,
    ),
    Requirement(
        "DIC-04",
        "plays a whole throw",
        "Shake, lid and reading of one throw are reported once each, in their order.",
        plays_a_whole_throw,
        _CUP,
    ),
    Requirement(
        "PAD-01",
        "reports a key",
        "A short press is one event with the key.",
        reports_a_key,
        _PAD,
    ),
    Requirement(
        "PAD-02",
        "tells a long press",
        "A press of more than 600 ms is one event, marked as long.",
        tells_a_long_press,
        _PAD,
    ),
    Requirement(
        "PAD-03",
        "keeps the order of keys",
        "Keys are reported in the order in which they were pressed.",
        keeps_the_order_of_keys,
        _PAD,
    ),
    Requirement(
        "PAD-04",
        "shows a prompt",
        "Texts of up to 120 bytes of UTF-8 are accepted.",
        shows_a_prompt,
        _PAD,
    ),
)
