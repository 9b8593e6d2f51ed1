"""The daemon's end of the bus, over real sockets."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq

from controller.bus.client import DeviceClient
from controller.bus.endpoints import endpoint
from controller.bus.messages import Heartbeat, Welcome
from controller.bus.server import LARGEST_MESSAGE, BusServer, Incoming

BEAT = Heartbeat(device="shoe-1", boot=1, sequence=1)


@pytest.fixture
def folder() -> Iterator[Path]:
    # A socket's path must be short.
    with tempfile.TemporaryDirectory(prefix="uf-") as name:
        yield Path(name)


@pytest.fixture
def server(folder: Path) -> Iterator[BusServer]:
    bus = BusServer(folder)
    yield bus
    bus.close()


def heard(server: BusServer, turns: int = 40) -> list[Incoming]:
    for _ in range(turns):
        found = server.receive(0.25)
        if found:
            return found
    return []


def test_a_message_over_the_limit_is_not_taken_and_harms_nobody_else(
    folder: Path, server: BusServer
) -> None:
    with zmq.Context() as context, context.socket(zmq.DEALER) as huge:
        huge.setsockopt(zmq.LINGER, 0)
        huge.connect(endpoint(folder, "devices"))
        huge.send(bytes(LARGEST_MESSAGE + 1))
        assert heard(server, turns=4) == []
        client = DeviceClient(folder, "shoe-1", "shoe")
        client.send(BEAT)
        [message] = heard(server)
        assert b'"heartbeat"' in message.body
        client.close()


def test_a_client_that_connects_again_is_heard_and_answered(
    folder: Path, server: BusServer
) -> None:
    client = DeviceClient(folder, "shoe-1", "shoe")
    client.send(BEAT)
    assert heard(server)
    client.renew()
    client.send(BEAT)
    [message] = heard(server)
    server.to_device(message.sender, Welcome(table="t"))
    client.wait([], 10.0)
    assert client.receive() == [Welcome(table="t")]
    client.close()
