import pytest

from tests.system.damaged_links import NewTable, assert_damage_changes_nothing

# A hundred damaged frames; `make soak` plays 500 rounds.
ROUNDS = 8
PATIENCE_S = 120.0


@pytest.mark.timeout(3 * PATIENCE_S)
def test_damaged_links_change_no_decision(new_table: NewTable) -> None:
    assert_damage_changes_nothing(new_table, "baccarat", ROUNDS, PATIENCE_S)
