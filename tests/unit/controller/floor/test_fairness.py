"""Dice that chance does not explain are named; fair ones are not."""

import random
from pathlib import Path

from controller.facts.events import DiceRead
from controller.floor.departure import leaves
from controller.floor.parcel import TravellingRow, travelling
from controller.floor.rounds import RoundSoFar
from controller.floor.service.fairness import DAY_MS, Fairness, suspects
from controller.floor.store.rows import Batch
from controller.floor.store.store import FloorStore
from controller.record.chain import GENESIS, chained
from controller.record.row import event_row

NOW = 1_790_000_000_000
TABLE = "oaks/t7"


def throws(faces: list[int], count: int = 3000) -> list[TravellingRow]:
    chance = random.Random(7)
    drafts = [
        event_row(NOW + at, "dice-cup-1", DiceRead(dice=tuple(chance.choices(faces, k=3))), 1, at)
        for at in range(count)
    ]
    return [travelling(row, lambda kind: leaves(kind, "all")) for row in chained(GENESIS, drafts)]


def test_fair_dice_are_no_alarm_and_loaded_ones_are() -> None:
    assert suspects(throws([1, 2, 3, 4, 5, 6]), tables=200) == ()
    assert "die-faces" in suspects(throws([1, 2, 3, 4, 5, 6, 6]), tables=200)


def test_each_table_is_judged_once_a_day_the_longest_waiting_first(tmp_path: Path) -> None:
    with FloorStore.open(f"sqlite:{tmp_path / 'floor.sqlite'}") as store:
        rows = throws([6], 200)
        store.rows.append([Batch(TABLE, None, rows, [], RoundSoFar(), [])])
        fairness = Fairness(store)
        assert fairness.next_due([], NOW) is None
        assert fairness.next_due([TABLE], NOW) == TABLE
        fairness.judge(TABLE, fairness.fetched(TABLE, NOW), 1, NOW)
        assert fairness.suspects[TABLE]
        assert fairness.next_due([TABLE], NOW + 1) is None
        assert fairness.next_due([TABLE, "oaks/t8"], NOW + 1) == "oaks/t8"
        assert fairness.next_due([TABLE], NOW + DAY_MS) == TABLE
