"""A hold'em table from end to end: packs of several sizes, second windows, a restart."""

from collections.abc import Callable

import pytest

from controller.facts.events import EVENT, StackDispensed
from controller.record.journal import Journal
from tests.system.auditing import irregularities
from tests.system.processes import TableOnTrial

NewTable = Callable[[str], TableOnTrial]


@pytest.mark.long
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


def test_a_table_stopped_before_the_deck_is_unloaded_unloads_it_after_the_start(
    new_table: NewTable,
) -> None:
    table = new_table("holdem")
    assert table.start_run("--until", "1", "--pace", "200").wait() == 0
    with table.journal() as journal:
        unloaded = next(
            row.number for row in journal.rows() if b'"kind":"deck_unloaded"' in row.body
        )
    begin_from(table, unloaded - 1)
    process = table.start_run("--until", "1", "--pace", "200")
    assert process.wait() == 0, process.output + process.errors
    assert irregularities(table) == []


def begin_from(table: TableOnTrial, number: int) -> None:
    """Give the table a record that ends with one row, as if it had lost its power there."""
    with table.journal() as whole:
        rows = [row._replace(number=0, hash=b"") for row in whole.rows(limit=number)]
    table.state = table.folder / "earlier"
    table.state.mkdir()
    with Journal.open(table.state / "journal.sqlite") as record:
        record.append(rows)
