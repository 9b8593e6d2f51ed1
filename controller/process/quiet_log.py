"""Logging that cannot be flooded: each cause once in a while, and only text that prints."""

import logging
import time
from collections.abc import Callable
from typing import Final, TextIO

from controller.facts.printable import printable

EVERY_S: Final = 10.0
# Libraries that log what strangers do, as often as they do it.
TALKATIVE: Final = ("asyncio", "aiohttp.server", "aiohttp.web", "aiohttp.websocket")
MOST_CAUSES: Final = 200


class Quiet:
    """Says whether a cause may be told again; told the time by its clock."""

    def __init__(
        self, every_s: float = EVERY_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._every_s = every_s
        self._clock = clock
        self._told: dict[str, float] = {}

    def may_say(self, cause: str) -> bool:
        """The first time, and then at most once in so many seconds."""
        now = self._clock()
        if now - self._told.get(cause, float("-inf")) < self._every_s:
            return False
        if len(self._told) >= MOST_CAUSES:
            self._told.clear()
        self._told[cause] = now
        return True


class PrintableFormatter(logging.Formatter):
    """One line of printable text for each message; a traceback keeps its lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's own name)
        """The message without anything that a terminal would obey."""
        return printable(super().formatMessage(record))


class RepeatFilter(logging.Filter):
    """Lets the same kind of message of a logger through once in a while."""

    def __init__(self, quiet: Quiet | None = None) -> None:
        super().__init__()
        self._quiet = quiet or Quiet()

    def filter(self, record: logging.LogRecord) -> bool:
        """What differs only in its arguments or after its first line is one cause."""
        return self._quiet.may_say(str(record.msg).partition("\n")[0])


def set_up_log(level: int, stream: TextIO) -> None:
    """Log to a stream, in lines that print, and without floods."""
    lines = logging.StreamHandler(stream)
    lines.setFormatter(PrintableFormatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[lines])
    for name in TALKATIVE:
        logging.getLogger(name).addFilter(RepeatFilter())
