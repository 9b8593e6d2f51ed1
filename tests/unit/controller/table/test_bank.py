from dataclasses import replace

import pytest

from controller.facts.decisions import (
    BankOffered,
    BankPlaced,
    GameHalted,
    IrregularityFound,
    RoundOpened,
)
from controller.facts.events import (
    BankAccepted,
    BankDeclined,
    BetsClosed,
    CollectionTaken,
    Event,
    ShoeLoaded,
    WagerPlaced,
)
from controller.facts.phrase import phrase
from controller.families.opening import closed_table
from controller.simulate.hands import SimulatedHands
from controller.table.state import BankState, Rules
from tests.conftest import TablePlayer, game_rules


def offered(table: TablePlayer) -> int:
    return table.state.bank.offered


def play_round(table: TablePlayer) -> None:
    """Play whatever is expected until the round in hand is over."""
    hands = SimulatedHands(7, table.state.rules.game.cards.decks[1])
    played = table.state.rounds
    while table.state.round and table.state.round.number == played:
        event: Event = hands.next_event(table.state)
        table.play(event)


def test_an_opened_table_offers_the_bank_to_its_first_seat(baccarat: TablePlayer) -> None:
    assert baccarat.history[0] == BankOffered(seat=1)
    assert baccarat.expects == ["bank_accepted", "bank_declined"]


def test_a_declined_bank_is_offered_to_the_next_seat(baccarat: TablePlayer) -> None:
    assert BankOffered(seat=2) in baccarat.play(BankDeclined())
    assert BankOffered(seat=3) in baccarat.play(BankDeclined(seat=2))


def test_accepting_places_the_bank_at_the_offered_seat(baccarat: TablePlayer) -> None:
    baccarat.play(BankDeclined())
    assert BankPlaced(seat=2) in baccarat.play(BankAccepted())


def test_the_round_waits_for_the_shoe(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted())
    assert baccarat.expects == ["shoe_loaded"]
    decided = baccarat.play(ShoeLoaded(decks=8))
    assert RoundOpened(round=1, bank=1, turn=1, timer_s=20) in decided


def test_a_game_without_a_shoe_opens_its_round_at_once(fortune: TablePlayer) -> None:
    assert RoundOpened(round=1, bank=1, turn=1) in fortune.play(BankAccepted())


@pytest.mark.parametrize("event", [BankAccepted(seat=4), BankDeclined(seat=4)])
def test_another_seat_cannot_answer_for_the_offered_one(
    baccarat: TablePlayer, event: Event
) -> None:
    assert baccarat.irregularities(event) == ["bank-out-of-turn"]
    assert (offered(baccarat), baccarat.held_for) == (1, None)


def test_the_game_halts_when_every_seat_has_declined(baccarat: TablePlayer) -> None:
    decided = baccarat.play(*[BankDeclined()] * 8)
    assert [type(d) for d in decided].count(GameHalted) == 1
    assert [d.seat for d in decided if isinstance(d, BankOffered)] == [2, 3, 4, 5, 6, 7, 8]
    assert baccarat.expects == ["bank_accepted"]


def test_any_seat_may_take_the_bank_of_a_halted_game(baccarat: TablePlayer) -> None:
    baccarat.play(*[BankDeclined()] * 8)
    assert BankPlaced(seat=5) in baccarat.play(BankAccepted(seat=5))


def test_a_seat_the_table_does_not_have_cannot_take_it(baccarat: TablePlayer) -> None:
    baccarat.play(*[BankDeclined()] * 8)
    assert baccarat.irregularities(BankAccepted(seat=9)) == ["no-such-seat"]
    assert baccarat.state.bank.halted


def test_a_halted_game_stays_halted_when_a_seat_declines_once_more(baccarat: TablePlayer) -> None:
    baccarat.play(*[BankDeclined()] * 8)
    assert baccarat.irregularities(BankDeclined()) == ["bank-out-of-turn"]
    assert baccarat.state.bank.halted


def test_a_bank_nobody_offered_is_refused_without_inventing_a_seat(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted())
    (refused,) = baccarat.play(BankAccepted())
    assert isinstance(refused, IrregularityFound)
    assert refused.seen == phrase("seen-bank-accepted")


