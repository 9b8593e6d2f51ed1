"""When a table was played, by its record alone: who looks late does not make a table late."""

import json
from collections.abc import Iterable, Mapping

from controller.record.row import Row
from tests.system.truth import LEAST_DRIVER_BOOT


class Play:
    """Follows a record and remembers when devices did something at a table that was free."""

    def __init__(self, kinds: Mapping[str, str]) -> None:
        self.number = 0
        self._devices = frozenset(kinds)
        # Lamps only do what they are told.
        self._players = {device for device, kind in kinds.items() if kind != "lamps"}
        self._is_held = False
        self._away: set[str] = set()
        self._moves: list[float] = []

    def follow(self, rows: Iterable[Row]) -> None:
        """Take the rows after the last one."""
        for row in rows:
            self.number = row.number
            if row.part == "decision":
                self._note(row.body)
            elif self._is_move(row) and not (self._is_held or self._away):
                self._moves.append(row.at_ms / 1000)

    def first_after(self, moment: float) -> float | None:
        """When the first move after a moment was recorded."""
        return next((at for at in self._moves if at > moment), None)

    def _is_move(self, row: Row) -> bool:
        """A driver's own notices are no play: it says when its device comes and goes."""
        return row.source in self._players and (row.boot or LEAST_DRIVER_BOOT) < LEAST_DRIVER_BOOT

    def _note(self, body: bytes) -> None:
        if body.startswith((b'{"kind":"table_held"', b'{"kind":"hold_released"')):
            self._is_held = body.startswith(b'{"kind":"table_held"')
        elif body.startswith(b'{"kind":"device_state_changed"'):
            told = json.loads(body)
            self._away.discard(told["device"])
            if told["device"] in self._devices and told["state"] != "ready":
                self._away.add(told["device"])
