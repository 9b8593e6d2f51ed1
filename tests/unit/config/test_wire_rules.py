"""Tables of answers and lives are about messages and faults their document has."""

import pytest

from config.wire_document import DEVICE_KINDS, load_wire


@pytest.mark.parametrize("kind", DEVICE_KINDS)
def test_every_command_has_its_answers_in_order(kind: str) -> None:
    document = load_wire(kind)
    rules = document.answers
    assert {rule.command for rule in rules} == {m.name for m in document.having("command")}
    known = {fault.name for fault in document.faults} | {"ack"}
    assert {rule.answer for rule in rules} <= known
    for command in document.having("command"):
        own = [rule for rule in rules if rule.command == command.name]
        assert own[-1].when.startswith("otherwise")
        assert own[-1].answer == "ack"


@pytest.mark.parametrize("kind", DEVICE_KINDS)
def test_every_fault_of_a_kind_is_the_answer_to_something(kind: str) -> None:
    document = load_wire(kind)
    own = {fault.name for fault in document.faults if fault.code >= 32}
    assert own <= {rule.answer for rule in document.answers}


@pytest.mark.parametrize("kind", ["dice-cup", "shoe", "shuffler"])
def test_every_event_has_its_place_in_a_life(kind: str) -> None:
    document = load_wire(kind)
    told = {step.tells for step in document.life if step.tells}
    assert told == {message.name for message in document.having("event")}
