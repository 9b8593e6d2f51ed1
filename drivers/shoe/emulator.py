"""An emulated shoe reader: cards in an order, a cut card, a lid, and a hand that pulls."""

import asyncio
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import ClassVar, Final

from config.wire_document import CARD_CODES
from drivers.emulator.device import CABLE_ACTIONS, EmulatedDevice, EmulatorError

DRAW_S: Final = 0.15
CUT_CARD: Final = "cut"
CUT_DEPTH: Final = 14
DECK: Final = CARD_CODES[:52]


class ShoeEmulator(EmulatedDevice):
    """A shoe; `draw` pulls the next card over the reader."""

    kind: ClassVar[str] = "shoe"
    actions: ClassVar[tuple[str, ...]] = (
        *CABLE_ACTIONS,
        "load",
        "draw",
        "misread_next",
        "open_lid",
        "close_lid",
    )

    def __init__(self, device: str, path: Path, rng: Random, stretch: float = 1.0) -> None:
        super().__init__(device, path, rng, stretch)
        self._cards: deque[str] = deque()
        self._told = 0
        self._misread: str | None = None
        self._is_open = False
        self._deck: tuple[str, ...] = tuple(DECK)
        self._cut_depth = CUT_DEPTH
        self._hand = asyncio.Lock()

    @property
    def cards_left(self) -> int:
        """Cards still in the shoe, the cut card not counted."""
        return sum(card != CUT_CARD for card in self._cards)

    def counted(self) -> int:
        """The cards told of since the shoe was loaded, read or not."""
        return self._told

    def use_deck(self, deck: Sequence[str], cut_depth: int = CUT_DEPTH) -> None:
        """Fill this shoe with decks of these cards, the last `cut_depth` behind the cut card."""
        self._deck, self._cut_depth = tuple(deck), cut_depth

    async def load(
        self, decks: int = 8, cut_depth: int | None = None, cards: Sequence[str] | None = None
    ) -> None:
        """Fill the shoe with shuffled decks (or these cards), `cut_depth` behind the cut card."""
        if not 1 <= decks <= 8:
            raise EmulatorError(f"{self.device}: {decks} decks; load 1 to 8")
        if cards is not None and not set(cards) <= set(CARD_CODES):
            raise EmulatorError(f"{self.device}: cards must be codes such as Td, As or Jo")
        order = list(cards) if cards is not None else self._shuffled(decks)
        depth = self._cut_depth if cut_depth is None else cut_depth
        order.insert(max(0, len(order) - depth), CUT_CARD)
        async with self._hand:
            self._cards, self._told = deque(order), 0
            self._emit("shoe_loaded", decks=decks)

    def stand(
        self, decks: int, drawn: Mapping[str, int], is_cut_out: bool, told: int | None = None
    ) -> None:
        """Hold what these decks hold after those draws: a shoe that stood here all along."""
        held = Counter(self._deck * decks)
        held.subtract(drawn)
        left = list(held.elements())
        self._rng.shuffle(left)
        if not is_cut_out:
            left.insert(max(0, len(left) - self._cut_depth), CUT_CARD)
        self._cards = deque(left)
        self._told = sum(drawn.values()) if told is None else told

    async def draw(self) -> str:
        """Pull the next card; returns its code, or `cut` for the cut card."""
        async with self._hand:
            if not self._cards:
                raise EmulatorError(f"{self.device}: the shoe is empty; load it")
            await self._pause(DRAW_S)
            card = self._cards.popleft()
            if self._misread == "two-cards" and card != CUT_CARD and self._cards:
                self._cards.popleft()
            self._read(card)
            if not self._cards:
                self._emit("shoe_emptied")
            return card

    async def misread_next(self, reason: str = "unread") -> None:
        """Make the next card unreadable for this reason."""
        self._check_value("card_unreadable", reason)
        self._misread = reason

    async def open_lid(self) -> None:
        """Open the lid; an open lid is not opened twice."""
        if not self._is_open:
            self._is_open = True
            self._emit("shoe_lid_opened")

    async def close_lid(self) -> None:
        """Close the lid; a closed lid is not closed twice."""
        if self._is_open:
            self._is_open = False
            self._emit("shoe_lid_closed")

    def _tell_again(self) -> None:
        if self._is_open:
            self._emit("shoe_lid_opened")

    def _shuffled(self, decks: int) -> list[str]:
        order = list(self._deck) * decks
        self._rng.shuffle(order)
        return order

    def _read(self, card: str) -> None:
        if card == CUT_CARD:
            self._emit("cut_card_drawn")
            return
        self._told += 1
        if self._misread is not None:
            self._emit("card_unreadable", reason=self._misread)
            self._misread = None
        else:
            self._emit("card_drawn", card=card)


EMULATOR: Final = ShoeEmulator
