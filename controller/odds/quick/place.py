"""The two places of a quick round, and what lies between them."""

from collections.abc import Callable, Hashable
from random import Random
from typing import Final, NamedTuple

from config.game import Game
from controller.dealing.shoe import ShuffledShoe, cut_depth
from controller.facts.cards import Card
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.simulate.returns import stakes_of
from controller.table.shoe import copies_in_deck

BANK: Final = 1
SEAT: Final = 2


class Dealt(NamedTuple):
    """A round by its kind, for rounds of one kind pay the same, and how it is laid out whole."""

    kind: Hashable
    finished: Callable[[], FinishedRound]


def staked(
    game: Game, bank: BankRound, seat: SeatRound, times: int = 0, community: tuple[Card, ...] = ()
) -> FinishedRound:
    """A round of one seat that has staked a unit on everything it may."""
    # Built without validation: everything in it comes from the rules' own types.
    wagers = stakes_of(game, seat, times)
    held = seat.model_copy(update={"wagers": wagers})
    return FinishedRound.model_construct(bank=bank, seats={str(SEAT): held}, community=community)


class EndlessShoe:
    """Cards from a shoe that is shuffled anew behind its cut card, between two rounds."""

    def __init__(self, game: Game, chance: Random) -> None:
        self._decks = game.cards.decks[1]
        self._copies = copies_in_deck(game.cards, self._decks)
        self._chance = chance
        self._shoe = self._shuffled()
        self.draw = self._shoe.draw

    def begin(self) -> None:
        """Shuffle if the cut card is out."""
        if self._shoe.is_out:
            self._shoe = self._shuffled()
            self.draw = self._shoe.draw

    def _shuffled(self) -> ShuffledShoe:
        depth = min(cut_depth(True), sum(self._copies) * self._decks // 2)
        return ShuffledShoe(self._chance, self._copies, self._decks, depth)
