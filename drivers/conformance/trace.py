"""Every byte of a trial, line by line, with its time and its meaning."""

import time
from typing import Final, TextIO

from config.wire_document import WireDocument
from drivers.wire.meaning import meaning

ARROWS: Final = {"host": "host   >", "device": "device <"}


class Trace:
    """Writes what both sides said; a line a frame, bytes without an end when the next comes."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._started = time.monotonic()
        self._open = {"host": b"", "device": b""}

    def remark(self, text: str) -> None:
        """Write what is tried from here on."""
        self._file.write(f"# {text}\n")

    def said(self, document: WireDocument, who: str, data: bytes) -> None:
        """Write the frames these bytes complete."""
        *closed, self._open[who] = (self._open[who] + data).split(b"\0")
        at = time.monotonic() - self._started
        for run in filter(None, closed):
            words = meaning(document, run)
            self._file.write(f"{at:10.3f} {ARROWS[who]} {run.hex(' ')} 00  {words}\n")
        self._file.flush()
