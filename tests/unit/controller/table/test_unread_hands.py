"""What a board shows of hands, counts and windows in every family, from rounds really played."""

import itertools

import pytest

from controller.facts.board import Board
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardsDealt,
    CollectionTaken,
    WagerPlaced,
)
from controller.families.opening import rules_of
from controller.families.tables import bare_table
from controller.table.board_of import board_of
from tests.conftest import TablePlayer, whole_game
from tests.played_table import PlayedTable


def test_a_count_walks_seat_by_seat_to_the_counted_one() -> None:
    table = PlayedTable("tiles")
    board = table.until(lambda board: board.count is not None and board.count.points > 9)
    assert board.count is not None
    walk = board.count.walk
    assert len(walk) == board.count.points == sum(board.dice)
    steps = {(before - after) % board.seats for before, after in itertools.pairwise(walk)}
    assert steps <= {1, 2}


def test_a_card_counts_by_its_rank() -> None:
    board = PlayedTable("three-card").until(lambda board: board.count is not None)
    assert board.count is not None
    assert board.count.rank is not None
    assert board.has_button


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("three-card", {(3,)}),
        ("caribbean", {(5,)}),
        ("fortune", {(7,), (2, 5)}),
        ("tiles", {(4,), (2, 2)}),
        ("holdem", {(2,)}),
    ],
)
def test_hands_nobody_reads_lie_face_down_as_they_are_set(
    name: str, rows: set[tuple[int, ...]]
) -> None:
    table, seen = PlayedTable(name), set()
    while table.board.round < 3:
        board = table.step()
        assert all(not hand.cards and not hand.count for hand in board.hands)
        seen |= {hand.down for hand in board.hands}
        assert {hand.seat for hand in board.hands} <= {*board.wagers}
    assert seen == rows


def test_holdem_has_common_cards_windows_and_no_button() -> None:
    table, common, windows = PlayedTable("holdem"), set(), set()
    while table.board.round < 3:
        board = table.step()
        common.add(board.community and board.community.down)
        windows.add(board.window)
    assert common == {None, (3,), (5,)}
    assert windows == {None, "pre-flop", "flop", "river"}
    assert board.windows == ("pre-flop", "flop", "river")
    assert not board.has_button


def test_folding_and_playing_show_at_the_seat() -> None:
    table, ends = PlayedTable("caribbean"), set()
    while table.board.round < 8:
        ends |= {hand.ended for hand in table.step().hands}
    assert ends == {"", "folded", "played"}


@pytest.mark.parametrize(("name", "words"), [("twenty-one", 2), ("pan9", 1)])
def test_hands_that_are_read_are_counted_and_compared_before_they_are_settled(
    name: str, words: int
) -> None:
    table = PlayedTable(name)
    board = table.until(_is_settling)
    assert board.bank_hand is not None
    assert len(board.bank_hand.count) == words
    assert all(len(hand.count) == words and hand.result for hand in board.hands)
    assert [hand.cards for hand in board.hands] == [
        hand.cards for hand in board.hands if hand.cards
    ]


def _is_settling(board: Board) -> bool:
    expected = [each.event for each in board.expected]
    return board.phase == "settling" and expected == ["round_settled"]


def test_the_hand_in_turn_is_named() -> None:
    board = PlayedTable("twenty-one").until(lambda board: board.acting is not None)
    assert board.acting in {hand.seat for hand in board.hands}


def test_community_cards_that_are_dealt_by_hand_lie_in_the_centre() -> None:
    game = whole_game("lucky-derby/ultimate-texas-holdem").dealt("by-hand")
    table = TablePlayer(rules_of(bare_table(game, 7)))
    table.play(BankAccepted(), WagerPlaced(seat=3), BetsClosed(), CollectionTaken())
    assert board_of(table.state, 1).community is None
    table.play(CardsDealt())
    community = board_of(table.state, 2).community
    assert community is not None
    assert community.down == (5,)
