"""The newest rows of the record, as one session may see them; only what is new is asked for."""

from collections import deque
from typing import Final

from controller.bus.desk_client import DeskClient
from controller.bus.messages import Entry

MOST_ROWS: Final = 400
MOST_SESSIONS: Final = 40


class NewestRows:
    """Rows up to the newest board; rights are asked anew with every read."""

    def __init__(self) -> None:
        self._rows: deque[Entry] = deque(maxlen=MOST_ROWS)

    def up_to(self, desk: DeskClient, number: int) -> tuple[Entry, ...]:
        """Read what is new; a record that went back is another record."""
        last = self._rows[-1].number if self._rows else max(0, number - MOST_ROWS)
        if last > number:
            self._rows.clear()
            last = max(0, number - MOST_ROWS)
        while last < number:
            page = desk.history(last, number - last)
            if not page:
                break
            self._rows.extend(page)
            last = page[-1].number
        return tuple(self._rows)


class Memories:
    """The rows of each session; the oldest session makes way."""

    def __init__(self) -> None:
        self._by_session: dict[str, NewestRows] = {}

    def of(self, session: str) -> NewestRows:
        """What this session has read so far."""
        rows = self._by_session.setdefault(session, NewestRows())
        while len(self._by_session) > MOST_SESSIONS:
            del self._by_session[next(iter(self._by_session))]
        return rows
