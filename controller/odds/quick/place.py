"""The two places of a quick round, and what lies between them."""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from config.game import Game
from controller.facts.cards import Card
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.simulate.returns import stakes_of
from controller.table.shoe import copies_in_deck

BANK: Final = 1
SEAT: Final = 2
# Cards by `Card.place`, a row for each round or shoe.
Faces = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
CARDS: Final = tuple(Card)
_FACE: Final = np.uint64(63)


class Batch(NamedTuple):
    """Rounds dealt together: their kinds, of which each pays the same, and how one is laid out."""

    kinds: Numbers
    finished: Callable[[int], FinishedRound]


Deal = Callable[[int], Batch]


def staked(
    game: Game, bank: BankRound, seat: SeatRound, times: int = 0, community: tuple[Card, ...] = ()
) -> FinishedRound:
    """A round of one seat that has staked a unit on everything it may."""
    # Built without validation: everything in it comes from the rules' own types.
    wagers = stakes_of(game, seat, times)
    held = seat.model_copy(update={"wagers": wagers})
    return FinishedRound.model_construct(bank=bank, seats={str(SEAT): held}, community=community)


def whole_deck(game: Game) -> Faces:
    """Every card of a full shoe or deck."""
    decks = game.cards.decks[1]
    copies = copies_in_deck(game.cards, decks)
    faces = [card.place for card in Card for _ in range(copies[card.place])] * decks
    return np.array(faces, np.uint8)


def shuffled(chance: np.random.PCG64, deck: Faces, rows: int) -> Faces:
    """So many decks, each in an order of its own.

    Every card gets a random number and they are sorted by it. Only numbers of the bit generator are
    used: those stay the same for a seed, whichever version of numpy draws them.
    """
    keys = chance.random_raw(rows * len(deck)).reshape(rows, len(deck))
    keys &= ~_FACE
    keys |= deck
    keys.sort(axis=1)
    return (keys & _FACE).astype(np.uint8)


def cards_of(faces: Faces) -> tuple[Card, ...]:
    """One row of faces as cards."""
    return tuple([CARDS[place] for place in faces.tolist()])
