"""The betting timer: started by an opened round, ended by closed bets or by itself."""

from collections.abc import Callable, Iterable
from typing import Final

from controller.facts.decisions import (
    BankOffered,
    BettingEnded,
    Decision,
    RoundOpened,
    RoundVoided,
)
from controller.facts.events import TimerEnded
from controller.table.state import TableState

RETRY_S: Final = 1.0


class BettingTimer:
    """One deadline, moved by decisions."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._deadline: float | None = None
        self._round = 0

    def resume(self, state: TableState) -> None:
        """After a restart, players get the whole time again."""
        seconds, current = state.rules.timer_s, state.round
        if seconds and current and current.betting.is_open:
            self._deadline, self._round = self._clock() + seconds, current.number

    def follow(self, decisions: Iterable[Decision]) -> None:
        """Start and stop with the round."""
        for decision in decisions:
            if isinstance(decision, RoundOpened) and decision.timer_s:
                self._deadline = self._clock() + decision.timer_s
                self._round = decision.round
            elif isinstance(decision, BettingEnded | RoundVoided | BankOffered):
                self._deadline = None

    def ended(self) -> TimerEnded | None:
        """The event of a timer that ran out, once."""
        if self._deadline is None or self._clock() < self._deadline:
            return None
        self._deadline = None
        return TimerEnded(round=self._round)

    def retry(self) -> None:
        """The event could not be recorded; it comes again."""
        self._deadline = self._clock() + RETRY_S

    def seconds_left(self) -> float | None:
        """How long until the timer ends, if it runs."""
        return None if self._deadline is None else max(0.0, self._deadline - self._clock())
