"""How `vision watch` shows each picture: JSON, a line for each result, or a terminal's picture."""

import json
import shutil
import sys
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from vision.tools.watch import Readout, Watched

COLUMNS: Final = 44
REDRAW_S: Final = 0.1
_CLEAR_LINE: Final = "\x1b[K"


class JsonLines:
    """Every picture's readout, a JSON object a line."""

    def show(self, seen: "Watched") -> None:
        """Print one readout."""
        click.echo(json.dumps(asdict(seen.readout)))


class ResultLines:
    """A line when a card has passed, dice lie still, or a frame does not count for a new reason."""

    def __init__(self) -> None:
        self._before = ("", "", "")

    def show(self, seen: "Watched") -> None:
        """Print the readout if it says something new."""
        said = seen.readout
        # What stands in brackets are figures of this one frame.
        now = (said.kind, said.result, said.reason.partition(" (")[0])
        if now != self._before:
            self._before = now
            click.echo(_line(said))


class TerminalPicture:
    """A small picture of half blocks with the readout below, drawn over the one before."""

    def __init__(self) -> None:
        self._drawn_at = float("-inf")
        self._height = 0

    def show(self, seen: "Watched") -> None:
        """Draw again, at most ten times a second."""
        now = time.monotonic()
        if now - self._drawn_at < REDRAW_S:
            return
        from vision.tools.half_blocks import half_blocks

        self._drawn_at = now
        room = shutil.get_terminal_size()
        frame = seen.shot.frame
        fitting = 2 * (room.lines - 3) * frame.shape[1] // frame.shape[0]
        lines = half_blocks(frame, max(8, min(COLUMNS, room.columns, fitting)))
        lines.append(_line(seen.readout)[: room.columns - 1] + _CLEAR_LINE)
        up = f"\x1b[{self._height}A\r" if self._height else ""
        self._height = len(lines)
        sys.stdout.write(up + "\n".join(lines) + "\n")
        sys.stdout.flush()


def _line(said: "Readout") -> str:
    answer = said.answer or said.kind
    speed = f"{said.fps:5.1f} fps {said.read_ms:5.1f} ms"
    return (
        f"{answer:<14} {said.confidence:5.3f} {speed}  last {said.result or '-':<14} {said.reason}"
    )
