"""What a reader types: key events of the kernel into lines of text. Pure."""

import struct
from collections.abc import Iterator
from typing import Final

# struct input_event: two longs of time, type, code, value.
EVENT: Final = struct.Struct("@llHHi")
EV_SYN, EV_KEY, SYN_DROPPED = 0, 1, 3
ENTER: Final = frozenset({28, 96})
SHIFT: Final = frozenset({42, 54})
# Slower than this nobody types but a person: what came before belongs to another badge.
PAUSE_S: Final = 1.0
LONGEST: Final = 120


def _rows() -> Iterator[tuple[int, str, str]]:
    """Codes of the keys as a reader with the usual layout has them: plain and with shift."""
    for first, plain, shifted in (
        (2, "1234567890-=", "!@#$%^&*()_+"),
        (16, "qwertyuiop", "QWERTYUIOP"),
        (30, "asdfghjkl;", "ASDFGHJKL:"),
        (44, "zxcvbnm,./", "ZXCVBNM<>?"),
        (71, "789-456+1230", "789-456+1230"),
    ):
        for nth, pair in enumerate(zip(plain, shifted, strict=True)):
            yield first + nth, *pair


KEYS: Final = {code: pair for code, *pair in _rows()}


class TypedLines:
    """Gathers key events until Enter; what was lost or began long ago makes no line."""

    def __init__(self) -> None:
        self._bytes = b""
        self._text = ""
        self._at = 0.0
        self._is_shifted = False

    def feed(self, content: bytes) -> list[str]:
        """The lines that these bytes complete."""
        whole = self._bytes + content
        end = len(whole) - len(whole) % EVENT.size
        self._bytes = whole[end:]
        found = (self._take(*event) for event in EVENT.iter_unpack(whole[:end]))
        return [line for line in found if line]

    def _take(self, seconds: int, micros: int, kind: int, code: int, value: int) -> str:
        if kind == EV_SYN and code == SYN_DROPPED:
            self._text, self._is_shifted = "", False
        if kind != EV_KEY:
            return ""
        if code in SHIFT:
            self._is_shifted = value != 0
        return self._pressed(code, seconds + micros / 1e6) if value == 1 else ""

    def _pressed(self, code: int, at: float) -> str:
        if at - self._at > PAUSE_S:
            self._text = ""
        self._at = at
        line = ""
        if code in ENTER:
            line, self._text = self._text, ""
        elif code in KEYS:
            self._text = (self._text + KEYS[code][self._is_shifted])[: LONGEST + 1]
        return line if len(line) <= LONGEST else ""
