"""The strategy of hold'em for many rounds at once: as `plays_holdem` has it for one."""

from typing import Final

import numpy as np
import numpy.typing as npt

from controller.facts.cards import DECK
from controller.hands.dealt import LOWEST, VALUE
from controller.odds.quick.place import Faces, Flags, Numbers, cards_of
from controller.odds.quick.strength import BITS, hands_of, strengths
from controller.simulate.strategies.poker import (
    FLOP,
    MOST_OUTS,
    MOST_TIMES,
    plays_flop,
    plays_pocket,
)

VALUES: Final[Numbers] = np.array([VALUE[card] - LOWEST for card in DECK])
SUIT_OF: Final[Numbers] = np.array(["cdhs".index(card.suit) for card in DECK])
POCKETS: Final[Flags] = np.array(
    [[one is not two and plays_pocket((one, two)) for two in DECK] for one in DECK]
)
LONG: Final = 4
UNKNOWN: Final = -1
# Answers by pocket and flop, as far as they were asked for.
_FLOPS: Final[npt.NDArray[np.int8]] = np.full(1 << 24, UNKNOWN, np.int8)


def plays(pocket: Faces, community: Faces, times: int) -> Flags:
    """Tell which seats play for so many times their Ante: the more, the earlier."""
    if times >= MOST_TIMES:
        at_once: Flags = POCKETS[pocket[:, 0], pocket[:, 1]]
        return at_once
    return _river(pocket, community) if times == 1 else _flop(pocket, community[:, :FLOP])


def _flop(pocket: Faces, flop: Faces) -> Flags:
    keys = _flop_keys(pocket, flop)
    new, first = np.unique(keys, return_index=True)
    for key, row in zip(new.tolist(), first.tolist(), strict=True):
        if _FLOPS[key] == UNKNOWN:
            _FLOPS[key] = plays_flop(cards_of(pocket[row]), cards_of(flop[row]))
    plays: Flags = _FLOPS[keys] == 1
    return plays


def _flop_keys(pocket: Faces, flop: Faces) -> Numbers:
    """Ranks, how many cards a long suit has, and which of the own cards are of it."""
    suits = SUIT_OF[np.concatenate((pocket, flop), axis=1)]
    counts = np.stack([(suits == suit).sum(axis=1) for suit in range(4)], axis=1)
    longest = counts.argmax(axis=1)
    long = np.where(counts.max(axis=1) >= LONG, counts.max(axis=1) - LONG + 1, 0)
    is_long = (suits[:, :2] == longest[:, None]) & (long > 0)[:, None]
    own = np.sort(VALUES[pocket] * 2 + is_long, axis=1)
    ranks = np.sort(VALUES[flop], axis=1)
    keys: Numbers = long
    for part, bits in ((own[:, 0], 5), (own[:, 1], 5), *((ranks[:, n], 4) for n in range(FLOP))):
        keys = keys << bits | part
    return keys


def _river(pocket: Faces, community: Faces) -> Flags:
    """A pair with an own card plays, else a hand that few single cards of the bank beat."""
    own, others = VALUES[pocket], VALUES[community]
    played: Flags = own[:, 0] == own[:, 1]
    for place in range(2):
        played |= (others == own[:, place, None]).any(axis=1)
    rows = np.nonzero(~played)[0]
    played[rows] = _outs(pocket[rows], community[rows]) < MOST_OUTS
    return played


def _outs(pocket: Faces, community: Faces) -> Numbers:
    table, board = strengths(), hands_of(community)
    whole = hands_of(np.concatenate((pocket, community), axis=1))
    ours, outs = table.of(whole), np.zeros(len(pocket), np.int64)
    for place in range(len(DECK)):
        unseen = whole.bits & BITS[place] == 0
        outs += unseen & (table.of(board.with_card(place)) > ours)
    return outs
