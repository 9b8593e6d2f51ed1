"""What an entry pad owes the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.requirement import Action, Conduct, Requirement
from drivers.wire.codec import wire_message

if TYPE_CHECKING:
    from drivers.conformance.trial import Trial

LONGEST_PROMPT: Final = 120


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


CONDUCT: Final = Conduct(
    stirrings=(_press("seat-1", "press the key seat 1"), _press("seat-2", "press the key seat 2")),
    harmless=wire_message("show_prompt", text="conformance"),
    out_of_range=(bytes([LONGEST_PROMPT + 1]) + b"x" * (LONGEST_PROMPT + 1),),
    requirements=(
        Requirement(
            "PAD-01",
            "reports a key",
            "A short press is one event with the key.",
            reports_a_key,
        ),
        Requirement(
            "PAD-02",
            "tells a long press",
            "A press of more than 600 ms is one event, marked as long.",
            tells_a_long_press,
        ),
        Requirement(
            "PAD-03",
            "keeps the order of keys",
            "Keys are reported in the order in which they were pressed.",
            keeps_the_order_of_keys,
        ),
        Requirement(
            "PAD-04",
            "shows a prompt",
            "Texts of up to 120 bytes of UTF-8 are accepted.",
            shows_a_prompt,
        ),
    ),
)
