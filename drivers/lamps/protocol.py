"""The meaning of a serial lamp board's messages."""

from typing import Final

from controller.facts.events import Event, LampsShown, LampStuck
from controller.facts.orders import Order, ShowLamps
from drivers.wire.codec import WireMessage, wire_message


class LampsProtocol:
    """Seat 0 on the wire is no seat; one order sets both lamps."""

    kind = "lamps"

    def event(self, message: WireMessage) -> Event | None:
        """The fact a read-back stands for."""
        if message.name == "lamp_stuck":
            return LampStuck(lamp=f"{message.text('lamp')}-{message.integer('seat')}")
        bank, action = message.integer("bank"), message.integer("action")
        return LampsShown(bank=bank or None, action=action or None)

    def command(self, order: Order) -> WireMessage | None:
        """The wire command for showing lamps."""
        if isinstance(order, ShowLamps):
            return wire_message("set_lamps", bank=order.bank or 0, action=order.action or 0)
        return None


PROTOCOL: Final = LampsProtocol
