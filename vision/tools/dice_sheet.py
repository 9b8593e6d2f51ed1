"""Draws how a picture of the dice cup was read: each die, its value, the sum or the reason."""

from typing import Final

import cv2

from vision.dice.faces import CLEAR_PIP
from vision.dice.patches import cut_square
from vision.dice.reader import PIP_SIDES, PIP_SIZE
from vision.dice.shipped_nets import DiceNets
from vision.dice.sighting import DiceSighting, DieFace
from vision.picture.frame import Frame
from vision.tools.canvas import BAD, EDGE, GOOD, MARK, WORDS, enlarged, put, sheet, write

VIEW_PX: Final = 640
STRIP_PX: Final = 70
WORDS_FOR: Final = {
    "cocked": "a die leans; lay it flat",
    "hidden": "a die is partly covered; clear the view",
    "one": "only one die is in sight; find the others",
    "two": "only two dice are in sight; find the third",
    "four": "more than three dice; take the extra out",
    "no dice": "no dice in sight",
    "unsure": "the readers do not agree; look again or type the values",
}


class DiceExplainer:
    """Looks again for the pips of every die, and draws them with the answer."""

    def __init__(self) -> None:
        self._nets = DiceNets()

    def draw(self, frame: Frame, sighting: DiceSighting) -> Frame:
        """The picture with every die and pip marked, the answer below."""
        view = self.view(frame, sighting)
        picture = sheet(max(view.shape[1], VIEW_PX), view.shape[0] + STRIP_PX)
        put(picture, view, (picture.shape[1] - view.shape[1]) // 2, 0)
        _answer(picture, sighting, view.shape[0])
        return picture

    def view(self, frame: Frame, sighting: DiceSighting) -> Frame:
        """The picture with every die and pip marked."""
        factor = VIEW_PX / max(frame.shape[:2])
        view = enlarged(frame, factor)
        for face in sighting.faces:
            _mark(view, face, factor)
            for x, y in self._pips(frame, face):
                cv2.circle(view, (round(x * factor), round(y * factor)), 3, MARK, -1, cv2.LINE_AA)
        return view

    def _pips(self, frame: Frame, face: DieFace) -> list[tuple[float, float]]:
        reach = PIP_SIDES * face.side
        patch = cut_square(frame, face.x, face.y, reach, PIP_SIZE)
        (rows,) = self._nets.pips([patch], CLEAR_PIP)
        scale, half = reach / PIP_SIZE, reach / 2
        return [
            (face.x - half + float(x) * scale, face.y - half + float(y) * scale) for x, y, _ in rows
        ]


def _mark(view: Frame, face: DieFace, factor: float) -> None:
    colour = EDGE if face.value is not None else BAD
    x, y = round(face.x * factor), round(face.y * factor)
    radius = max(6, round(0.62 * face.side * factor))
    cv2.circle(view, (x, y), radius, colour, 2, cv2.LINE_AA)
    words = f"{face.value or '?'} {face.confidence:.2f}"
    place = (max(2, x - radius), max(16, y - radius - 6))
    write(view, words, (place[0] + 1, place[1] + 1), (0, 0, 0), 0.6)
    write(view, words, place, colour, 0.6)


def _answer(picture: Frame, sighting: DiceSighting, top: int) -> None:
    if sighting.dice is None:
        write(picture, f"not read: {sighting.reason}", (12, top + 30), BAD, 0.8)
        write(picture, WORDS_FOR.get(sighting.reason, ""), (12, top + 56), WORDS)
        return
    values = " + ".join(map(str, sighting.dice))
    write(picture, f"{values} = {sighting.sum}", (12, top + 32), GOOD, 0.9)
    write(picture, f"confidence {sighting.confidence:.3f}", (12, top + 58), WORDS)
