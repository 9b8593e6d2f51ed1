"""A scanner that types: key events of /dev/input as lines of text, without a library."""

import fcntl
import os
import stat
import struct
from pathlib import Path
from typing import Final

from controller.facts.phrase import phrase
from drivers.runtime.port import PortError, explain

INPUT_EVENT: Final = struct.Struct("llHHi")
INPUT_FOLDER: Final = Path("/dev/input")
EV_KEY: Final = 1
KEY_DOWN: Final = 1
ENTER_KEYS: Final = frozenset({28, 96})
# _IOW('E', 0x90, int): keystrokes come to us alone and never reach a console or a browser.
EVIOCGRAB: Final = 0x4004_4590
READ_SIZE: Final = INPUT_EVENT.size * 64


# Key numbers of a US keyboard, which is what scanners pretend to be unless set up otherwise:
# the first number of a row of keys and what they type.
_ROWS: Final = (
    (2, "1234567890-"),
    (16, "QWERTYUIOP"),
    (30, "ASDFGHJKL"),
    (44, "ZXCVBNM"),
    (52, "./"),
    (55, "*"),
    (71, "789-456+1230."),
    (98, "/"),
)
KEYS: Final[dict[int, str]] = {
    first + place: sign for first, row in _ROWS for place, sign in enumerate(row)
}
SHIFT_KEYS: Final = frozenset({42, 54})
SHIFTED: Final[dict[int, str]] = {12: "_", 13: "+", 9: "*"}


class KeyTyping:
    """Turns key events into bytes of text; pure."""

    def __init__(self) -> None:
        self._partial = b""
        self._is_shifted = False

    def feed(self, data: bytes) -> bytes:
        """Take raw input events; give the text they type, a line end for Enter."""
        data = self._partial + data
        whole = len(data) - len(data) % INPUT_EVENT.size
        self._partial = data[whole:]
        events = INPUT_EVENT.iter_unpack(data[:whole])
        return "".join(self._typed(*event[2:]) for event in events).encode()

    def _typed(self, kind: int, key: int, value: int) -> str:
        if kind != EV_KEY:
            return ""
        if key in SHIFT_KEYS:
            self._is_shifted = value != 0
            return ""
        if value != KEY_DOWN:
            return ""
        if key in ENTER_KEYS:
            return "\n"
        # An unknown key makes the code unknown rather than shorter.
        plain = KEYS.get(key, "?")
        return SHIFTED.get(key, plain) if self._is_shifted else plain


class KeyboardPort:
    """An input device that is ours alone, read like a serial line."""

    has_backlog: Final = False

    def __init__(self, path: Path, fd: int) -> None:
        self.path = path
        self._fd = fd
        self._typing = KeyTyping()

    @classmethod
    def open(cls, path: Path) -> "KeyboardPort":
        """Open and take the device; PortError says what is in the way."""
        try:
            fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            raise explain(path, error, "input") from None
        try:
            fcntl.ioctl(fd, EVIOCGRAB, 1)
        except OSError as error:
            os.close(fd)
            raise explain(path, error, "input") from None
        return cls(path, fd)

    def fileno(self) -> int:
        """The descriptor to wait on."""
        return self._fd

    def read(self) -> bytes:
        """What was typed; empty when nothing was."""
        try:
            data = os.read(self._fd, READ_SIZE)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            raise PortError("lost", phrase("lost-scanner-cut", port=str(self.path)))
        return self._typing.feed(data)

    def write(self, data: bytes) -> None:
        """A keyboard takes nothing."""

    def close(self) -> None:
        """Give the device back; closing twice is harmless."""
        if self._fd >= 0:
            os.close(self._fd)
        self._fd = -1


def is_input_device(path: Path) -> bool:
    """Whether a path leads to a keyboard-like device rather than a serial port."""
    try:
        return path.resolve().is_relative_to(INPUT_FOLDER) and stat.S_ISCHR(path.stat().st_mode)
    except OSError:
        return path.is_relative_to(INPUT_FOLDER)
