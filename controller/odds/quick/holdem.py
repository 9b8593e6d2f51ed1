"""Quick rounds of hold'em: told apart by the names of both hands and by which is the better."""

from functools import partial
from typing import Final, NamedTuple

import numpy as np

from config.game import Game
from controller.odds.quick.holdem_strategy import plays
from controller.odds.quick.place import Batch, Deal, Faces, Numbers, shuffled, whole_deck
from controller.odds.quick.strength import hands_of, strengths
from controller.odds.quick.unseen import laid_out
from controller.settlement.finished import FinishedRound

# What a wager may be judged by so that the names of both hands and the better one say all.
BY_NAME: Final = frozenset({"comparison", "winning-hand", "beaten-hand", "own-hand"})
POCKET: Final = 2
DEALT: Final = 9
CATEGORIES: Final = 16


class Hands(NamedTuple):
    """The cards of many rounds: each side's two, and the five of the community."""

    bank: Faces
    seat: Faces
    community: Faces


def deal_of(game: Game, chance: np.random.PCG64) -> Deal | None:
    """Deal rounds, each from a whole deck; nothing where a wager asks for more of the cards."""
    if any(wager.judged not in BY_NAME for wager in game.wagers):
        return None
    return partial(_deal, game, chance, whole_deck(game))


def _deal(game: Game, chance: np.random.PCG64, deck: Faces, rounds: int) -> Batch:
    cards = shuffled(chance, deck, rounds)[:, :DEALT]
    hands = Hands(cards[:, :POCKET], cards[:, POCKET : 2 * POCKET], cards[:, 2 * POCKET :])
    times = _times(game, hands)

    def finished(place: int) -> FinishedRound:
        bank, seat, community = (part[place] for part in hands)
        return laid_out(game, bank, seat, int(times[place]), community)

    return Batch(_kinds(hands) * CATEGORIES + times, finished)


def _times(game: Game, hands: Hands) -> Numbers:
    """How many times its Ante each seat plays for, 0 where it folds."""
    times = np.zeros(len(hands.seat), np.int64)
    for most in sorted((max(window.times) for window in game.play.values()), reverse=True):
        rows = np.nonzero(times == 0)[0]
        times[rows[plays(hands.seat[rows], hands.community[rows], most)]] = most
    return times


def _kinds(hands: Hands) -> Numbers:
    """The names of both hands, and whether the seat's is the worse, equal or the better."""
    table = strengths()
    ours, theirs = (
        table.of(hands_of(np.concatenate((pocket, hands.community), axis=1)))
        for pocket in (hands.seat, hands.bank)
    )
    names = table.categories[ours] * CATEGORIES + table.categories[theirs]
    kinds: Numbers = names * 3 + np.sign(ours - theirs) + 1
    return kinds
