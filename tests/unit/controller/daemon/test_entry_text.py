"""What everybody may have of a row, kind by kind."""

import json
from typing import get_args, get_type_hints

import pytest

from controller.bus.messages import Entry, History
from controller.daemon.entry_text import WITHHELD, entry_text, history_text, public_text
from controller.facts.cards import Card
from controller.facts.decisions import BankOffered, Decision
from controller.facts.events import CardDrawn, Event, RulingGiven, ShoeLoaded
from controller.facts.fact import Fact
from controller.record.row import Row, decision_row, event_row

EVENTS: tuple[type[Fact], ...] = get_args(get_args(Event)[0])
DECISIONS: tuple[type[object], ...] = get_args(get_args(Decision)[0])
# They tell of cards once these lie open, or of what is expected, which names none.
TOLD_TO_ALL = {
    "outcome_decided",
    "hands_decided",
    "hand_corrected",
    "hand_taken_back",
    "hand_inserted",
    "expectation_set",
    "game_halted",
    # Why a link is lost, by a driver: its words know ports and cables, no cards.
    "device_lost",
    "device_state_changed",
}


def kind_of(model: type[object]) -> str:
    return str(get_args(get_type_hints(model)["kind"])[0])


def may_name_a_card(model: type[object]) -> bool:
    hints = {name: str(hint) for name, hint in get_type_hints(model).items()}
    words = ("Card", "Phrase", "Expectation", "OutcomeDecided", "DecidedHand")
    return any(word in hint for hint in hints.values() for word in words)


@pytest.mark.parametrize("model", [*EVENTS, *DECISIONS], ids=kind_of)
def test_every_kind_that_may_name_a_card_is_withheld_or_known_to_tell_open_ones(
    model: type[object],
) -> None:
    if may_name_a_card(model):
        assert (kind_of(model).encode() in WITHHELD) is not (kind_of(model) in TOLD_TO_ALL)


def test_every_withheld_kind_exists() -> None:
    assert {kind.decode() for kind in WITHHELD} <= {kind_of(m) for m in (*EVENTS, *DECISIONS)}


def test_a_card_is_whole_for_the_guarded_and_only_a_kind_for_the_others() -> None:
    row = event_row(5, "shoe-1", CardDrawn(card=Card("7h")))._replace(number=9)
    whole = Entry.model_validate_json(entry_text(row))
    assert whole.event == CardDrawn(card=Card("7h"))
    told = Entry.model_validate_json(public_text(row))
    assert told == Entry(number=9, at_ms=5, source="shoe-1", withheld="card_drawn")


def test_who_ruled_is_not_for_everybody() -> None:
    ruling = event_row(5, "desk:floor:tty1:Ann Lee", RulingGiven(by="Ann Lee", ruling="resume"))
    assert b"Ann Lee" not in public_text(ruling)


def test_other_rows_are_the_same_for_all_and_an_unknown_body_for_nobody() -> None:
    rows = [event_row(5, "shoe-1", ShoeLoaded(decks=8)), decision_row(5, "x", BankOffered(seat=1))]
    assert list(map(public_text, rows)) == list(map(entry_text, rows))
    odd = Row(1, 5, "x", None, None, "event", b' {"kind":"card_drawn","card":"7h"}', b"")
    assert json.loads(public_text(odd))["withheld"] == "unknown"


def test_rows_are_one_answer() -> None:
    rows = [
        event_row(5, "shoe-1", CardDrawn(card=Card("7h"))),
        event_row(5, "x", ShoeLoaded(decks=1)),
    ]
    answer = History.model_validate_json(history_text(map(public_text, rows)))
    assert [entry.withheld for entry in answer.entries] == ["card_drawn", ""]
    assert History.model_validate_json(history_text([])).entries == ()
