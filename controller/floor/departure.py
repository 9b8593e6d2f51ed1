"""What may leave a table, and when: at once, when the round is over, or never. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from controller.floor.parcel import Leaves, OpenedBody, Parcel, TravellingRow, travelling
from controller.record.chain import Head
from controller.record.row import Row

Send = Literal["all", "results"]

# From here on everything of the round may be told.
ROUND_ENDS: Final = frozenset({"round_closed", "round_voided"})
# May name a card that lies face down: until the round is over only the kind is told.
AFTER_THE_ROUND: Final = frozenset(
    {
        "card_drawn",
        "hand_shown",
        "key_pressed",
        "ruling_given",
        "report_contradicted",
        "irregularity_found",
        "entry_refused",
        "ruling_refused",
        "hold_released",
        "device_test_seen",
    }
)
# What somebody gave as a name at the desk may be a PIN, typed into the wrong field.
NEVER: Final = frozenset({"log_in_refused"})
# All that is sent where the law wants no live data: what came of a round, once it is over,
RESULTS: Final = frozenset(
    {
        "round_opened",
        "outcome_decided",
        "hands_decided",
        "dice_counted",
        "hand_corrected",
        "hand_taken_back",
        "hand_inserted",
        "hold_released",
        "shoe_started",
        "shoe_ended",
        "collection_counted",
    }
)
# and what staff should see to.
ALARMS: Final = frozenset({"table_held", "device_state_changed", "table_opened"})
MOST_ROWS: Final = 500
# A server takes a message of a mebibyte; written as text a body is at most twice as long.
MOST_BYTES: Final = 400_000


def leaves(kind: str, send: Send) -> Leaves:
    """When the body of a row of a kind may leave the table."""
    if kind in NEVER or not kind:
        return "never"
    if send == "all":
        return "later" if kind in AFTER_THE_ROUND else "now"
    if kind in ROUND_ENDS | ALARMS:
        return "now"
    return "later" if kind in RESULTS else "never"


class Gate:
    """Makes parcels of the rows of one record, in order, and remembers what was held back.

    Where only results are sent, rows wait for one that may be told at once: neither their content
    nor their arrival tells anything of a round in play.
    """

    def __init__(self, table: str, send: Send, most_rows: int = MOST_ROWS) -> None:
        self._table, self._send, self._most = table, send, most_rows
        self._held_back: list[OpenedBody] = []
        self._waiting: list[TravellingRow] = []
        # Bodies whose round has ended among the rows that wait.
        self._opened: list[OpenedBody] = []
        self._previous = b""

    def begin_after(self, head: Head, sent: Iterable[Row] = ()) -> None:
        """Go on after a row; of the rows before it, what is still held back is remembered."""
        self._held_back, self._waiting, self._previous = [], [], head.hash
        for row in sent:
            self._take(row)
        self._opened = []

    def parcels(self, rows: Iterable[Row]) -> Iterator[Parcel]:
        """What may leave now, of these rows and of those that waited."""
        for row in rows:
            self._waiting.append(self._take(row))
            if self._send == "all" and len(self._waiting) >= self._most:
                yield from self._packed(len(self._waiting))
        yield from self._packed(self._may_go())

    def _may_go(self) -> int:
        """How many of the waiting rows may be seen to arrive."""
        if self._send == "all":
            return len(self._waiting)
        told = (place for place, row in enumerate(self._waiting, 1) if row.leaves == "now")
        return max(told, default=0)

    def _take(self, row: Row) -> TravellingRow:
        told = travelling(row, lambda kind: leaves(kind, self._send))
        if told.leaves == "later":
            self._held_back.append(OpenedBody(row.number, row.body))
        if told.kind in ROUND_ENDS:
            self._opened += self._held_back
            self._held_back = []
        return told

    def _packed(self, count: int) -> Iterator[Parcel]:
        """The first rows that wait; bodies go with the last of them, after their round's end."""
        low = 0
        for high in _cuts(self._waiting[:count], self._most):
            rows = tuple(self._waiting[low:high])
            opened: tuple[OpenedBody, ...] = ()
            if high == count:
                rows, opened = _told_at_once(rows, self._opened)
                self._opened = []
            yield Parcel(self._table, self._previous, rows, opened)
            self._previous, low = rows[-1].hash, high
        del self._waiting[:count]


def _told_at_once(
    rows: tuple[TravellingRow, ...], opened: Sequence[OpenedBody]
) -> tuple[tuple[TravellingRow, ...], tuple[OpenedBody, ...]]:
    """Rows that travel with the end of their round have their body with them; then earlier ones."""
    first = rows[0].number
    bodies = {number: body for number, body in opened if number >= first}
    whole = tuple(
        TravellingRow(*row[:8], bodies[row.number], row.hash) if row.number in bodies else row
        for row in rows
    )
    return whole, tuple(each for each in opened if each.number < first)


def _cuts(rows: Sequence[TravellingRow], most: int) -> Iterator[int]:
    """Where a parcel ends: it has so many rows, or all that a message can carry."""
    begun, size = 0, 0
    for place, row in enumerate(rows):
        own = len(row.body or b"")
        if place - begun == most or (size + own > MOST_BYTES and place > begun):
            yield place
            begun, size = place, 0
        size += own
    if rows:
        yield len(rows)
