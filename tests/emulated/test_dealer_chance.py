"""What chance decides at an emulated table does not depend on how often a thing was tried."""

from functools import partial
from pathlib import Path

import pytest

from controller.facts.board import Board
from controller.facts.decisions import Expectation
from controller.families.dealer import dealer_of
from drivers.dice_cup.emulator import DiceCupEmulator
from drivers.emulate.dealer import HouseDealer
from drivers.emulate.emulators import Emulators
from drivers.entry_pad.emulator import EntryPadEmulator
from tests.conftest import game_rules
from tests.unit.drivers.scoreboard.served_table import board

DEVICES = {"cup-1": "dice-cup", "pad-1": "entry-pad"}
ROUNDS = range(1, 7)
PLAIN = board(0).model_copy(
    update={"family": "pai-gow", "seats": 7, "phase": "dealing", "bank": 1, "turn": 1}
)


def asking(*events: str, **changes: object) -> Board:
    wanted = tuple(Expectation(event=event, code="due") for event in events)
    return PLAIN.model_copy(update={"expected": wanted, **changes})


class Dealt:
    """A dealer and its devices without a table; the keys pressed and the throws are kept."""

    def __init__(self, run: Path, monkeypatch: pytest.MonkeyPatch, seed: int = 1) -> None:
        self.seen: list[object] = []
        emulators = Emulators(run, DEVICES, seed, stretch=0.0)
        cup = emulators.emulator("cup-1")
        assert isinstance(cup, DiceCupEmulator)
        self.cup = cup
        policy = partial(dealer_of, game_rules("lucky-derby/pai-gow-poker"))
        self._dealer = HouseDealer(emulators, run, tuple(DEVICES), 1, seed, 0.0, policy)

        async def press(_pad: EntryPadEmulator, key: str, _long: bool = False) -> None:
            self.seen.append(key)

        monkeypatch.setattr(EntryPadEmulator, "press", press)

    async def do(self, board: Board) -> None:
        await self._dealer._do(board)

    async def play(self, shakes: int) -> list[object]:
        """Six rounds in which the cup is shaken so often before anybody sees that it was."""
        for number in ROUNDS:
            await self.do(asking("bank_accepted", "bank_declined", round=number, offered=1))
            await self.do(asking("wager_placed", round=number))
            for _ in range(shakes):
                await self.do(asking("shake_started", round=number))
            self.seen.append(self.cup.dice)
            await self.do(asking("coverage_declared", round=number))
            await self.do(asking("pile_chosen", round=number))
        return self.seen


async def test_shaking_again_changes_no_throw_and_no_wager(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = await Dealt(tmp_path, monkeypatch).play(shakes=1)
    often = await Dealt(tmp_path, monkeypatch).play(shakes=3)
    assert often == once


async def test_rounds_and_seeds_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await Dealt(tmp_path, monkeypatch, seed=1).play(shakes=1)
    second = await Dealt(tmp_path, monkeypatch, seed=2).play(shakes=1)
    assert first != second
    for seen in (first, second):
        assert len({each for each in seen if isinstance(each, tuple)}) > 1


async def test_a_halted_game_finds_a_bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = Dealt(tmp_path, monkeypatch)
    for number in range(40):
        await dealt.do(asking("bank_accepted", round=number, offered=1, phase="halted"))
    assert set(dealt.seen) == {"bank-yes"}
    for number in range(40):
        await dealt.do(asking("bank_accepted", "bank_declined", round=number, offered=1))
    assert set(dealt.seen) == {"bank-yes", "bank-no"}


async def test_dice_that_lost_their_power_before_they_were_told_are_shown_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = Dealt(tmp_path, monkeypatch), Dealt(tmp_path, monkeypatch)
    await before.do(asking("shake_started", round=3))
    await after.do(asking("dice_read", round=3))
    assert after.cup.dice == before.cup.dice
    # Opened, read and closed.
    assert after.cup.kept_events == 3
