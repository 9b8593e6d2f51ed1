"""The pad of a table whose results are keyed in, for tests."""

from config.words import words
from controller.facts.board import Board
from controller.facts.decisions import (
    EntryRefused,
)
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CollectionTaken,
    KeyPressed,
    RoundSettled,
)
from controller.facts.phrase import Phrase
from controller.table.board_of import board_of
from controller.table.orders_of import orders_of
from tests.conftest import TablePlayer

Decided = tuple[object, ...]


class Pad(TablePlayer):
    """A by-hand table whose keys are pressed ten seconds apart, unless a test says otherwise."""

    now_ms = 1_000_000

    def press(self, *keys: str, after_ms: int = 10_000, hold: bool = False) -> Decided:
        decided: Decided = ()
        for key in keys:
            self.now_ms += after_ms
            decided += self.play(KeyPressed(key=key, is_long=hold, at_ms=self.now_ms))
        return decided

    def refused(self, *keys: str, after_ms: int = 10_000, hold: bool = False) -> Phrase:
        decided = self.press(*keys, after_ms=after_ms, hold=hold)
        (refusal,) = (item for item in decided if isinstance(item, EntryRefused))
        return refusal.reason

    def hand(self, *keys: str) -> Decided:
        """A whole round: bets, a result, settled; the bank is taken when it is offered."""
        if self.state.bank.offered:
            self.play(BankAccepted())
        decided = self.play(BetsClosed(), CollectionTaken()) + self.press(*keys, "enter")
        return decided + self.play(RoundSettled())

    @property
    def marks(self) -> list[str]:
        return [hand.mark for hand in self.state.shoe.hands]

    @property
    def prompt(self) -> tuple[str, ...]:
        order = orders_of(self.state)["entry-pad"]
        assert order.kind == "show_prompt"
        return tuple(words().sentence(each) for each in order.phrases)

    @property
    def board(self) -> Board:
        return board_of(self.state, 1)
