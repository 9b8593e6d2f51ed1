"""The meaning of the shoe reader's messages."""

from typing import Final

from controller.facts.events import Event
from controller.facts.orders import Order
from drivers.runtime.device_protocol import same_named_event
from drivers.wire.codec import WireMessage


class ShoeProtocol:
    """Every wire event is the event of the same name; a shoe takes no orders."""

    kind = "shoe"

    def event(self, message: WireMessage) -> Event | None:
        """The fact a wire event stands for."""
        return same_named_event(message)

    def command(self, order: Order) -> WireMessage | None:  # noqa: ARG002
        """No order is for a shoe."""
        return None


PROTOCOL: Final = ShoeProtocol
