"""Faults of a device's parts: it keeps to the wire and tells what is not so."""

from typing import Final

from config.wire_document import CARD_CODES
from drivers.emulator.fault import Fault
from drivers.wire.codec import WireMessage, wire_message

STUCK_SEAT: Final = 1
COLOUR_AFTER: Final = {"red": "blue", "blue": "green", "green": "black", "black": "red"}
UNREADABLE: Final = {"card_drawn": "card_unreadable", "dice_read": "dice_unreadable"}


class Misread(Fault):
    """So many cards or throws cannot be read."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Say that nothing was read."""
        unreadable = UNREADABLE.get(message.name)
        if unreadable is None or not self.strikes():
            return [message]
        return [wire_message(unreadable, reason="unread")]


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


class DoubleEvent(Fault):
    """One thing that happened is reported as two."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Report it twice."""
        return [message, message]


class MissEvent(Fault):
    """A sensor is blind: this share of the events is not noticed."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Report nothing."""
        return [] if self.strikes() else [message]


class ShortStack(Fault):
    """A stack goes out with a card less than ordered."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Count one card less."""
        return [_fewer(message) if message.name == "stack_dispensed" else message]


class Miscount(Fault):
    """A deck is counted one card short."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Count one card less."""
        counted = ("deck_shuffled", "deck_unloaded")
        return [_fewer(message) if message.name in counted else message]


class WrongColour(Fault):
    """The back colour is taken for another."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Name another colour."""
        if "colour" not in message.fields:
            return [message]
        other = COLOUR_AFTER[message.text("colour")]
        return [WireMessage(message.name, {**message.fields, "colour": other})]


class CockedDice(Fault):
    """A die always leans against the wall."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Say that a die is cocked."""
        if message.name != "dice_read":
            return [message]
        return [wire_message("dice_unreadable", reason="cocked")]


class StuckKey(Fault):
    """A key comes up too late: every press is a long one."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Call the press long."""
        if message.name != "key_pressed":
            return [message]
        return [wire_message("key_pressed", key=message.text("key"), press="long")]


class Bounce(Fault):
    """A key bounces: one press counts as two."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Report the press twice."""
        return [message] * (2 if message.name == "key_pressed" else 1)


class Jam(Fault):
    """A card gets stuck; a hand must clear it."""

    is_momentary = True

    def begin(self) -> None:
        """Let a card get stuck at the output."""
        self.target.act("jam", wire_message("shuffler_jammed", place="output"))


class StuckLamp(Fault):
    """A lamp stays dark; seat 1's action lamp."""

    def begin(self) -> None:
        """Let the lamp stick."""
        report = wire_message("lamp_stuck", lamp="action", seat=STUCK_SEAT)
        self.target.act("stick", report, lamp="action", seat=STUCK_SEAT)

    def end(self) -> None:
        """Let the lamp follow its orders again."""
        self.target.act("free", None, lamp="action", seat=STUCK_SEAT)


def _fewer(message: WireMessage) -> WireMessage:
    return WireMessage(message.name, {**message.fields, "count": message.integer("count") - 1})
