"""The processes of the table, as the system would run them: started, killed, stopped, resumed."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from controller.daemon.checkpoint import Written, checkpoint_version
from controller.daemon.daemon import Daemon
from controller.daemon.disk import Room
from controller.daemon.keeper import TableKeeper
from controller.daemon.surroundings import Surroundings
from controller.process.lock import FileLock
from controller.record.beginning import FIRST
from controller.record.connection import writer
from controller.record.journal import Journal
from controller.record.row import JournalError
from controller.storm.bus import Bus, Client
from controller.storm.cable import Cable, Place, Port
from controller.storm.disk import Disk
from controller.storm.timeline import Timeline
from controller.storm.waking import Sleeper
from controller.storm.watch import Watch
from controller.table.state import Rules
from drivers.kinds import protocol_of
from drivers.runtime.relay import Relay
from drivers.runtime.stop_switch import StopSwitch

FILE: Final = "journal.sqlite"
RESTART_S: Final = 1.0
ROOM: Final = Room(free=90_000_000_000, total=100_000_000_000)


class NoLock:
    """One writer, by construction."""

    def close(self) -> None:
        """Nothing to let go."""


def open_journal(disk: Disk) -> Journal:
    """The record on the simulated disk."""
    place = Path(FILE)
    opened = writer(place, lambda _path, _mode: disk.connect(FILE), FIRST)
    return Journal(place, opened, cast(FileLock, NoLock()))


@dataclass(frozen=True)
class Parts:
    """What the simulated daemon is made of; a test plants a bug in one of them."""

    daemon: type[Daemon] = Daemon
    keeper: type[TableKeeper] = TableKeeper
    open_journal: Callable[[Disk], Journal] = open_journal


class Process:
    """Something that turns: it may be down, or stand still for a while."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.sleeper = Sleeper(timeline, self._work)
        self.stopped_until = 0.0
        self.troubled_at = 0.0

    @property
    def is_up(self) -> bool:
        """Whether it runs at all."""
        raise NotImplementedError

    @property
    def is_stopped(self) -> bool:
        """Whether it stands still."""
        return self.timeline.now < self.stopped_until

    def start(self) -> None:
        """Begin, unless it runs already."""
        raise NotImplementedError

    def stop_for(self, seconds: float) -> None:
        """Stand still, and then go on as if nothing had been."""
        self.stopped_until = max(self.stopped_until, self.timeline.now + seconds)
        self.troubled_at = self.stopped_until
        self.sleeper.wake_at(self.stopped_until)

    def turn(self) -> None:
        """Do what is due."""
        raise NotImplementedError

    def _work(self) -> None:
        if self.is_up and self.is_stopped:
            self.sleeper.wake_at(self.stopped_until)
        elif self.is_up:
            self.turn()


