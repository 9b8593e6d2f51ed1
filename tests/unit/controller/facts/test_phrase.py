"""Phrases: written to the record and read back, found in a cache, said on the terminal."""

import pytest

from controller.cli.decision_line import decision_line
from controller.facts.decisions import DECISION, Decision, EntryRefused, IrregularityFound
from controller.facts.events import DiceRead, HandStood
from controller.facts.phrase import phrase, seen
from controller.record.row import decision_text

REFUSED = EntryRefused(reason=phrase("decks-of-game", least=3, most=8))
FOUND = IrregularityFound(
    name="wrong-deck-colour",
    seen=phrase("seen-stack-dispensed", stack=1, count=3, colour="blue"),
    expected=(phrase("deck-expected", colours=("red", "green")),),
)


@pytest.mark.parametrize("decision", [REFUSED, FOUND])
def test_what_is_said_comes_back_from_the_record_as_it_was(decision: Decision) -> None:
    assert DECISION.validate_json(decision_text(decision)) == decision


def test_other_arguments_are_another_text_of_the_record() -> None:
    other = EntryRefused(reason=phrase("decks-of-game", least=6, most=8))
    assert decision_text(other) != decision_text(REFUSED)


def test_an_event_is_seen_by_its_kind_and_the_fields_it_has() -> None:
    assert seen(HandStood()) == phrase("seen-hand-stood")
    assert seen(HandStood(seat=4)) == phrase("seen-hand-stood", seat=4)
    assert seen(DiceRead(dice=(1, 6, 3))) == phrase("seen-dice-read", dice=(1, 6, 3))


def test_the_terminal_says_sentences() -> None:
    lines = [decision_line(REFUSED), decision_line(FOUND)]
    assert lines == [
        "entry refused: this game is dealt from 3 to 8 decks; use that key",
        "IRREGULARITY: stack 1, 3 cards, blue deck; expected: the red or green deck.",
    ]
