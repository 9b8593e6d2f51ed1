"""Watching a camera: every frame read, with what it took, for a technician's eyes."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol

from vision.cards.geometry import WindowGeometry
from vision.cards.layout import DeckLayout
from vision.cards.passes import CardJoiner
from vision.cards.reader import CardReader
from vision.dice.reader import CupGeometry, DiceReader
from vision.dice.steadiness import SteadyDice
from vision.picture.frame import Frame
from vision.sources.freeze import FreezeWatch
from vision.sources.shot import EndOfFramesError, FrameSource, Shot
from vision.tools.card_sheet import CardExplainer
from vision.tools.dice_sheet import DiceExplainer
from vision.tools.reasons import why_unread

FROZEN: Final = "the picture does not change at all; plug the camera in again"
# How slowly the frame rate follows: the newest frame counts one part in twelve.
SMOOTHING: Final = 12.0


@dataclass(frozen=True, slots=True)
class Readout:
    """What one frame says: `answer` of the frame, `result` of the whole card or throw.

    `why` is a code where the frame was not read, `reason` the same for a technician's shell.
    """

    kind: str
    answer: str
    confidence: float
    reason: str
    result: str
    why: str = ""
    frames: int = 0
    fps: float = 0.0
    read_ms: float = 0.0


class Look(Protocol):
    """One kind of reading, of a window or a cup."""

    def read(self, shot: Shot) -> Readout:
        """Read one frame."""

    def draw(self, frame: Frame) -> Frame:
        """How the last frame was read, as a picture."""

    def view(self, frame: Frame) -> Frame:
        """The last frame with marks where something was found, and no words."""


class Watched(NamedTuple):
    """One frame and what it says."""

    shot: Shot
    readout: Readout


class CardLook:
    """A shoe's window: the card of each frame, and of each pass."""

    def __init__(self, geometry: WindowGeometry) -> None:
        self._reader = CardReader(geometry, DeckLayout())
        self._explainer = CardExplainer(geometry)
        self._joiner = CardJoiner()
        self._result = ""

    def read(self, shot: Shot) -> Readout:
        """Read one frame, and join it with those of the same card."""
        self._seen = seen = self._reader.read(shot.frame)
        passed = self._joiner.add(seen, shot.t_s)
        if passed is not None:
            self._result = str(passed.card or passed.reason or passed.kind)
        card, why = str(seen.card or ""), why_unread(seen)
        return Readout(seen.kind, card, seen.confidence, seen.reason, self._result, why)

    def draw(self, frame: Frame) -> Frame:
        """The stages of the last reading."""
        return self._explainer.draw(frame, self._seen)

    def view(self, frame: Frame) -> Frame:
        """The window with the card's edges and its index marked."""
        return self._explainer.view(frame)


class DiceLook:
    """A dice cup: the dice of each frame, and of each throw once they lie still."""

    def __init__(self, cup: CupGeometry) -> None:
        self._reader = DiceReader(cup, is_live=True)
        self._explainer = DiceExplainer()
        self._steady = SteadyDice()
        self._result = ""

    def read(self, shot: Shot) -> Readout:
        """Read one frame; the result changes when dice lie still."""
        self._seen = seen = self._reader.read(shot.frame)
        steady = self._steady.add(seen, shot.t_s)
        if steady is not None and steady.dice is not None:
            self._result = _values(steady.dice)
        kind = "dice" if seen.dice is not None else "unreadable"
        values, why = _values(seen.dice or ()), seen.reason.replace(" ", "-")
        return Readout(kind, values, seen.confidence, seen.reason, self._result, why)

    def draw(self, frame: Frame) -> Frame:
        """The dice of the last reading."""
        return self._explainer.draw(frame, self._seen)

    def view(self, frame: Frame) -> Frame:
        """The dice with their values and pips marked."""
        return self._explainer.view(frame, self._seen)


def watch(source: FrameSource, look: Look) -> Iterator[Watched]:
    """Read every frame of a source until it ends; films and stills keep their own pace."""
    freeze, number, fps = FreezeWatch(), 0, 0.0
    began = last = time.monotonic()
    for shot in _shots(source):
        if not source.is_live:
            time.sleep(max(0.0, began + shot.t_s - time.monotonic()))
        started, number = time.monotonic(), number + 1
        said = look.read(shot)
        read_ms = (time.monotonic() - started) * 1000
        if source.is_live and freeze.is_frozen(shot.frame, shot.t_s):
            said = Readout("unreadable", "", 0.0, FROZEN, said.result)
        fps, last = _smoothed(fps, started - last), started
        yield Watched(shot, replace(said, frames=number, fps=fps, read_ms=read_ms))


def _shots(source: FrameSource) -> Iterator[Shot]:
    while True:
        try:
            yield source.read()
        except EndOfFramesError:
            return


def _smoothed(fps: float, gap_s: float) -> float:
    if gap_s <= 0:
        return fps
    return 1 / gap_s if fps == 0 else fps + (1 / gap_s - fps) / SMOOTHING


def _values(dice: tuple[int, ...]) -> str:
    return f"{' + '.join(map(str, dice))} = {sum(dice)}" if dice else ""
