"""What can be wrong with a shoe's reader."""

from typing import Final

from config.wire_document import CARD_CODES
from drivers.emulator.fault import Fault
from drivers.emulator.fault_entry import FaultEntry
from drivers.emulator.physical_faults import MISREAD
from drivers.wire.codec import WireMessage, wire_message


class WrongCard(Fault):
    """So many cards are taken for another card."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Name the next card of the wire's order."""
        if message.name != "card_drawn" or not self.strikes():
            return [message]
        number = CARD_CODES.index(message.text("card"))
        return [wire_message("card_drawn", card=CARD_CODES[(number + 1) % 52])]


class SwapCards(Fault):
    """Two cards are reported in each other's place."""

    def begin(self) -> None:
        """Hold no card back yet."""
        self._held: list[WireMessage] = []

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Hold one card back until the next has passed."""
        if message.name != "card_drawn":
            return [message]
        if not self._held:
            self._held = [message]
            return []
        held, self._held = self._held, []
        return [message, *held]


FAULTS: Final = (
    MISREAD,
    FaultEntry("wrong-card", WrongCard, "takes a card for another", "percent", 1.0),
    FaultEntry("swap-cards", SwapCards, "reports two cards in each other's place"),
)
