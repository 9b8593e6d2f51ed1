"""How many peers a socket has: those beyond the limit are sent away before descriptors run out."""

import logging
import os
import socket as sockets
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import zmq
from zmq.utils.monitor import recv_monitor_message

from controller.process.quiet_log import Quiet

# Some dozen processes speak to a table; libzmq ends the process that has no descriptor left.
MOST_PEERS: Final = 200
WATCHED: Final = zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED | zmq.EVENT_MONITOR_STOPPED

_log = logging.getLogger(__name__)


class Crowd:
    """Counts connections by what libzmq says of them, in a thread: a slow disk opens no door."""

    def __init__(self, watched: Mapping[str, zmq.Socket[bytes]], most: int = MOST_PEERS) -> None:
        self._most = most
        self._watched = tuple(watched.values())
        self._peers = dict.fromkeys(watched, 0)
        self._monitors = {_monitor(name, socket): name for name, socket in watched.items()}
        self._quiet = Quiet()
        self._thread = threading.Thread(target=self._watch, name="crowd", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop watching; the sockets are still open."""
        for socket in self._watched:
            socket.disable_monitor()
        self._thread.join()
        for monitor in self._monitors:
            monitor.close()

    def _watch(self) -> None:
        poller = zmq.Poller()
        for monitor in self._monitors:
            poller.register(monitor, zmq.POLLIN)
        left = len(self._monitors)
        while left:
            for monitor, _ in poller.poll():
                message = recv_monitor_message(monitor)
                if message["event"] == zmq.EVENT_MONITOR_STOPPED:
                    poller.unregister(monitor)
                    left -= 1
                else:
                    self._count(self._monitors[monitor], message)

    def _count(self, name: str, message: Mapping[str, int]) -> None:
        if message["event"] == zmq.EVENT_DISCONNECTED:
            self._peers[name] -= 1
            return
        self._peers[name] += 1
        if self._peers[name] > self._most:
            _send_away(message["value"])
            if self._quiet.may_say(name):
                _log.warning("%s has %d peers; further ones are sent away", name, self._most)


def _monitor(name: str, watched: zmq.Socket[bytes]) -> zmq.Socket[bytes]:
    """What libzmq says of a socket, without limit: a full queue stops its thread, and then ours."""
    address = f"inproc://crowd-{name}"
    watched.monitor(address, WATCHED)
    monitor: zmq.Socket[bytes] = watched.context.socket(zmq.PAIR)
    monitor.setsockopt(zmq.RCVHWM, 0)
    monitor.connect(address)
    return monitor


def _send_away(descriptor: int) -> None:
    """End a connection as its other end would; libzmq then gives the descriptor back."""
    with suppress(OSError), sockets.socket(fileno=os.dup(descriptor)) as connection:
        connection.shutdown(sockets.SHUT_RDWR)
