"""Pai gow tables from end to end: tiles with a dice cup, Fortune with a dice cup and a shuffler."""

from collections.abc import Callable

import pytest

from controller.facts.events import EVENT, DiceRead, StackDispensed
from tests.system.processes import TableOnTrial

NewTable = Callable[[str], TableOnTrial]


def play(table: TableOnTrial, rounds: int) -> str:
    process = table.start_run("--until", str(rounds), "--pace", "200")
    assert process.wait() == 0, process.output + process.errors
    assert process.errors == ""
    assert "IRREGULARITY" not in process.output
    return process.output


def test_tiles_go_round_counter_clockwise(new_table: NewTable) -> None:
    table = new_table("tiles")
    output = play(table, 2)
    assert "bank offered to seat 1" in output
    assert table.rounds() >= 2
    events = [EVENT.validate_json(row[-1]) for row in table.events()]
    assert len([event for event in events if isinstance(event, DiceRead)]) >= 2


@pytest.mark.long
def test_the_shuffler_deals_hands_of_seven_to_every_seat_and_goes_on_after_a_restart(
    new_table: NewTable,
) -> None:
    table = new_table("machine-fortune")
    for _ in range(2):
        play(table, 1)
    stacks = [
        event
        for row in table.events()
        if isinstance(event := EVENT.validate_json(row[-1]), StackDispensed)
    ]
    assert {stack.count for stack in stacks} == {7}
    assert [stack.stack for stack in stacks[:7]] == [1, 2, 3, 4, 5, 6, 7]
    assert table.rounds() >= 2
