"""What devices should do, sent when it changes and again to whoever says hello."""

from typing import Final

from controller.bus.messages import Command
from controller.bus.server import DaemonBus
from controller.daemon.peers import DriverPeers
from controller.facts.orders import Order
from controller.table.orders_of import orders_of
from controller.table.state import TableState

# An order may be lost on its way; every device takes the same one twice.
REPEAT_S: Final = 10.0


class StandingOrders:
    """Remembers what each device was told last."""

    def __init__(self, bus: DaemonBus, peers: DriverPeers) -> None:
        self._bus = bus
        self._peers = peers
        self._sent: dict[str, Order] = {}
        # Devices that do something else for now.
        self._lent: set[str] = set()
        self._repeat_due = 0.0

    def forget(self, device: str) -> None:
        """A driver that says hello is told again."""
        self._sent.pop(device, None)
        self._lent.discard(device)

    def send(self, state: TableState) -> None:
        """Tell each device what the state wants of it, if that is news."""
        wishes = orders_of(state)
        for device, kind in state.rules.devices.items():
            order = wishes.get(kind)
            if order is None:
                self.forget(device)
            elif device not in self._lent and self._sent.get(device) != order:
                self._tell(device, order)

    def repeat(self, now: float) -> None:
        """Say again now and then what is still wanted."""
        if now >= self._repeat_due:
            self._repeat_due = now + REPEAT_S
            for device in sorted(self._sent.keys() - self._lent):
                self._tell(device, self._sent[device])

    def order(self, device: str, order: Order) -> None:
        """Let a device do something else than the state wants, until it is forgotten."""
        self._lent.add(device)
        self._tell(device, order)

    def _tell(self, device: str, order: Order) -> None:
        """Send an order; a driver that never spoke gets it when it says hello."""
        sender = self._peers.of(device)
        if sender is not None:
            self._sent[device] = order
            self._bus.to_device(sender, Command(order=order))
