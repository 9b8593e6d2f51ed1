"""Figures of the floor's service, for whoever measures it."""

from collections import Counter
from collections.abc import Sequence

from controller.floor.parcel import Parcel
from controller.floor.service.watch import TableFigures


class Figures:
    """What was done since the start; every number only grows but those of the tables."""

    def __init__(self) -> None:
        self.kept = 0
        self.refused = 0
        self.store_away = 0
        # Rows by table, and the time from the last row of a parcel to its keeping.
        self.rows: Counter[str] = Counter()
        self.lag_ms: dict[str, int] = {}
        self.tables: tuple[TableFigures, ...] = ()

    def note(self, parcels: Sequence[Parcel], now_ms: int) -> None:
        """Rows were kept."""
        for parcel in parcels:
            self.rows[parcel.table] += len(parcel.rows)
            self.lag_ms[parcel.table] = max(0, now_ms - parcel.last.at_ms)
