"""The betting timer, by a clock that a test sets."""

from controller.daemon.timer import BettingTimer
from controller.facts.decisions import BankOffered, BettingEnded, RoundOpened, RoundVoided
from controller.facts.events import BankAccepted, BetsClosed, ShoeLoaded, TimerEnded
from tests.conftest import TablePlayer

OPENED = RoundOpened(round=4, bank=1, turn=1, timer_s=20)


class Clock:
    """Shows what it was set to."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class SetTimer(BettingTimer):
    """A timer, and the clock it runs by."""

    def __init__(self, now: float) -> None:
        self.clock = Clock(now)
        super().__init__(self.clock)

    def ended_at(self, now: float) -> TimerEnded | None:
        self.clock.now = now
        return self.ended()

    def left_at(self, now: float) -> float | None:
        self.clock.now = now
        return self.seconds_left()


def running() -> SetTimer:
    timer = SetTimer(100.0)
    timer.follow([OPENED])
    return timer


def test_it_ends_once_when_its_time_is_over() -> None:
    timer = running()
    assert timer.ended_at(119.9) is None
    assert timer.ended_at(120.0) == TimerEnded(round=4)
    assert timer.ended_at(130.0) is None


def test_it_counts_down_to_zero() -> None:
    timer = running()
    assert timer.left_at(105.0) == 15.0
    assert timer.left_at(125.0) == 0.0


def test_it_does_not_run_at_a_table_without_one() -> None:
    timer = SetTimer(0.0)
    timer.follow([RoundOpened(round=1, bank=1, turn=1)])
    assert timer.left_at(5.0) is None
    assert timer.ended_at(1e9) is None


def test_closed_bets_a_void_round_and_a_passed_bank_stop_it() -> None:
    for decision in (
        BettingEnded(wagers=()),
        RoundVoided(round=4, by="Ann Lee"),
        BankOffered(seat=2),
    ):
        timer = running()
        timer.clock.now = 101.0
        timer.follow([decision])
        assert timer.ended_at(200.0) is None


def test_a_round_opened_right_after_a_void_gets_its_own_time() -> None:
    timer = running()
    following = RoundOpened(round=5, bank=1, turn=1, timer_s=20)
    timer.clock.now = 110.0
    timer.follow([RoundVoided(round=4, by="Ann Lee"), following])
    assert timer.ended_at(120.0) is None
    assert timer.ended_at(130.0) == TimerEnded(round=5)


def test_after_a_restart_open_bets_get_the_whole_time_again(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8))
    timer = SetTimer(50.0)
    timer.resume(baccarat.state)
    assert timer.ended_at(70.0) == TimerEnded(round=1)


def test_after_a_restart_closed_bets_start_no_timer(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), BetsClosed())
    timer = SetTimer(50.0)
    timer.resume(baccarat.state)
    assert timer.left_at(50.0) is None
