"""A hold'em table from end to end: packs of several sizes, second windows, a restart."""

from collections.abc import Callable

from controller.core.events import EVENT, StackDispensed
from tests.system.processes import TableOnTrial

NewTable = Callable[[str], TableOnTrial]


def test_plays_its_stages_and_goes_on_with_the_other_deck_after_a_restart(
    new_table: NewTable,
) -> None:
    table = new_table("holdem")
    for _ in range(2):
        process = table.start_run("--until", "1", "--pace", "200")
        assert process.wait() == 0, process.output + process.errors
        assert process.errors == ""
        assert "IRREGULARITY" not in process.output
    assert table.rounds() >= 2
    stacks = [
        event
        for row in table.events()
        if isinstance(event := EVENT.validate_json(row[-1]), StackDispensed)
    ]
    assert {stack.count for stack in stacks} == {2, 4}
    firsts = [stack.colour for stack in stacks if stack.stack == 1]
    assert firsts == [("red", "blue")[place % 2] for place in range(len(firsts))]
