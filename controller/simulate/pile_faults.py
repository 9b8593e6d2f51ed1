"""Mistakes with piles and the dice cup; each gives nothing at a moment where it would be none."""

import random
from typing import Final

from controller.facts.events import (
    CupOpened,
    DiceRead,
    Event,
    PileChosen,
    PilesDelivered,
    ShakeStarted,
    WagerPlaced,
)
from controller.facts.seats import next_seat
from controller.simulate.fault import Faults, says, seen
from controller.table.state import TableState


def _no_such_pile(state: TableState, _rng: random.Random) -> Event | None:
    piles = state.rules.game.piles
    return PileChosen(pile=piles.count + 1) if piles and piles.count < 8 else None


def _die_too_few(state: TableState, _rng: random.Random) -> Event | None:
    dice = state.rules.game.dice
    return DiceRead(dice=(6,) * (dice.count - 1)) if dice and dice.count > 1 else None


def _cup_before_call(state: TableState, _rng: random.Random) -> Event | None:
    return CupOpened() if state.rules.game.dice else None


def _wager_after_lid(state: TableState, _rng: random.Random) -> Event:
    return WagerPlaced(seat=next_seat(state.bank.seat, state.rules.seats))


PILE_FAULTS: Final[Faults] = {
    "cup-before-call": ("bets_closed", _cup_before_call),
    "shake-after-opening": ("dice_read", says(ShakeStarted())),
    "die-too-few": ("dice_read", _die_too_few),
    "wager-after-lid": ("dice_read", _wager_after_lid),
    "early-delivery": ("dice_read", says(PilesDelivered())),
    "no-such-pile": ("pile_chosen", _no_such_pile),
    "exposed-ace": ("piles_dealt", seen("ace-or-joker-exposed")),
    "exposed-card": ("piles_dealt", seen("card-exposed")),
    "eight-in-pile": ("piles_dealt", seen("eight-cards-in-pile")),
    "wrong-first-seat": ("piles_delivered", seen("action-pile-looked-at")),
    "card-on-the-floor": ("round_settled", seen("card-off-table")),
    "fouled-hand": ("round_settled", seen("hand-fouled")),
}
