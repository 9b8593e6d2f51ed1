"""The meaning of the shuffler's messages."""

from typing import Final

from controller.facts.orders import DispenseStack, Order, UnloadDeck
from drivers.runtime.device_protocol import ReportingProtocol
from drivers.wire.codec import WireMessage, wire_message


class ShufflerProtocol(ReportingProtocol):
    """Every wire event is the event of the same name; two orders become commands."""

    kind = "shuffler"

    def command(self, order: Order) -> WireMessage | None:
        """The wire command for dispensing or unloading."""
        match order:
            case DispenseStack(stack=stack, count=count):
                return wire_message("dispense_stack", stack=stack, count=count)
            case UnloadDeck():
                return wire_message("unload_deck")
        return None


PROTOCOL: Final = ShufflerProtocol
