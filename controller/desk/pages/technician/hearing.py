"""What a device says while it is tried, as lines for the page."""

from collections import deque
from typing import Final

from config.words import Words
from controller.bus.messages import Entry
from controller.desk.visit import Visit
from controller.facts.board import Board
from controller.facts.events import EVENT, DeviceTestSeen, DeviceTestStarted, Event, LampsShown
from controller.facts.fact import Fact, Text
from controller.facts.phrase import Phrase, phrase, seen

MOST_LINES: Final = 12
PAGE: Final = 200


class HeardLine(Fact):
    """One thing the device said: when, and in words."""

    at_ms: int
    text: Text


class Hearing:
    """Follows the record while a test is open, from the row where it began."""

    def __init__(self) -> None:
        self._after: int | None = None
        self._seen: deque[tuple[int, Event]] = deque(maxlen=MOST_LINES)

    async def of(self, visit: Visit, board: Board, words: Words) -> tuple[HeardLine, ...]:
        """The newest lines first; nothing while no device is tried."""
        if board.tested is None:
            self._after = None
            self._seen.clear()
            return ()
        if self._after is None:
            self._after = max(0, board.number - PAGE)
        while self._after < board.number:
            entries = await _rows(visit, self._after)
            if not entries:
                break
            self._note(entries, board.tested)
        lines = (HeardLine(at_ms=at, text=words.sentence(_told(told))) for at, told in self._seen)
        return tuple(reversed(list(lines)))

    def _note(self, entries: tuple[Entry, ...], device: str) -> None:
        for entry in entries:
            self._after = entry.number
            event = entry.event
            if isinstance(event, DeviceTestStarted):
                self._seen.clear()
            elif isinstance(event, DeviceTestSeen):
                self._seen.append((entry.at_ms, EVENT.validate_json(event.content)))
            elif event is not None and entry.source == device:
                self._seen.append((entry.at_ms, event))


def _told(event: Event) -> Phrase:
    """What was seen, of lamps seat by seat."""
    if not isinstance(event, LampsShown):
        return seen(event)
    if event.bank is None and event.action is None:
        return phrase("lamps-dark")
    return phrase("lamps-lit", bank=event.bank or 0, action=event.action or 0)


async def _rows(visit: Visit, after: int) -> tuple[Entry, ...]:
    return await visit.at_desk(lambda desk: desk.history(after, PAGE))
