"""A key matrix on GPIO pins: idle until an edge wakes it, then scanned."""

import os
from collections.abc import Sequence

from drivers.runtime.pins import PinBoard

Keys = Sequence[Sequence[str]]


class KeyMatrix:
    """Rows that are pulled low one by one, columns that are read; each crossing is a key."""

    def __init__(
        self, board: PinBoard, rows: Sequence[int], columns: Sequence[int], keys: Keys
    ) -> None:
        self._rows = [board.line(pin) for pin in rows]
        self._columns = [board.line(pin) for pin in columns]
        self._keys = keys
        self._wake_read, self._wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        for column in self._columns:
            column.watch(self._wake)
        self._rest()

    def fileno(self) -> int:
        """Readable when something moved since the last scan."""
        return self._wake_read

    def scan(self) -> frozenset[str]:
        """The keys whose contacts are closed at this moment."""
        for row in self._rows:
            row.release()
        # Only one row is ever low: two driven rows would be shorted by two keys of a column.
        closed = {key for place in range(len(self._rows)) for key in self._scan_row(place)}
        self._rest()
        self._drain()
        # A key that closed behind the scan's back made an edge that is drained by now.
        if not closed and any(column.is_low for column in self._columns):
            self._wake()
        return frozenset(closed)

    def close(self) -> None:
        """Give the pins back."""
        for line in (*self._rows, *self._columns):
            line.close()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _scan_row(self, place: int) -> list[str]:
        row = self._rows[place]
        row.pull_low()
        pairs = zip(self._keys[place], self._columns, strict=True)
        closed = [key for key, column in pairs if key and column.is_low]
        row.release()
        return closed

    def _rest(self) -> None:
        # With every row low any key moves its column, and nothing needs to be scanned.
        for row in self._rows:
            row.pull_low()

    def _wake(self) -> None:
        try:
            os.write(self._wake_write, b"\0")
        except BlockingIOError:
            # Full of wakes already.
            return

    def _drain(self) -> None:
        try:
            while os.read(self._wake_read, 4096):
                pass
        except BlockingIOError:
            return
