"""One event, or many at once: the same table; and what is void with a voided round."""

from dataclasses import replace

from controller.facts.cards import Card
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    Event,
    FaultSeen,
    FloorCalled,
    KeyPressed,
    ResultEntered,
    RulingGiven,
    ShoeLoaded,
    TableOpened,
    TimerEnded,
)
from controller.families.opening import closed_table, opening_event
from controller.table import rounds
from controller.table.advance import fold
from controller.table.expectation import wanted
from controller.table.state import RoundState, Rules
from tests.conftest import TablePlayer

VOID = RulingGiven(by="Ann Lee", ruling="void-round")
DEALT: tuple[Event, ...] = (
    BankAccepted(),
    ShoeLoaded(decks=8),
    BetsClosed(),
    CollectionTaken(),
    *(CardDrawn(card=Card(code)) for code in ("9d", "8c")),
)


def test_many_events_at_once_lead_where_one_after_the_other_does(baccarat_rules: Rules) -> None:
    table = TablePlayer(baccarat_rules)
    table.play(*DEALT)
    at_once = fold(closed_table(baccarat_rules), [opening_event(baccarat_rules), *DEALT])
    assert at_once == table.state
    assert (at_once.decided, at_once.closed) == ([], ())


def test_keys_are_void_with_their_round_but_for_that_of_a_new_shoe(baccarat: TablePlayer) -> None:
    keys = [KeyPressed(key=key, is_long=True) for key in ("undo", "new-shoe-6")]
    baccarat.play(*DEALT[:2], FloorCalled(), *keys, VOID)
    assert (baccarat.state.shoe.number, baccarat.state.shoe.decks) == (2, 6)


def test_a_timer_of_another_round_closes_no_bets(baccarat: TablePlayer) -> None:
    baccarat.play(*DEALT[:2], TimerEnded(round=7))
    assert baccarat.state.round is not None
    assert baccarat.state.round.betting.is_open


def test_nobody_enters_a_result_where_the_cards_are_read(
    baccarat: TablePlayer, fortune: TablePlayer
) -> None:
    assert baccarat.irregularities(*DEALT, ResultEntered(mark="B")) == ["entry-refused"]
    assert fortune.irregularities(BankAccepted(), ResultEntered(mark="B")) == ["entry-refused"]


def test_a_key_that_means_nothing_at_a_table_changes_nothing(fortune: TablePlayer) -> None:
    assert fortune.play(KeyPressed(key="undo", is_long=False)) == ()


def test_a_fault_of_the_deal_cannot_be_seen_before_it(fortune: TablePlayer) -> None:
    fouled = FaultSeen(fault="hand-fouled")
    assert fortune.irregularities(BankAccepted(), fouled) == ["entry-refused"]


def test_a_table_that_opens_without_settings_keeps_those_of_its_file(
    baccarat: TablePlayer,
) -> None:
    rules = baccarat.state.rules
    opened = TableOpened(table=rules.table, game=rules.game.id, seats=8, digest=rules.digest)
    baccarat.play(*DEALT, opened)
    assert baccarat.state.rules == rules
    assert baccarat.state.round is None


def test_a_round_without_an_open_step_takes_no_card_and_waits_for_wagers_alone(
    baccarat: TablePlayer,
) -> None:
    baccarat.play(*DEALT)
    table = replace(baccarat.state, round=RoundState(9))
    assert [due.event for due in wanted(table)] == ["wager_placed"]
    assert not rounds.takes(table, CardDrawn(card=Card.Ac))