class DaemonProcess(Process):
    """The rules daemon on the simulated disk and bus."""

    def __init__(
        self,
        timeline: Timeline,
        rules: Rules,
        disk: Disk,
        bus: Bus,
        watch: Watch,
        parts: Parts,
        is_synchronised: bool,
    ) -> None:
        super().__init__(timeline)
        self.rules = rules
        self._is_synchronised = is_synchronised
        self._disk = disk
        self._bus = bus
        self._watch = watch
        self._parts = parts
        self.daemon: Daemon | None = None
        self.keeper: TableKeeper | None = None
        self._journal: Journal | None = None
        self.is_alive: Callable[[int], bool] = lambda _process: True
        self.on_power_loss: Callable[[], None] = lambda: None
        bus.wake_at = self.sleeper.wake_at
        bus.row = watch.told
        bus.is_muted = lambda: disk.is_dead

    @property
    def is_up(self) -> bool:
        """Whether it runs."""
        return self.daemon is not None

    def start(self) -> None:
        """Open the record and begin; what cannot be opened is tried again."""
        if self.daemon is not None:
            return
        try:
            self._journal = self._parts.open_journal(self._disk)
            clock = self.timeline.wall_clock_ms
            self.keeper = self._parts.keeper(self.rules, self._journal, clock)
        except JournalError:
            self.timeline.saw("start-failed")
            self._end()
            if self._disk.is_dead:
                self._meet_power_loss()
            else:
                self._disk.lose_process()
            self.timeline.after(RESTART_S, self.start)
            return
        if self._disk.is_dead:
            self._end()
            self._meet_power_loss()
            return
        self._watch.catch_up(self._journal, self.keeper.state)
        self.timeline.note("daemon", self.keeper.number)
        self.timeline.saw("daemon-started")
        self.daemon = self._parts.daemon(
            self.keeper,
            self._journal,
            self._bus,
            clock=self.timeline.clock,
            is_running=self.is_alive,
            around=self._surroundings(),
            play_clock=self.timeline.play_clock,
        )
        self._bus.is_served = True
        self.daemon.begin()
        if not self._disk.is_dead:
            self._watch.follow(self._journal)
        self.troubled_at = self.timeline.now
        self.sleeper.wake()

    def kill(self) -> None:
        """End without a word; the system keeps what was written."""
        if self.daemon is not None:
            self._end()
            self._disk.lose_process()

    def cut(self) -> int:
        """The power is gone, and with it what was not synced."""
        self._end()
        return self._disk.lose_power()

    def turn(self) -> None:
        """One turn of the real loop."""
        assert self.daemon is not None
        assert self._journal is not None
        self.daemon.turn()
        if not self._disk.is_dead:
            self._watch.follow(self._journal)
        if self._disk.is_dead:
            self._meet_power_loss()
        elif self._bus.waiting:
            self.sleeper.wake()
        else:
            self.sleeper.sleep_until(self.timeline.now + self._bus.patience_s)

    def save(self) -> None:
        """Write a checkpoint, as a clean stop would."""
        if self.keeper is not None and self.daemon is not None:
            self.keeper.save()

    def poison(self) -> bool:
        """Change a saved checkpoint behind the daemon's back; only while it is down."""
        if self.daemon is not None or FILE not in self._disk.files:
            return False
        try:
            self.open_and_poison()
        except JournalError:
            return False
        return True

    def open_and_poison(self) -> None:
        """Let the checkpoint tell of other rounds than there were."""
        journal = open_journal(self._disk)
        found = journal.latest_checkpoint(checkpoint_version(self.rules))
        journal.close()
        if found is None:
            return
        numbers, state = json.loads(found[1])
        fields = json.loads(state)
        fields[Written._fields.index("rounds")] += 777
        changed = json.dumps([numbers, json.dumps(fields)]).encode()
        connection = self._disk.connect(FILE)
        connection.execute("UPDATE checkpoint SET state = ?", (changed,))
        connection.close()
        self.timeline.saw("checkpoint-poisoned")

    def _surroundings(self) -> Surroundings:
        """A run is the same on every machine: what is around it is the seed's, too."""
        return Surroundings(
            Path(),
            self.timeline.wall_clock_ms(),
            self.timeline.now,
            lambda: self._is_synchronised,
            lambda _folder: ROOM,
        )

    def _meet_power_loss(self) -> None:
        if self._disk.is_dead:
            self.timeline.saw("crash-inside-commit")
            self.on_power_loss()

    def _end(self) -> None:
        self.daemon = self.keeper = self._journal = None
        self.stopped_until = 0.0
        self._bus.end()


class DriverProcess(Process):
    """One driver: the real relay between a cable and the bus."""

    def __init__(
        self, timeline: Timeline, device: str, kind: str, cable: Cable, bus: Bus, stop: StopSwitch
    ) -> None:
        super().__init__(timeline)
        self.device = device
        self._kind = kind
        self._cable = cable
        self._bus = bus
        self._stop = stop
        self.relay: Relay | None = None
        self.process = 0
        self._client: Client | None = None
        self._starts = 0
        cable.wake_host = self.sleeper.wake

    @property
    def is_up(self) -> bool:
        """Whether it runs."""
        return self.relay is not None

    @property
    def is_quiet(self) -> bool:
        """Whether it runs, and has nothing to do but beat."""
        return self.relay is not None and self.relay.is_quiet and not self.is_stopped

    def start(self) -> None:
        """A new process, with numbers of its own."""
        if self.relay is not None:
            return
        self._starts += 1
        self.process = 1000 * (self._cable.descriptor + 1) + self._starts
        identity = f"{self.device}/{self.process}".encode()
        self._client = Client(self._bus, self.timeline, identity, self.sleeper.wake_at)
        self._client.ready = self._ready
        self.relay = Relay(
            self.device,
            protocol_of(self._kind)(),
            Place(self._cable),
            self._client,
            self._stop,
            clock=self.timeline.clock,
            open_port=lambda _path, _baud: Port(self._cable),
            number=self.timeline.chance.getrandbits,
        )
        self.troubled_at = self.timeline.now
        self.sleeper.wake()

    def kill(self) -> None:
        """End without a word."""
        if self._client is not None:
            self._client.close()
        self.relay = self._client = None
        self.stopped_until = 0.0
        self.troubled_at = self.timeline.now

    def turn(self) -> None:
        """One turn of the real loop."""
        assert self.relay is not None
        assert self._client is not None
        self.relay.turn()
        if self._client.waiting or self._ready():
            self.sleeper.wake()
        else:
            self.sleeper.sleep_until(max(self.relay.due(), self.timeline.now + 0.0005))

    def _ready(self) -> set[int]:
        return {self._cable.descriptor} if self._cable.at_host else set()
