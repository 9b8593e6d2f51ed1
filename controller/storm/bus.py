"""The simulated bus: in order while both ends live; what is under way when one dies may be lost."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final

from controller.bus.desk_messages import LoggedIn, LogIn, Submit
from controller.bus.messages import (
    Beat,
    DaemonMessage,
    DriverMessage,
    Heartbeat,
    LinkStatistics,
    Welcome,
)
from controller.bus.peer import Peer
from controller.bus.server import FeedMessage, Incoming, RowTexts
from controller.facts.board import Board
from controller.facts.events import Event
from controller.storm.timeline import Timeline

LATENCY_S: Final = (0.0002, 0.004)
# Of what is sent while no daemon listens, so much still reaches the next one.
HELD: Final = 0.5
DESK: Final = "desk"
LOGGED_IN: Final = b'{"kind":"logged_in"'
ROOT: Final = Peer(user=0)
IDLE: Final = (Heartbeat, LinkStatistics)


@lru_cache(maxsize=64)
def _text(message: DriverMessage) -> bytes:
    return message.model_dump_json().encode()


class Bus:
    """The daemon's three sockets, and whoever speaks to them."""

    def __init__(self, timeline: Timeline, is_lazy: bool = False) -> None:
        self._timeline = timeline
        # Whether words that only say "I am here" are read when the receiver wakes anyway.
        self.is_lazy = is_lazy
        self._inbox: deque[Incoming] = deque()
        self._clients: dict[bytes, Client] = {}
        self.is_served = False
        # Of the messages that pass, so many are lost: a queue that overflowed.
        self.loss = 0.0
        self.troubled_at = 0.0
        self.patience_s = 0.0
        self.wake_at: Callable[[float], None] = lambda _due: None
        self.row: Callable[[bytes], None] = lambda _body: None
        self.is_muted: Callable[[], bool] = lambda: False
        self.board: Board | None = None
        self.board_at = 0.0
        self.on_show: Callable[[Board], None] = lambda _board: None
        self.beat: Beat | None = None
        # What a person will say at the desk once logged in.
        self._unsaid: dict[bytes, Event] = {}

    # The daemon's end

    def receive(self, timeout_s: float, most: int = 64) -> list[Incoming]:
        """What waits; the simulation comes back after the time-out, or when there is more."""
        self.patience_s = timeout_s
        return [self._inbox.popleft() for _ in range(min(most, len(self._inbox)))]

    @property
    def waiting(self) -> int:
        """How many messages the daemon has not taken."""
        return len(self._inbox)

    def publish(self, message: FeedMessage, guarded: FeedMessage | None = None) -> None:
        """Show a board to people, all of it; note a heartbeat."""
        if self.is_muted():
            return
        message = guarded or message
        if isinstance(message, Board):
            self._timeline.after(self._latency(), lambda: self._show(message))
        elif isinstance(message, Beat):
            self.beat = message

    def publish_rows(self, rows: Iterable[RowTexts]) -> None:
        """Rows of the record are told: they are committed."""
        for row in rows:
            if not self.is_muted():
                self.row(row.guarded)

    def to_device(self, device: bytes, message: DaemonMessage) -> None:
        """Tell one driver."""
        client = self._clients.get(device)
        if client is not None and not self.is_muted() and not self._is_lost():
            client.carry(message)

    def answer(self, socket: str, sender: bytes, body: bytes) -> None:
        """Answer at the desk: whoever is logged in says what there is to say."""
        event = self._unsaid.pop(sender, None)
        if event is not None and self.is_served and body.startswith(LOGGED_IN):
            session = LoggedIn.model_validate_json(body).session
            self._ask(socket, sender, Submit(session=session, event=event))

    def end(self) -> None:
        """The daemon is gone, and what it had not taken with it."""
        self.is_served = False
        self._inbox.clear()
        self._unsaid.clear()

    # Everybody else's end

    def join(self, client: "Client") -> None:
        """A driver connects."""
        self._clients[client.identity] = client

    def leave(self, client: "Client") -> None:
        """A driver is gone."""
        self._clients.pop(client.identity, None)

    def carry(self, sender: bytes, body: bytes, is_idle: bool = False) -> None:
        """Bring a driver's message to the daemon."""
        if self._is_lost():
            self._timeline.saw("bus-message-lost")
            return
        if not self.is_served and self._timeline.chance.random() > HELD:
            return
        self._put(Incoming("devices", sender, body), is_idle)

    def submit(self, by: str, event: Event) -> None:
        """A person says something at the desk."""
        if self.is_served:
            self._unsaid[by.encode()] = event
            self._ask(DESK, by.encode(), LogIn(person=by, place="storm", emergency=True))

    def _ask(self, socket: str, sender: bytes, request: LogIn | Submit) -> None:
        self._put(Incoming(socket, sender, request.model_dump_json().encode(), ROOT))

    def _put(self, message: Incoming, is_idle: bool = False) -> None:
        self._inbox.append(message)
        if self.is_served and not (is_idle and self.is_lazy):
            self.wake_at(self._timeline.now + self._latency())

    def _show(self, board: Board) -> None:
        # The bus keeps its order; only the latencies drawn here do not.
        if self.board is None or board.number >= self.board.number:
            self.board, self.board_at = board, self._timeline.time
            self.on_show(board)

    def _is_lost(self) -> bool:
        return self.loss > 0 and self._timeline.chance.random() < self.loss

    def _latency(self) -> float:
        return self._timeline.chance.uniform(*LATENCY_S)


class Client:
    """A driver's end of the devices socket."""

    def __init__(
        self, bus: Bus, timeline: Timeline, identity: bytes, wake_at: Callable[[float], None]
    ) -> None:
        self.identity = identity
        self._bus = bus
        self._timeline = timeline
        self._wake_at = wake_at
        self._waiting: list[DaemonMessage] = []
        self.ready: Callable[[], set[int]] = set
        bus.join(self)

    def carry(self, message: DaemonMessage) -> None:
        """A message from the daemon arrives."""
        self._waiting.append(message)
        if not (self._bus.is_lazy and type(message) is Welcome):
            self._wake_at(self._timeline.now + self._timeline.chance.uniform(*LATENCY_S))

    @property
    def waiting(self) -> int:
        """How many messages the driver has not taken."""
        return len(self._waiting)

    def send(self, message: DriverMessage) -> None:
        """Send one message to the daemon."""
        is_idle = type(message) in IDLE
        self._bus.carry(self.identity, _text(message), is_idle)

    def receive(self) -> list[DaemonMessage]:
        """Everything that waits."""
        waiting, self._waiting = self._waiting, []
        return waiting

    def wait(self, fds: Sequence[int], timeout_s: float) -> set[int]:
        """Time passes outside: tell what is ready now."""
        del timeout_s
        return self.ready() & set(fds)

    def renew(self) -> None:
        """Connect again: what was under way is lost."""
        self._waiting.clear()
        self._bus.join(self)

    def close(self) -> None:
        """Leave the bus."""
        self._bus.leave(self)
