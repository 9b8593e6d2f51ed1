"""What can be wrong with a shuffler."""

from typing import Final

from drivers.emulator.fault import Fault
from drivers.emulator.fault_entry import FaultEntry
from drivers.wire.codec import WireMessage, pack, wire_message
from drivers.wire.framing import Frame

WITH_JOKER: Final = 53
COLOUR_AFTER: Final = {"red": "blue", "blue": "green", "green": "black", "black": "red"}


class Jam(Fault):
    """A card gets stuck; a hand must clear it."""

    is_momentary = True

    def begin(self) -> None:
        """Let a card get stuck at the output."""
        self.target.act("jam", wire_message("shuffler_jammed", place="output"))


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


class NoJoker(Fault):
    """A deck with its joker is put out again."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Reject 53 cards."""
        if message.name != "deck_shuffled" or message.integer("count") != WITH_JOKER:
            return [message]
        return [WireMessage("deck_rejected", {**message.fields, "reason": "long"})]


class OpenDoorUnload(Fault):
    """A deck is put out through the open door."""

    def sent(self, frame: Frame) -> list[Frame]:
        """Accept what the door should have stopped."""
        if self.name_of(frame) != "command_nak":
            return [frame]
        document = self.target.document
        if frame.payload[-1] != document.fault("door-open").code or not self._is_unload:
            return [frame]
        host = int.from_bytes(frame.payload[:4], "big")
        return [pack(document, wire_message("command_ack", host=host), frame.sequence)]

    def begin(self) -> None:
        """Start without a command."""
        self._is_unload = False

    def heard(self, frame: Frame) -> list[Frame]:
        """Note which command came."""
        if self.direction_of(frame) == "command":
            self._is_unload = self.name_of(frame) == "unload_deck"
        return [frame]


def _fewer(message: WireMessage) -> WireMessage:
    return WireMessage(message.name, {**message.fields, "count": message.integer("count") - 1})


FAULTS: Final = (
    FaultEntry("jam", Jam, "a card gets stuck"),
    FaultEntry("short-stack", ShortStack, "a stack with a card less than ordered"),
    FaultEntry("miscount", Miscount, "counts a deck one card short"),
    FaultEntry("wrong-colour", WrongColour, "takes the back colour for another"),
    FaultEntry("no-joker", NoJoker, "rejects a deck with its joker"),
    FaultEntry("open-door-unload", OpenDoorUnload, "unloads with the door open"),
)
