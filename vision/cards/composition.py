"""The shoe's composition as a veto on a reading; it never names a card itself."""

from collections import Counter
from collections.abc import Mapping

from controller.facts.cards import DECK, Card

# A shoe that goes on for more cards after its cut card was changed unseen by the camera.
CARDS_AFTER_CUT = 60


class ShoeComposition:
    """Counts faces since a load it has seen; without one it has no opinion."""

    def __init__(self, copies: Mapping[Card, int] | None = None) -> None:
        self._copies = dict.fromkeys(DECK, 1) if copies is None else copies
        self._decks = 0
        self._seen: Counter[Card] = Counter()
        self._since_cut: int | None = None

    def loaded(self, decks: int) -> None:
        """A new shoe, and the number of its decks."""
        self._decks, self._seen, self._since_cut = decks, Counter(), None

    def cut(self) -> None:
        """The cut card is out: the shoe will be changed soon."""
        self._since_cut = 0

    def veto(self, card: Card) -> str:
        """Why this card cannot have come out of the shoe; empty when it can. Counts it."""
        self._count_past_cut()
        if not self._decks:
            return ""
        self._seen[card] += 1
        copies = self._decks * self._copies.get(card, 0)
        # A face the game does not have is the rules' matter, not a doubt about the reading.
        if not copies or self._seen[card] <= copies:
            return ""
        self._seen[card] -= 1
        return f"{card} was read {copies + 1} times; {self._decks}-deck shoe"

    def _count_past_cut(self) -> None:
        if self._since_cut is None:
            return
        self._since_cut += 1
        if self._since_cut > CARDS_AFTER_CUT:
            self._decks = 0
