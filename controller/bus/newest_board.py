"""Which board a subscriber holds, and whether the table has gone on without it: pure."""

from typing import Final

from controller.bus.messages import Beat
from controller.facts.board import Board

HOLE_AFTER_S: Final = 2.0


class NewestBoard:
    """Compares boards with heartbeats: a board that was lost on the way is noticed."""

    def __init__(self) -> None:
        self._number = -1
        self._parted_at: float | None = None

    def is_news(self, board: Board) -> bool:
        """Whether to pass a board of the feed on; a snapshot may have overtaken it."""
        if board.number < self._number:
            return False
        self.renew(board)
        return True

    def renew(self, board: Board) -> None:
        """A snapshot was taken: it counts whatever its number."""
        self._number, self._parted_at = board.number, None

    def is_missing(self, beat: Beat, now: float) -> bool:
        """Whether the table has been at another number for so long that a board must be lost."""
        if beat.number == self._number:
            self._parted_at = None
            return False
        if self._parted_at is None:
            self._parted_at = now
        return now - self._parted_at >= HOLE_AFTER_S
