"""The daemon's end of the bus, over real sockets."""

import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
import zmq

from controller.bus.client import DeviceClient
from controller.bus.endpoints import endpoint
from controller.bus.messages import Heartbeat, Welcome
from controller.bus.peer import Peer
from controller.bus.server import LARGEST_MESSAGE, QUESTIONS_AT_ONCE, BusServer, Incoming

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


def test_the_scoreboard_is_heard_and_answered_at_a_socket_of_its_own(
    folder: Path, server: BusServer
) -> None:
    screens = DeviceClient(folder, "scoreboard", "scoreboard", socket="screens")
    screens.send(Heartbeat(device="scoreboard", boot=1, sequence=1))
    [message] = heard(server)
    assert message.socket == "screens"
    server.to_device(message.sender, Welcome(table="t"))
    screens.wait([], 10.0)
    assert screens.receive() == [Welcome(table="t")]
    screens.close()


def test_whoever_comes_as_a_screen_cannot_speak_for_a_shoe_nor_take_its_orders(
    folder: Path, server: BusServer
) -> None:
    shoe = DeviceClient(folder, "shoe-1", "shoe")
    shoe.send(BEAT)
    [message] = heard(server)
    with zmq.Context() as context, context.socket(zmq.DEALER) as thief:
        thief.setsockopt(zmq.LINGER, 0)
        thief.setsockopt(zmq.IDENTITY, message.sender)
        thief.connect(endpoint(folder, "screens"))
        thief.send(BEAT.model_dump_json().encode())
        assert heard(server, turns=4) == []
        server.to_device(message.sender, Welcome(table="t"))
        shoe.wait([], 10.0)
        assert shoe.receive() == [Welcome(table="t")]
        assert not thief.poll(100)
    shoe.close()


def test_a_message_names_the_user_and_the_process_the_kernel_knows(
    folder: Path, server: BusServer
) -> None:
    client = DeviceClient(folder, "shoe-1", "shoe")
    client.send(BEAT)
    [message] = heard(server)
    assert message.peer == Peer(os.getuid(), os.getpid())
    client.close()


def test_questions_are_taken_a_few_at_a_time_and_after_the_devices(
    folder: Path, server: BusServer
) -> None:
    client = DeviceClient(folder, "shoe-1", "shoe")
    with zmq.Context() as context, context.socket(zmq.DEALER) as asker:
        asker.setsockopt(zmq.LINGER, 0)
        asker.connect(endpoint(folder, "answers"))
        for _ in range(40):
            asker.send_multipart([b"", b'{"kind":"ask_history","after":0}'])
        time.sleep(0.2)
        for _ in range(10):
            client.send(BEAT)
        time.sleep(0.2)
        taken = [message.socket for message in server.receive(1.0)]
    assert taken == ["devices"] * 10 + ["answers"] * QUESTIONS_AT_ONCE
    client.close()


def test_answers_that_nobody_reads_are_not_kept_for_ever(folder: Path, server: BusServer) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with zmq.Context() as context, context.socket(zmq.DEALER) as asker:
        asker.setsockopt(zmq.LINGER, 0)
        asker.setsockopt(zmq.RCVHWM, 1)
        asker.connect(endpoint(folder, "answers"))
        for _ in range(300):
            asker.send_multipart([b"", b"?"])
            for message in server.receive(0.05):
                server.answer(message.socket, message.sender, bytes(LARGEST_MESSAGE))
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 120_000


CROWD = """
import select, sys
from pathlib import Path
from controller.bus.server import BusServer
from controller.process.descriptors import take_descriptors

take_descriptors((1024, 4096))
bus = BusServer(Path(sys.argv[1]))
print("open", flush=True)
while not select.select([sys.stdin], [], [], 0)[0]:
    bus.receive(0.05)
bus.close()
"""


def test_more_connections_than_descriptors_end_no_daemon(folder: Path) -> None:
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    )
    crowded = subprocess.Popen(
        [sys.executable, "-c", CROWD, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with ExitStack() as stack:
        assert crowded.stdout is not None
        assert crowded.stdout.readline() == "open\n"
        for _ in range(6000):
            visitor = stack.enter_context(socket.socket(socket.AF_UNIX))
            visitor.connect(str(folder / "desk.sock"))
        crowded.communicate("", timeout=120)
    assert crowded.returncode == 0


# While nobody counts, for no other thread gets its turn, the crowd comes; then the daemon ends.
ENDING = """
import sys, time
from pathlib import Path
from controller.bus.server import BusServer

bus = BusServer(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.readline()
sys.setswitchinterval(60)
end = time.monotonic() + 2.0
while time.monotonic() < end:
    pass
bus.close()
"""


def _come(door: Path, stack: ExitStack, most: int) -> None:
    """Connect as long as somebody opens."""
    given_up = time.monotonic() + 1.5
    for _ in range(most):
        visitor = stack.enter_context(socket.socket(socket.AF_UNIX))
        visitor.setblocking(False)
        while time.monotonic() < given_up:
            with suppress(BlockingIOError):
                visitor.connect(str(door))
                break
            time.sleep(0.001)


def test_a_crowd_that_nobody_has_counted_yet_does_not_keep_a_daemon_from_ending(
    folder: Path,
) -> None:
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    )
    ending = subprocess.Popen(
        [sys.executable, "-c", ENDING, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with ExitStack() as stack:
        stack.callback(ending.kill)
        assert ending.stdout is not None
        assert ending.stdin is not None
        assert ending.stdout.readline() == "open\n"
        ending.stdin.write("go\n")
        ending.stdin.flush()
        _come(folder / "desk.sock", stack, 4000)
        ending.communicate(timeout=60)
    assert ending.returncode == 0
