"""The betting timer and the drivers' liveness: told the time, they own no clock."""

from controller.daemon.timer import BettingTimer
from controller.facts.decisions import BankOffered, BettingEnded, RoundOpened, RoundVoided
from controller.facts.events import BankAccepted, BetsClosed, ShoeLoaded, TimerEnded
from tests.conftest import TablePlayer

OPENED = RoundOpened(round=4, bank=1, turn=1, timer_s=20)


def running() -> BettingTimer:
    timer = BettingTimer()
    timer.follow([OPENED], now=100.0)
    return timer


def test_it_ends_once_when_its_time_is_over() -> None:
    timer = running()
    assert timer.ended(119.9) is None
    assert timer.ended(120.0) == TimerEnded(round=4)
    assert timer.ended(130.0) is None


def test_it_counts_down_to_zero() -> None:
    timer = running()
    assert timer.seconds_left(105.0) == 15.0
    assert timer.seconds_left(125.0) == 0.0


def test_it_does_not_run_at_a_table_without_one() -> None:
    timer = BettingTimer()
    timer.follow([RoundOpened(round=1, bank=1, turn=1)], now=0.0)
    assert timer.seconds_left(5.0) is None
    assert timer.ended(1e9) is None


def test_closed_bets_a_void_round_and_a_passed_bank_stop_it() -> None:
    for decision in (
        BettingEnded(wagers=()),
        RoundVoided(round=4, by="Ann Lee"),
        BankOffered(seat=2),
    ):
        timer = running()
        timer.follow([decision], now=101.0)
        assert timer.ended(200.0) is None


def test_a_round_opened_right_after_a_void_gets_its_own_time() -> None:
    timer = running()
    following = RoundOpened(round=5, bank=1, turn=1, timer_s=20)
    timer.follow([RoundVoided(round=4, by="Ann Lee"), following], now=110.0)
    assert timer.ended(120.0) is None
    assert timer.ended(130.0) == TimerEnded(round=5)


def test_after_a_restart_open_bets_get_the_whole_time_again(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8))
    timer = BettingTimer()
    timer.resume(baccarat.state, now=50.0)
    assert timer.ended(70.0) == TimerEnded(round=1)


def test_after_a_restart_closed_bets_start_no_timer(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), BetsClosed())
    timer = BettingTimer()
    timer.resume(baccarat.state, now=50.0)
    assert timer.seconds_left(50.0) is None
