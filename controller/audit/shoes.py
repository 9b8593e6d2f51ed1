"""Shoes: every card that left each of them, against the decks that went in."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from controller.audit.told import Told
from controller.facts.cards import DECK, Card
from controller.facts.events import CardDrawn, CardUnreadable, CutCardDrawn, ShoeLoaded
from controller.facts.fact import Fact

PLAIN_DECK: Final = dict.fromkeys(DECK, 1)


class Surplus(Fact):
    """A card that left a shoe more often than its decks hold it: no chance does that."""

    shoe: int
    card: Card
    times: int
    copies: int
    # The row of the first copy too many.
    row: int


class SeenShoe(Fact):
    """One filling of the shoe; a card that was not read is None."""

    number: int
    device: str
    decks: int
    row: int
    loaded_ms: int
    cards: tuple[Card | None, ...]
    is_cut_out: bool
    surplus: tuple[Surplus, ...] = ()


class ShoeWatch:
    """Follows the shoe in play; `deck` says how often each card is in one deck of the game."""

    def __init__(self, deck: dict[Card, int]) -> None:
        self._deck = deck
        self._shoes: list[SeenShoe] = []
        self._loaded: tuple[Told, int] | None = None
        self._cards: list[Card | None] = []
        self._surplus: list[Surplus] = []
        self._count: Counter[Card] = Counter()
        self._is_cut_out = False

    def take(self, told: Told) -> None:
        """Look at one fact."""
        match told.fact:
            case ShoeLoaded(decks=decks):
                self._end()
                self._loaded = (told, decks)
            case CardDrawn(card=card):
                self._draw(card, told.number)
            case CardUnreadable():
                self._cards.append(None)
            case CutCardDrawn():
                self._is_cut_out = True
            case _:
                pass

    def shoes(self) -> tuple[SeenShoe, ...]:
        """Every shoe, the one in play last."""
        current = self._current()
        return (*self._shoes, current) if current else tuple(self._shoes)

    def _draw(self, card: Card, row: int) -> None:
        self._cards.append(card)
        self._count[card] += 1
        copies = self._deck.get(card, 0) * (self._loaded[1] if self._loaded else 0)
        if self._loaded and self._count[card] == copies + 1:
            number = len(self._shoes) + 1
            found = Surplus(shoe=number, card=card, times=copies + 1, copies=copies, row=row)
            self._surplus.append(found)

    def _end(self) -> None:
        current = self._current()
        if current is not None:
            self._shoes.append(current)
        self._loaded, self._cards, self._surplus = None, [], []
        self._count, self._is_cut_out = Counter(), False

    def _current(self) -> SeenShoe | None:
        if self._loaded is None:
            return None
        loading, decks = self._loaded
        count = self._count
        surplus = [each.model_copy(update={"times": count[each.card]}) for each in self._surplus]
        return SeenShoe(
            number=len(self._shoes) + 1,
            device=loading.source,
            decks=decks,
            row=loading.number,
            loaded_ms=loading.at_ms,
            cards=tuple(self._cards),
            is_cut_out=self._is_cut_out,
            surplus=tuple(surplus),
        )


def composed(shoes: Sequence[SeenShoe]) -> list[SeenShoe]:
    """Shoes in which no card is too many: only of those can chance be asked anything."""
    return [shoe for shoe in shoes if shoe.cards and not shoe.surplus]
