"""A coup dealt face down: nothing a hidden card decides may be seen before it is turned."""

import pytest

from controller.daemon.checkpoint import freeze, thaw
from controller.facts.cards import Card
from controller.facts.decisions import ButtonPlaced, OutcomeDecided
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CardsRevealed,
    CollectionTaken,
    CoverageDeclared,
    RulingGiven,
    ShoeLoaded,
)
from controller.facts.phrase import phrase
from controller.families.baccarat.coup import Coup
from controller.simulate import simulate
from controller.table.board_of import board_of
from controller.table.orders_of import orders_of
from controller.table.state import Rules
from tests.conftest import TablePlayer, game_rules

SUPREME = "capitol/supreme-baccarat"


def drawn(cards: str) -> list[CardDrawn]:
    return [CardDrawn(card=Card(code)) for code in cards.split()]


@pytest.fixture(scope="module")
def rules() -> Rules:
    return game_rules(SUPREME, seats=8)


@pytest.fixture
def table(rules: Rules) -> TablePlayer:
    """A table whose bank is short, so that the Banker's first card decides the button."""
    table = TablePlayer(rules)
    table.play(BankAccepted(), ShoeLoaded(decks=8), BetsClosed(), CollectionTaken())
    table.play(CoverageDeclared(covers=False))
    return table


def visible(table: TablePlayer) -> tuple[object, ...]:
    """What lamps, pad and board show of the cards."""
    board = board_of(table.state, 1)
    return (orders_of(table.state), board.player, board.banker, board.button, board.expected)


def test_two_deals_that_differ_only_in_hidden_cards_look_the_same(rules: Rules) -> None:
    seen = []
    for cards in ("Kd 4h 7d 2c", "9s Ah 9d Kc"):
        table = TablePlayer(rules)
        table.play(BankAccepted(), ShoeLoaded(decks=8), BetsClosed(), CollectionTaken())
        decided = table.play(CoverageDeclared(covers=False), *drawn(cards))
        seen.append((decided, visible(table)))
    assert seen[0] == seen[1]


def test_turning_the_player_hand_shows_that_hand_alone(table: TablePlayer) -> None:
    table.play(*drawn("Kd 4h 7d 2c"))
    assert not [d for d in table.play(CardsRevealed()) if isinstance(d, ButtonPlaced)]
    board = board_of(table.state, 1)
    assert (board.player, board.banker, board.button) == ((Card.Kd, Card.C7d), (), None)


def test_turning_the_banker_hand_places_the_button_by_its_first_card(table: TablePlayer) -> None:
    table.play(*drawn("Kd 4h 7d 2c"), CardsRevealed())
    placed, outcome = table.play(CardsRevealed())[:2]
    assert isinstance(placed, ButtonPlaced)
    assert (placed.count, placed.button) == (4, 5)
    assert isinstance(outcome, OutcomeDecided)


def test_third_cards_are_asked_for_only_after_both_hands_are_turned(table: TablePlayer) -> None:
    table.play(*drawn("Kd 4h 2d 2c"))
    assert table.expects == ["cards_revealed"]
    table.play(CardsRevealed(hand="player"))
    assert table.expects == ["cards_revealed"]
    table.play(CardsRevealed(hand="banker"))
    assert [wanted.hand for wanted in table.state.expected] == ["player"]


def test_banker_turned_first_holds_and_the_floor_may_accept_it(table: TablePlayer) -> None:
    table.play(*drawn("Kd 4h 7d 2c"))
    assert table.irregularities(CardsRevealed(hand="banker")) == ["reveal-out-of-turn"]
    assert table.state.hold is not None
    assert table.state.hold.seen == phrase("hand-turned-up", hand="banker")
    assert board_of(table.state, 1).button is None
    table.play(RulingGiven(by="Floor", ruling="accept"))
    assert board_of(table.state, 1).button == 5
    assert [wanted.hand for wanted in table.state.expected] == ["player"]


def test_hand_turned_twice_is_refused_without_a_hold(table: TablePlayer) -> None:
    table.play(*drawn("Kd 4h 7d 2c"), CardsRevealed(hand="player"))
    assert table.irregularities(CardsRevealed(hand="player")) == ["entry-refused"]
    assert table.held_for is None


def test_accepted_early_third_card_goes_to_the_hand_that_draws(table: TablePlayer) -> None:
    table.play(*drawn("Kd 4h 2d 2c"))
    assert table.irregularities(*drawn("6c")) == ["card-out-of-turn"]
    table.play(RulingGiven(by="Floor", ruling="accept"))
    assert table.state.round is not None
    assert table.state.round.get(Coup).player == (Card.Kd, Card.C2d, Card.C6c)


def test_accepted_early_card_of_a_complete_coup_joins_no_hand(table: TablePlayer) -> None:
    table.play(*drawn("Kd 4h 9d 2c 6c"), RulingGiven(by="Floor", ruling="accept"))
    (outcome,) = (d for d in table.history if isinstance(d, OutcomeDecided))
    assert (outcome.player, outcome.banker) == ((Card.Kd, Card.C9d), (Card.C4h, Card.C2c))


def test_half_turned_hands_survive_a_checkpoint(table: TablePlayer, rules: Rules) -> None:
    table.play(*drawn("Kd 4h 7d 2c"), CardsRevealed())
    assert thaw(rules, freeze(table.state)) == table.state


@pytest.mark.parametrize(
    "fault", ["card-before-turning", "wrong-hand-turned", "foreign-card", "extra-card", "wrong-key"]
)
def test_every_injected_error_is_caught(rules: Rules, fault: str) -> None:
    totals = simulate(rules, rounds=400, seed=5, faults=(fault,))
    assert totals.irregularities
