"""The daemon's process from one file of the record to the next, a day each."""

import time
from collections.abc import Callable
from datetime import time as clock
from pathlib import Path

from config.table import TableAndGame
from controller.bus.server import BusServer
from controller.cli.courier import courier
from controller.cli.journal import JOURNAL_NAME
from controller.daemon.checkpoint import checkpoint_version
from controller.daemon.daemon import Daemon
from controller.daemon.days import Archive, close_day, still_there
from controller.daemon.directives import Directives, directives_of
from controller.daemon.keeper import DAEMON, Arrival, TableKeeper
from controller.daemon.provenance import started
from controller.daemon.sealer import Sealer
from controller.daemon.trusted_wall import wall_of
from controller.directives.shelf import Shelf
from controller.facts.events import Event
from controller.facts.failure import OperatorError
from controller.facts.roles import DEMONSTRATION
from controller.families.opening import rules_of
from controller.people.staff import STAFF_FILE, StaffRoll, demonstration
from controller.record.journal import Journal
from controller.record.rescue import open_proved
from controller.record.sealing import Seal


class Days:
    """Serves a table; when the room's day is over, on a new file, with the same sockets."""

    def __init__(
        self,
        load: Callable[[], TableAndGame],
        table_file: Path,
        directory: Path,
        bus: BusServer,
        sockets: Path,
        shelf: Shelf | None,
    ) -> None:
        # A day goes by what the file and the room's directives say when it begins.
        self._load = load
        self._table_file = table_file
        self._path = directory / JOURNAL_NAME
        self._bus = bus
        self._sockets = sockets
        self._shelf = shelf
        self._daemon: Daemon | None = None
        self._is_stopping = False

    def stop(self) -> None:
        """End after the current turn, also between two days."""
        self._is_stopping = True
        if self._daemon is not None:
            self._daemon.stop()

    def serve(self) -> None:
        """Serve until stopped."""
        carried: list[Event] | None = []
        while carried is not None:
            carried = self._serve_a_day(carried)

    def _serve_a_day(self, carried: list[Event]) -> list[Event] | None:
        """Serve on one file; what the next one must know of the devices, or None at the end."""
        loaded = self._load()
        try:
            keeper, journal, daemon = self._opened(loaded, carried)
        except OSError as error:
            raise OperatorError(
                f"cannot write to {self._path.parent}: {error.strerror};"
                " choose another with --state-dir"
            ) from None
        self._daemon = daemon
        if self._is_stopping:
            daemon.stop()
        daemon.run()
        journal.close()
        if daemon.is_stopping:
            return None
        close_day(self._path, loaded.table.id)
        return still_there(keeper.state)

    def _opened(
        self, loaded: TableAndGame, carried: list[Event]
    ) -> tuple[TableKeeper, Journal, Daemon]:
        table, rules, folder = loaded.table, rules_of(loaded), self._path.parent
        journal, damage = open_proved(self._path, checkpoint_version(rules))
        sealer = Sealer(Seal.of(journal, table.id), table.record.witnesses, courier())
        remembered = sealer.remembered()
        keeper = TableKeeper(rules, journal, damage=damage, contradictions=remembered)
        keeper.admit(Arrival(DAEMON, event) for event in carried)
        people = demonstration(DEMONSTRATION if table.is_emulated else ())
        ends = table.record.day_ends
        daemon = Daemon(
            keeper,
            journal,
            self._bus,
            StaffRoll(folder / STAFF_FILE, people),
            sealer,
            second=table.desk.second,
            directives=self._directives(keeper),
            trusted=wall_of(table, self._table_file.parent),
            day_ends=None if ends is None else clock.fromisoformat(ends),
            pages=table.page_devices,
        )
        clocks = (time.time_ns() // 1_000_000, time.monotonic_ns() // 1_000_000)
        daemon.note(DAEMON, started(self._table_file, *clocks))
        if table.record.archive is not None:
            Archive(Path(table.record.archive), table.record.keep).begin(folder, clocks[0])
        return keeper, journal, daemon

    def _directives(self, keeper: TableKeeper) -> Directives | None:
        if self._shelf is None:
            return None
        return directives_of(self._table_file, self._shelf, keeper, self._sockets)
