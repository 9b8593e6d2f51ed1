"""The camera cup's watch: frames of the cup from above in, the events of a dice cup out."""

from collections import Counter
from typing import Final, Literal, Protocol

from drivers.camera.finding import Finding
from drivers.dice_cup.camera_motion import LidTrail
from drivers.wire.codec import wire_message
from vision.dice.sighting import DiceSighting
from vision.dice.steadiness import SteadyDice
from vision.marks.bullseye import find_bullseye
from vision.picture.change import ChangeWatch
from vision.picture.frame import Frame
from vision.sources.shot import Shot

SETTLED_S: Final = 0.25
# A hand may still be in the way just after the lid is off.
UNREADABLE_S: Final = 1.5
# Neither lid nor dice were seen: dice in a shadow may show a moment later.
AGAIN_S: Final = 0.5
# Out of sight so long and back with its lid on: it was shaken elsewhere.
AWAY_S: Final = 1.0
REASONS: Final = {"cocked": "cocked", "one": "missing", "two": "missing", "four": "extra"}

State = Literal["unknown", "closed", "open"]


class Reader(Protocol):
    """What the watch needs of a dice reader."""

    def read(self, frame: Frame) -> DiceSighting:
        """Say what the frame shows."""


class CupWatch:
    """Tells shakes by the lid's mark, an open cup by its absence, and reads the dice once."""

    notice: Final = ""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.forget()

    def forget(self) -> None:
        """Begin as if just switched on."""
        self._state: State = "unknown"
        self._change = ChangeWatch()
        self._trail = LidTrail()
        self._moved_at = float("-inf")
        self._settled_at = float("-inf")
        self._lid_at = float("inf")
        self._hidden_s = 0.0
        self._is_settled = False
        self._is_resting = False
        self._is_shaken = False
        self._reading: _Reading | None = None

    def look(self, shot: Shot) -> list[Finding]:
        """Take the next frame; returns what it completes."""
        if self._change.is_changed(shot.frame):
            return self._move(shot)
        if not self._is_settled:
            return self._settle(shot) if shot.t_s - self._moved_at >= SETTLED_S else []
        if self._is_away and shot.t_s - self._settled_at >= AGAIN_S:
            return self._settle(shot)
        return self._read(shot)

    def lost(self, reason: str) -> list[Finding]:
        """The camera is gone: what the cup does meanwhile is not known."""
        del reason
        ended = self._end_shake()
        self._change, self._trail = ChangeWatch(), LidTrail()
        self._is_settled = self._is_resting = False
        return ended

    def _move(self, shot: Shot) -> list[Finding]:
        if self._is_settled:
            self._trail = LidTrail()
        if self._is_resting:
            self._lid_at = shot.t_s
        self._moved_at, self._is_settled, self._is_resting = shot.t_s, False, False
        lid = find_bullseye(shot.frame)
        if lid is not None:
            self._see_lid(shot.t_s)
            self._trail.add(lid)
        if self._is_shaken or not self._trail.is_shaking:
            return []
        closed = self._close()
        self._is_shaken = True
        return [*closed, Finding(wire_message("shake_started"))]

    def _settle(self, shot: Shot) -> list[Finding]:
        self._is_settled, self._settled_at = True, shot.t_s
        if find_bullseye(shot.frame) is not None:
            self._see_lid(shot.t_s)
            return self._settle_closed()
        if self._state == "open":
            return self._read(shot)
        if self._reader.read(shot.frame).reason == "no dice":
            # Neither lid nor dice: the cup is in somebody's hands.
            return []
        return self._open(shot)

    @property
    def _is_away(self) -> bool:
        return self._state != "open" and not self._is_resting

    def _see_lid(self, t_s: float) -> None:
        self._hidden_s = max(self._hidden_s, t_s - self._lid_at)
        self._lid_at = t_s

    def _settle_closed(self) -> list[Finding]:
        self._is_resting = True
        hidden_s, self._hidden_s = self._hidden_s, 0.0
        if self._state != "closed":
            return self._close()
        was_away = hidden_s >= AWAY_S and not self._is_shaken
        started = [Finding(wire_message("shake_started"))] if was_away else []
        self._is_shaken = self._is_shaken or was_away
        return started + self._end_shake()

    def _open(self, shot: Shot) -> list[Finding]:
        found = self._end_shake()
        if self._state == "closed":
            found.append(Finding(wire_message("cup_opened")))
            self._reading = _Reading(shot.t_s)
        self._state = "open"
        return found + self._read(shot)

    def _close(self) -> list[Finding]:
        """Tell the closing, and before it that the dice were not read, if they were not."""
        was_open, reading = self._state == "open", self._reading
        self._state, self._reading = "closed", None
        if not was_open:
            return []
        unread = [reading.given_up()] if reading else []
        return [*unread, Finding(wire_message("cup_closed"))]

    def _end_shake(self) -> list[Finding]:
        was_shaken, self._is_shaken = self._is_shaken, False
        return [Finding(wire_message("shake_ended"))] if was_shaken else []

    def _read(self, shot: Shot) -> list[Finding]:
        if self._state != "open" or self._reading is None:
            return []
        found = self._reading.add(self._reader.read(shot.frame), shot)
        if found is None:
            return []
        self._reading = None
        return [found]


class _Reading:
    """The reading of one opening: speaks once."""

    def __init__(self, opened_at: float) -> None:
        self._opened_at = opened_at
        self._steady = SteadyDice()
        self._reasons: Counter[str] = Counter()
        self._last: Shot | None = None

    def add(self, sighting: DiceSighting, shot: Shot) -> Finding | None:
        """Take the next frame's sighting; returns the reading when it is certain, or hopeless."""
        self._last = shot
        steady = self._steady.add(sighting, shot.t_s)
        if steady is not None and steady.dice is not None:
            return Finding(wire_message("dice_read", dice=steady.dice), (shot.frame,))
        if sighting.dice is None:
            self._reasons[sighting.reason] += 1
        if shot.t_s - self._opened_at < UNREADABLE_S or not self._reasons:
            return None
        return self.given_up()

    def given_up(self) -> Finding:
        """The word that these dice could not be read, and why for the most part."""
        reason = next((reason for reason, _ in self._reasons.most_common(1)), "too short")
        frames = (self._last.frame,) if self._last else ()
        message = wire_message("dice_unreadable", reason=REASONS.get(reason, "unread"))
        return Finding(message, frames, reason)