def test_a_bank_taken_by_a_seat_it_was_not_offered_names_the_seat(baccarat: TablePlayer) -> None:
    (refused,) = baccarat.play(BankAccepted(seat=3))
    assert isinstance(refused, IrregularityFound)
    assert refused.seen == phrase("seat-may-bank", seat=3)


def test_the_bank_holds_two_hands_and_is_then_offered_on(fortune: TablePlayer) -> None:
    fortune.play(BankAccepted())
    play_round(fortune)
    assert fortune.state.bank == BankState(seat=1, turn=2, last=1)
    play_round(fortune)
    assert (fortune.state.bank.seat, offered(fortune)) == (0, 2)


def test_the_bank_goes_from_the_last_seat_to_the_first(fortune: TablePlayer) -> None:
    fortune.play(*[BankDeclined()] * 6, BankAccepted())
    assert fortune.state.bank.seat == 7
    play_round(fortune)
    play_round(fortune)
    assert offered(fortune) == 1


def test_the_bank_may_give_up_its_second_hand(fortune: TablePlayer) -> None:
    fortune.play(BankAccepted())
    play_round(fortune)
    assert BankOffered(seat=2) in fortune.play(BankDeclined())
    assert fortune.state.round is None


def test_a_round_given_up_keeps_its_number(fortune: TablePlayer) -> None:
    fortune.play(BankAccepted())
    play_round(fortune)
    fortune.play(BankDeclined(seat=1))
    assert RoundOpened(round=3, bank=2, turn=1) in fortune.play(BankAccepted())


@pytest.mark.parametrize("event", [WagerPlaced(seat=3), BetsClosed(), CollectionTaken()])
def test_the_second_hand_cannot_be_given_up_once_the_round_has_begun(
    three_card: TablePlayer, event: Event
) -> None:
    three_card.play(BankAccepted(), WagerPlaced(seat=3), event)
    assert three_card.irregularities(BankDeclined()) == ["bank-out-of-turn"]
    assert three_card.state.round is not None


def test_only_the_bank_can_give_up_its_hand(fortune: TablePlayer) -> None:
    fortune.play(BankAccepted())
    assert fortune.irregularities(BankDeclined(seat=2)) == ["bank-out-of-turn"]
    assert fortune.state.round is not None


def test_before_it_is_opened_a_table_expects_nothing(baccarat_rules: Rules) -> None:
    assert closed_table(baccarat_rules).expected == ()


def test_a_bank_that_gave_up_before_a_hand_was_dealt_does_not_count_as_another(
    fortune: TablePlayer,
) -> None:
    fortune.play(BankAccepted())
    play_round(fortune)
    play_round(fortune)
    fortune.play(BankAccepted(seat=2), BankDeclined(seat=2))
    fortune.play(*[BankDeclined()] * 5)
    assert offered(fortune) == 2
    assert GameHalted(reason=phrase("game-disbanded", seat=1)) in fortune.play(BankDeclined())


def test_a_seat_may_bank_again_once_another_has(fortune: TablePlayer) -> None:
    fortune.play(BankAccepted())
    play_round(fortune)
    play_round(fortune)
    fortune.play(BankAccepted(seat=2))
    play_round(fortune)
    fortune.play(*[BankDeclined()] * 6)
    assert offered(fortune) == 1


def test_the_bank_that_must_make_way_cannot_take_the_bank_offered_to_another(
    fortune: TablePlayer,
) -> None:
    fortune.play(BankAccepted())
    play_round(fortune)
    play_round(fortune)
    assert fortune.irregularities(BankAccepted(seat=1)) == ["bank-needs-another"]
    assert offered(fortune) == 2


def test_the_game_halts_where_only_bettors_may_bank_and_nobody_else_bet() -> None:
    table = TablePlayer(game_rules("lucky-derby/caribbean-stud"))
    table.play(BankAccepted())
    play_round(table)
    table.state = replace(table.state, bettors=frozenset({1}))
    assert GameHalted(reason=phrase("game-disbanded", seat=1)) in table.play(BankDeclined())
