"""A table of which one device is real: the emulated dealer plays the others and waits for it."""

from functools import partial
from pathlib import Path

import pytest

from controller.facts.board import Board
from controller.facts.decisions import Expectation
from controller.families.dealer import dealer_of
from drivers.emulate.dealer import HouseDealer
from drivers.emulate.emulators import Emulators
from tests.conftest import game_rules
from tests.unit.drivers.scoreboard.served_table import board

KINDS = ("dice-cup", "entry-pad", "shoe", "shuffler")
# What is expected, and the device by whose hands it is met.
ASKED = {
    "shoe_loaded": "shoe",
    "card_drawn": "shoe",
    "stack_dispensed": "shuffler",
    "shake_started": "dice-cup",
    "cup_opened": "dice-cup",
    "bets_closed": "entry-pad",
    "card_turned": "entry-pad",
    "coverage_declared": "entry-pad",
    "round_settled": "entry-pad",
}


def asking(event: str) -> Board:
    wanted = (Expectation(event=event, code="due"),)
    return board(0).model_copy(update={"expected": wanted, "phase": "dealing", "bank": 1})


@pytest.mark.parametrize("real", KINDS)
async def test_the_dealer_acts_on_every_device_but_the_real_one(real: str, tmp_path: Path) -> None:
    kinds = {kind: kind for kind in KINDS if kind != real}
    emulators = Emulators(tmp_path, kinds, seed=1, stretch=0.0)
    policy = partial(dealer_of, game_rules("lucky-derby/pai-gow-poker"))
    dealer = HouseDealer(emulators, tmp_path, tuple(kinds), 1, 1, 0.0, policy)
    acted = set()
    for event, kind in ASKED.items():
        before = {name: emulators.emulator(name).kept_events for name in kinds}
        await dealer._do(asking(event))
        acted |= {name for name in kinds if emulators.emulator(name).kept_events > before[name]}
        assert acted <= kinds.keys(), kind
    assert acted == kinds.keys()


async def test_with_no_emulated_device_at_all_the_dealer_only_waits(tmp_path: Path) -> None:
    policy = partial(dealer_of, game_rules("oaks/pure-21.5"))
    dealer = HouseDealer(Emulators(tmp_path, {}, 1, 0.0), tmp_path, (), 1, 1, 0.0, policy)
    for event in ASKED:
        await dealer._do(asking(event))
