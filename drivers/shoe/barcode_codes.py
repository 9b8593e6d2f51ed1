"""Scanned codes: bytes to codes, codes to events; pure in code and time."""

import re
from typing import Final

from config.barcode_table import BarcodeTable
from controller.facts.cards import Card
from controller.facts.events import CardDrawn, CardUnreadable, CutCardDrawn, Event, ShoeLoaded

LONGEST_CODE: Final = 64
UNREADABLE: Final = "?"

_LINE_ENDS: Final = re.compile(rb"[\r\n]")


class CodeReader:
    """Finds codes in what a scanner sends: one a line, in capitals, without blanks around."""

    def __init__(self) -> None:
        self._partial = b""

    def feed(self, data: bytes) -> list[str]:
        """Take bytes in; give back the codes they complete."""
        *lines, rest = _LINE_ENDS.split(self._partial + data)
        # Noise without a line end must not grow for ever; one byte too many marks it as noise.
        self._partial = rest[: LONGEST_CODE + 1]
        return [_code(line) for line in lines if line.strip()]


class PassFilter:
    """Tells one card seen twice from two cards: a card in view is read again and again."""

    def __init__(self, same_pass_s: float) -> None:
        self._same_pass_s = same_pass_s
        self._last_code = ""
        self._last_seen = float("-inf")

    def is_new(self, code: str, now: float) -> bool:
        """Whether this sighting is another pass; each sighting prolongs the pass it belongs to."""
        is_same = code == self._last_code and now - self._last_seen < self._same_pass_s
        self._last_code, self._last_seen = code, now
        return not is_same


def event_of(table: BarcodeTable, code: str) -> Event:
    """The fact a code stands for; an unknown code is a card nobody read."""
    if code in table.cut_card:
        return CutCardDrawn()
    if code in table.new_shoe:
        return ShoeLoaded(decks=table.new_shoe[code])
    if code in table.cards:
        return CardDrawn(card=Card(table.cards[code]))
    return CardUnreadable(reason="unread")


def _code(line: bytes) -> str:
    text = line.strip().decode("ascii", errors="replace").upper()
    return text if len(text) <= LONGEST_CODE else UNREADABLE
