"""Orders: what the state wants is sent when it changes; a device on trial does something else."""

from collections.abc import Iterable

from controller.bus.messages import Command, DaemonMessage
from controller.bus.server import FeedMessage, Incoming, RowTexts
from controller.daemon.peers import DriverPeers
from controller.daemon.standing_orders import REPEAT_S, StandingOrders
from controller.facts.orders import ShowLamps
from tests.conftest import TablePlayer

SEAT_3 = ShowLamps(bank=3, action=3)


class NotedBus:
    """Remembers what devices were told."""

    def __init__(self) -> None:
        self.told: list[ShowLamps] = []

    def to_device(self, device: bytes, message: DaemonMessage) -> None:
        del device
        if isinstance(message, Command) and isinstance(message.order, ShowLamps):
            self.told.append(message.order)

    def receive(self, timeout_s: float, most: int = 64) -> list[Incoming]:
        raise AssertionError(timeout_s, most)

    def publish(self, message: FeedMessage, guarded: FeedMessage | None = None) -> None:
        raise AssertionError(message, guarded)

    def publish_rows(self, rows: Iterable[RowTexts]) -> None:
        raise AssertionError(rows)

    def answer(self, socket: str, sender: bytes, body: bytes) -> None:
        raise AssertionError(socket, sender, body)


def test_lamps_on_trial_stay_as_they_were_lit_until_they_are_given_back(
    baccarat: TablePlayer,
) -> None:
    device = next(name for name, kind in baccarat.state.rules.devices.items() if kind == "lamps")
    bus, peers = NotedBus(), DriverPeers(lambda _process: True)
    assert peers.admits(device, f"{device}/1".encode())
    orders = StandingOrders(bus, peers)
    orders.send(baccarat.state)
    (wanted,) = bus.told
    orders.order(device, SEAT_3)
    orders.send(baccarat.state)
    assert bus.told == [wanted, SEAT_3]
    orders.forget(device)
    orders.send(baccarat.state)
    assert bus.told == [wanted, SEAT_3, wanted]


def test_what_is_still_wanted_is_said_again_now_and_then(baccarat: TablePlayer) -> None:
    device = next(name for name, kind in baccarat.state.rules.devices.items() if kind == "lamps")
    bus, peers = NotedBus(), DriverPeers(lambda _process: True)
    assert peers.admits(device, f"{device}/1".encode())
    orders = StandingOrders(bus, peers)
    orders.repeat(0.0)
    orders.send(baccarat.state)
    orders.repeat(REPEAT_S - 1)
    (wanted,) = bus.told
    orders.repeat(REPEAT_S)
    assert bus.told == [wanted, wanted]
    orders.order(device, SEAT_3)
    orders.repeat(2 * REPEAT_S)
    assert bus.told == [wanted, wanted, SEAT_3]
