"""The meaning of the dice cup's messages."""

from typing import Final

from controller.facts.events import Event
from controller.facts.orders import Order
from drivers.runtime.device_protocol import same_named_event
from drivers.wire.codec import WireMessage


class DiceCupProtocol:
    """Every wire event is the event of the same name; a dice cup takes no orders."""

    kind = "dice-cup"

    def event(self, message: WireMessage) -> Event | None:
        """The fact a wire event stands for."""
        return same_named_event(message)

    def command(self, order: Order) -> WireMessage | None:  # noqa: ARG002
        """No order is for a dice cup."""
        return None


PROTOCOL: Final = DiceCupProtocol
