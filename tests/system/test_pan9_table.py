"""Dice and shoe together, and a table followed by the pad alone, from end to end."""

from collections.abc import Callable

import pytest

from controller.facts.events import EVENT, CardDrawn, DiceRead
from tests.system.processes import TableOnTrial

NewTable = Callable[[str], TableOnTrial]


@pytest.mark.parametrize(
    ("name", "starts"), [("pan9", 2), pytest.param("caribbean", 1, marks=pytest.mark.long)]
)
@pytest.mark.long
def test_plays_rounds_and_goes_on_after_a_restart(
    new_table: NewTable, name: str, starts: int
) -> None:
    table = new_table(name)
    for _ in range(starts):
        process = table.start_run("--until", "2", "--pace", "200")
        assert process.wait() == 0, process.output + process.errors
        assert process.errors == ""
        assert "IRREGULARITY" not in process.output
    assert table.rounds() >= 2 * starts
    events = [EVENT.validate_json(row[-1]) for row in table.events()]
    dealt = [event.card for event in events if isinstance(event, CardDrawn)]
    assert any(isinstance(event, DiceRead) for event in events) == (name == "pan9")
    assert bool(dealt) == (name == "pan9")
    assert not {card.rank_code for card in dealt} & set("789T")
