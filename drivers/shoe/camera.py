"""The camera shoe's watch: frames of the window in, the events of a shoe reader out."""

from collections import deque
from collections.abc import Mapping
from typing import Final, Protocol

from controller.facts.cards import Card
from drivers.camera.finding import Finding
from drivers.wire.codec import wire_message
from vision.cards.composition import ShoeComposition
from vision.cards.geometry import WindowGeometry, window_of
from vision.cards.passes import NOTHING, CardJoiner, CardPassed
from vision.cards.sighting import CardSighting
from vision.marks.stripes import Mark, read_mark
from vision.picture.change import ChangeWatch
from vision.picture.frame import Frame
from vision.sources.shot import Shot

CROPS: Final = 3
MARK_FRAMES: Final = 2
# A card that lies still is looked at so often; more looks would tell nothing new.
STILL_LOOKS: Final = 4
DIRTY_S: Final = 2.0
DIRTY_GLASS: Final = "dirt on the glass; wipe the window"
NO_WINDOW: Final = "the window is not in the picture; calibrate the camera"


class Reader(Protocol):
    """What the watch needs of a card reader."""

    def read(self, frame: Frame) -> CardSighting:
        """Say what the frame shows."""


class ShoeWatch:
    """Tells cards, the cut card, marks and dirt; reports each card once, after it has left."""

    def __init__(
        self,
        reader: Reader,
        geometry: WindowGeometry,
        copies: Mapping[Card, int] | None = None,
    ) -> None:
        self._reader = reader
        self._geometry = geometry
        self._copies = copies
        self.forget()

    def forget(self) -> None:
        """Begin as if just switched on."""
        self.notice = ""
        self._joiner = CardJoiner()
        self._composition = ShoeComposition(self._copies)
        self._change = ChangeWatch()
        self._still_looks = 0
        self._dirty_since: float | None = None
        self._crops: deque[tuple[Card | None, Frame]] = deque(maxlen=2 * CROPS)
        self._marks = _MarkWatch()

    def look(self, shot: Shot) -> list[Finding]:
        """Take the next frame; returns what it completes."""
        if self._is_old_news(shot.frame):
            self._joiner.wait(shot.t_s)
            self._notice_dirt(shot.t_s)
            return []
        window = window_of(shot.frame, self._geometry)
        if window is None:
            self.notice = NO_WINDOW
            return []
        mark = read_mark(window, self._geometry.shown_px_per_mm)
        if mark is not None or self._marks.is_near:
            return self._look_at_mark(mark, window, shot)
        return self._look_at_card(self._reader.read(shot.frame), window, shot.t_s)

    def lost(self, reason: str) -> list[Finding]:
        """A card in the window when the camera went is a card nobody read."""
        passed = self._joiner.flush(reason)
        self._change = ChangeWatch()
        return [] if passed is None else self._report(passed)

    def _is_old_news(self, frame: Frame) -> bool:
        if self._change.is_changed(frame):
            self._still_looks = 0
            return False
        self._still_looks += 1
        return self._still_looks > STILL_LOOKS

    def _look_at_card(self, sighting: CardSighting, crop: Frame, t_s: float) -> list[Finding]:
        self._dirty_since = self._since_dirty(sighting, t_s)
        self._notice_dirt(t_s)
        if sighting.kind not in NOTHING:
            self._crops.append((sighting.card, crop))
        passed = self._joiner.add(sighting, t_s)
        return [] if passed is None else self._report(passed)

    def _look_at_mark(self, mark: Mark | None, crop: Frame, shot: Shot) -> list[Finding]:
        passed = self._joiner.end_by_mark()
        found = [] if passed is None else self._report(passed)
        sighting = None if mark is not None else self._reader.read(shot.frame)
        # Half a mark on its way out is neither; a card may follow it without a gap.
        is_gone = sighting is not None and (sighting.kind in NOTHING or sighting.card is not None)
        found += [self._mark_event(*event) for event in self._marks.add(mark, is_gone)]
        if sighting is not None and is_gone:
            found += self._look_at_card(sighting, crop, shot.t_s)
        return found

    def _mark_event(self, name: str, decks: int) -> Finding:
        if name != "shoe_loaded":
            return Finding(wire_message(name))
        self._composition.loaded(decks)
        return Finding(wire_message(name, decks=decks))

    def _since_dirty(self, sighting: CardSighting, t_s: float) -> float | None:
        if sighting.kind != "dirty":
            return None
        return t_s if self._dirty_since is None else self._dirty_since

    def _notice_dirt(self, t_s: float) -> None:
        is_dirty = self._dirty_since is not None and t_s - self._dirty_since >= DIRTY_S
        self.notice = DIRTY_GLASS if is_dirty else ""

    def _report(self, passed: CardPassed) -> list[Finding]:
        crops, reason = self._taken_crops(passed.card), passed.reason
        self._marks.card_passed()
        if passed.kind == "cut-card":
            self._composition.cut()
            return [Finding(wire_message("cut_card_drawn"), crops)]
        if passed.card is not None:
            reason = self._composition.veto(passed.card)
            if not reason:
                return [Finding(wire_message("card_drawn", card=str(passed.card)), crops)]
        is_told = passed.kind in ("boxed", "two-cards")
        wire_reason = passed.kind if is_told else passed.obstacle or "unread"
        return [Finding(wire_message("card_unreadable", reason=wire_reason), crops, reason)]

    def _taken_crops(self, card: Card | None) -> tuple[Frame, ...]:
        """The frames that decided; for a card nobody read, the last ones."""
        found = [crop for seen, crop in self._crops if card is None or seen == card]
        self._crops.clear()
        return tuple(found[-CROPS:])


class _MarkWatch:
    """Which mark is in the window, and what its coming and going means."""

    def __init__(self) -> None:
        self.is_near = False
        self._shown: Mark | None = None
        self._last: Mark | None = None
        self._frames = 0
        self._is_open = False
        self._may_empty = False

    def card_passed(self) -> None:
        self._may_empty = True

    def add(self, mark: Mark | None, is_gone: bool) -> list[tuple[str, int]]:
        """Take one frame's mark; returns event names, with the decks of a load."""
        if mark is not None:
            self.is_near = True
            self._frames = self._frames + 1 if mark == self._last else 1
            self._last = mark
            return self._show(mark) if self._frames >= MARK_FRAMES else []
        return self._clear() if is_gone else []

    def _show(self, mark: Mark) -> list[tuple[str, int]]:
        if mark == self._shown:
            return []
        closing = self._clear_lid()
        self._shown = mark
        if mark == "lid-open":
            self._is_open = True
            return [("shoe_lid_opened", 0)]
        if mark == "shoe-empty":
            may_empty, self._may_empty = self._may_empty, False
            return closing + ([("shoe_emptied", 0)] if may_empty else [])
        self._may_empty = False
        return [*closing, ("shoe_loaded", mark)]

    def _clear(self) -> list[tuple[str, int]]:
        self.is_near, self._shown, self._last, self._frames = False, None, None, 0
        return self._clear_lid()

    def _clear_lid(self) -> list[tuple[str, int]]:
        was_open, self._is_open = self._is_open, False
        return [("shoe_lid_closed", 0)] if was_open else []
