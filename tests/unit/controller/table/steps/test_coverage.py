"""A button used only when the bank does not cover: it waits for the word and for the card."""

import pytest

from config.document import DocumentError, parse_document
from config.table import Table, TableAndGame
from controller.cli.decision_line import decision_line
from controller.facts.cards import Card
from controller.facts.decisions import ButtonPlaced, SettlementOrdered
from controller.facts.events import (
    BankAccepted,
    BankDeclined,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    CoverageDeclared,
    ShoeLoaded,
    WagerPlaced,
)
from controller.families.catalogue import build_game, game_file
from controller.families.opening import rules_of
from controller.simulate.hands import SimulatedHands
from controller.table.orders_of import orders_of
from controller.table.state import Rules
from tests.conftest import TablePlayer, game_rules

ZOOBAC = "oaks/zoobac"
FORTUNE = "lucky-derby/fortune-pai-gow-poker"
DELIVERY = '["coverage", "deliver"]'
SHORT, COVERED = CoverageDeclared(covers=False), CoverageDeclared(covers=True)


def drawn(cards: str) -> list[CardDrawn]:
    return [CardDrawn(card=Card(code)) for code in cards.split()]


@pytest.fixture(scope="module")
def rules() -> Rules:
    return game_rules(ZOOBAC, seats=12)


@pytest.fixture
def table(rules: Rules) -> TablePlayer:
    """Seat 9 banks; seats 2, 4 and 11 bet."""
    table = TablePlayer(rules)
    table.play(*[BankDeclined()] * 8, BankAccepted(), ShoeLoaded(decks=8))
    table.play(*(WagerPlaced(seat=seat) for seat in (2, 4, 11)), BetsClosed())
    return table


def buttons(table: TablePlayer) -> list[int | None]:
    return [d.button for d in table.history if isinstance(d, ButtonPlaced)]


def first_settled(table: TablePlayer) -> tuple[int, ...]:
    (order,) = (d for d in table.history if isinstance(d, SettlementOrdered))
    return order.laps[0].seats


def test_short_bank_places_the_button_at_the_deciding_card(table: TablePlayer) -> None:
    table.play(SHORT, *drawn("6d"))
    assert buttons(table) == [4]


def test_word_after_the_card_places_the_button_at_once(table: TablePlayer) -> None:
    table.play(*drawn("6d 2h"))
    assert buttons(table) == []
    table.play(SHORT)
    assert buttons(table) == [4]


def test_covering_bank_places_no_button_and_lights_no_lamp(table: TablePlayer) -> None:
    table.play(COVERED, *drawn("Kd Kh 9d 7h"), CollectionTaken())
    assert buttons(table) == []
    assert orders_of(table.state)["lamps"].model_dump()["action"] is None
    assert first_settled(table) == (11, 4, 2)


def test_short_bank_is_settled_clockwise_from_the_button(table: TablePlayer) -> None:
    table.play(SHORT, *drawn("6d Kh 2d 7h"), CollectionTaken())
    assert first_settled(table) == (4, 11, 2)


def test_round_waits_for_the_word_after_the_last_card(table: TablePlayer) -> None:
    table.play(*drawn("Kd Kh 9d 7h"))
    assert table.expects == ["coverage_declared"]


def test_word_given_twice_is_refused(table: TablePlayer) -> None:
    table.play(COVERED)
    assert table.irregularities(SHORT) == ["entry-refused"]


def test_word_before_the_bets_are_closed_is_refused(rules: Rules) -> None:
    table = TablePlayer(rules)
    table.play(BankAccepted(), ShoeLoaded(decks=8))
    assert table.irregularities(COVERED) == ["entry-refused"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('["coverage", "coup"]', '["coup"]'),
        ('used = "uncovered"', 'used = "always"'),
    ],
)
def test_game_file_must_ask_for_coverage_exactly_when_the_button_needs_it(
    old: str, new: str
) -> None:
    file = game_file(ZOOBAC)
    text = file.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(DocumentError) as refused:
        build_game(parse_document(file, text.replace(old, new)), {}, ZOOBAC)
    assert "coverage" in str(refused.value.problems[0])


def test_dice_name_the_first_hand_also_when_no_button_is_used() -> None:
    """A dice game with such a button: the piles go out from the counted seat in any case."""
    file = game_file(FORTUNE)
    text = file.read_text(encoding="utf-8")
    for old, new in (('used = "always"', 'used = "uncovered"'), ('["deliver"]', DELIVERY)):
        assert old in text
        text = text.replace(old, new, 1)
    game = build_game(parse_document(file, text), {}, FORTUNE)
    rules = rules_of(TableAndGame(table=Table(id="dice", game=FORTUNE, seats=7), game=game))
    table = TablePlayer(rules)
    hands = SimulatedHands(seed=1, decks=1)
    while not any(isinstance(d, ButtonPlaced) for d in table.history):
        table.play(hands.next_event(table.state))
    (placed,) = (d for d in table.history if isinstance(d, ButtonPlaced))
    assert placed.first_hand == placed.counted_seat
    assert placed.button is None
    assert decision_line(placed).endswith("no button is used")
    table.play(SHORT)
    assert len(buttons(table)) == 2
    assert buttons(table)[-1] is not None
