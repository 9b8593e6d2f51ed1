"""A twenty-one table from end to end: shoe and pad, the hole card turned, a restart."""

from collections.abc import Callable

import pytest

from controller.facts.events import EVENT, CardsRevealed, ShoeLoaded
from tests.system.processes import TableOnTrial

NewTable = Callable[[str], TableOnTrial]


@pytest.mark.long
def test_deals_from_one_shoe_before_and_after_a_restart(new_table: NewTable) -> None:
    table = new_table("twenty-one")
    for _ in range(2):
        process = table.start_run("--until", "1", "--pace", "200")
        assert process.wait() == 0, process.output + process.errors
        assert process.errors == ""
        assert "IRREGULARITY" not in process.output
    assert table.rounds() >= 2
    events = [EVENT.validate_json(row[-1]) for row in table.events()]
    assert sum(isinstance(event, ShoeLoaded) for event in events) == 1
    assert sum(isinstance(event, CardsRevealed) for event in events) >= 2
