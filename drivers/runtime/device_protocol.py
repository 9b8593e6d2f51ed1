"""What each device folder's protocol offers to the one driver loop."""

from typing import Protocol

from controller.facts.events import EVENT, Event
from controller.facts.orders import Order
from drivers.wire.codec import WireMessage


class DeviceProtocol(Protocol):
    """The meaning of one device's messages; pure."""

    kind: str

    def event(self, message: WireMessage) -> Event | None:
        """The fact a wire event stands for; None when it stands for nothing."""

    def command(self, order: Order) -> WireMessage | None:
        """The wire command for an order; None when this device has no part in it."""


def same_named_event(message: WireMessage) -> Event:
    """The event whose kind and fields the wire message has: most devices use the same words."""
    return EVENT.validate_python({"kind": message.name, **message.fields})


class ReportingProtocol:
    """A device that uses the same words and takes no orders."""

    kind: str

    def event(self, message: WireMessage) -> Event | None:
        """The fact a wire event stands for."""
        return same_named_event(message)

    def command(self, order: Order) -> WireMessage | None:  # noqa: ARG002
        """No order is for this device."""
        return None
