"""What an emulated dealer keys in where no reader sees the cards: coups from a seeded shoe."""

from random import Random
from typing import Final

from controller.facts.board import Board
from controller.facts.cards import Card
from controller.facts.decisions import OutcomeDecided
from controller.families.baccarat.coup import Coup, coup_rule, decide
from controller.families.baccarat.possible_results import bonus_choices
from controller.table.state import Rules

# The cut card of the shoe nobody reads lies this deep.
CUT_DEPTH: Final = 14
FLAG_KEYS: Final = {"n": "natural", "p": "player-pair", "b": "banker-pair"}


class EnteredCoups:
    """Deals coups from a shoe of its own and says which keys enter them."""

    def __init__(self, rules: Rules, decks: int, seed: int) -> None:
        self._rules = rules
        self._decks = decks
        self._random = Random(f"{seed}/coups")
        self._cards: list[Card] = []
        self._coup: OutcomeDecided | None = None
        self._is_keyed = False

    @property
    def is_out(self) -> bool:
        """Whether the cut card of the shoe is out."""
        return len(self._cards) <= CUT_DEPTH

    def load(self) -> str:
        """Shuffle a new shoe; the key that tells the table, to be held."""
        copies = self._rules.copies
        deck = [card for card in Card for _ in range(copies[card.place])]
        self._cards = deck * self._decks
        self._random.shuffle(self._cards)
        self._coup = None
        return f"new-shoe-{self._decks}"

    def button_rank(self) -> str:
        """The rank of the card that decides the button."""
        coup, rule = self._dealt(), coup_rule(self._rules)
        hand, _, number = (rule.button_card or "player-1").partition("-")
        cards = coup.player if hand == "player" else coup.banker
        return cards[int(number) - 1].rank_code

    def keys(self, board: Board) -> list[str]:
        """The keys due now: the whole result, enter again, or undo what somebody else left."""
        entry = board.entry
        is_pending = entry is not None and bool(entry.winner)
        if is_pending:
            return ["enter"] if self._is_keyed else ["undo"]
        self._is_keyed = True
        return [*self._result_keys(self._dealt()), "enter"]

    def entered(self) -> None:
        """The coup is in the record; the next one is dealt when it is asked for."""
        self._coup, self._is_keyed = None, False

    def _dealt(self) -> OutcomeDecided:
        if self._coup is None:
            self._is_keyed = False
            self._coup = self._deal()
        return self._coup

    def _result_keys(self, coup: OutcomeDecided) -> list[str]:
        flags = [FLAG_KEYS[flag] for flag in coup.mark[1:]]
        choices = bonus_choices(self._rules, coup.winner, "n" in coup.mark)
        return [coup.winner, *flags, *["bonus"] * choices.index(coup.bonuses)]

    def _deal(self) -> OutcomeDecided:
        rules, coup = self._rules, Coup()
        if self.is_out:
            self.load()
        while coup.due:
            coup = coup.with_card(coup_rule(rules), self._cards.pop())
        return decide(rules, coup)
