"""The table of what an event is that no open step takes."""

from config.irregularities import irregularities
from controller.facts.cards import Card
from controller.facts.events import CardDrawn, CupOpened, RoundSettled, TimerEnded
from controller.facts.fact import Fact
from controller.table.unexpected import UNEXPECTED, irregularity_of
from tests.conftest import TablePlayer


def test_every_irregularity_is_in_the_catalogue() -> None:
    named = {row.irregularity for row in UNEXPECTED if row.irregularity}
    assert named <= set(irregularities())


def test_no_row_stands_behind_one_that_always_holds() -> None:
    anytime = UNEXPECTED[-1].when
    closed: set[type[Fact]] = set()
    for row in UNEXPECTED:
        assert row.event not in closed
        if row.when is anytime:
            closed.add(row.event)
    assert UNEXPECTED[-1].event is Fact


def test_between_rounds_a_cup_may_be_opened_and_a_timer_end(fortune: TablePlayer) -> None:
    assert fortune.state.round is None
    assert irregularity_of(fortune.state, CupOpened()) == ""
    assert irregularity_of(fortune.state, TimerEnded(round=1)) == ""


def test_what_no_row_names_is_a_refused_entry(baccarat: TablePlayer) -> None:
    assert irregularity_of(baccarat.state, RoundSettled()) == "entry-refused"
    assert irregularity_of(baccarat.state, CardDrawn(card=Card("9h"))) == "card-out-of-turn"
