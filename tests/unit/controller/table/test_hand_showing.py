"""Hands that no device reads are keyed in once they lie face up, named, and settled by."""

import pytest

from controller.facts.board import HandName, HandView, Walk
from controller.facts.cards import Card
from controller.facts.events import HandShown, RoundSettled
from controller.facts.tiles import Tile
from controller.families.walk import walk_of
from tests.played_table import PlayedTable

THREE = "lucky-derby/three-card-poker-6-card-bonus"
HOLDEM = "lucky-derby/ultimate-texas-holdem"
TILES = "capitol/pai-gow-tiles"
PAI_GOW = "lucky-derby/fortune-pai-gow-poker"
CHINESE = "casino-99/chinese-poker"
STUD = "lucky-derby/caribbean-stud"


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile, text.split()))


def settling(game: str, seed: int = 3) -> PlayedTable:
    """A table of which every hand lies open."""
    table = PlayedTable(game, seed)
    table.until(lambda board: bool([each for each in board.to_show if each.seat]))
    return table


def shown(table: PlayedTable, seat: int | None, text: str) -> None:
    table.do(HandShown(seat=seat, cards=cards(text)))


def bank_of(table: PlayedTable) -> int:
    assert table.board.bank is not None
    return table.board.bank


def bank_hand(table: PlayedTable) -> HandView:
    assert table.board.bank_hand is not None
    return table.board.bank_hand


@pytest.mark.parametrize(
    ("game", "held", "called"),
    [
        (THREE, "Kc Kd 3s", [("pair", "K")]),
        (THREE, "Ac Kd 3s", [("high-card", "A")]),
        (STUD, "Kc Kd 3s 3c 2h", [("two-pairs", None)]),
        (PAI_GOW, "Kc Kd As Jo 3d 4d 5d", [("pair", "K"), ("straight", None)]),
    ],
)
def test_a_hand_that_was_keyed_in_is_open_and_has_its_name(
    game: str, held: str, called: list[tuple[str, str | None]]
) -> None:
    table = settling(game)
    bank = bank_of(table)
    shown(table, bank, held)
    hand = bank_hand(table)
    assert (hand.cards, hand.down, hand.rows) == (
        cards(held),
        (),
        next(each.rows for each in table.board.to_show if each.seat == bank),
    )
    assert [(each.name, each.rank) for each in hand.called] == called


@pytest.mark.parametrize(
    ("held", "called"),
    [
        ("42 21 66 11", [HandName(name="gee-joon"), HandName(name="points", points=4)]),
        ("66 66 63 41", [HandName(name="teen"), HandName(name="points", points=4)]),
        ("66 54 63 41", [HandName(name="wong"), HandName(name="points", points=4)]),
    ],
)
def test_pairs_of_tiles_have_their_names(held: str, called: list[HandName]) -> None:
    table = settling(TILES)
    table.do(HandShown(seat=bank_of(table), tiles=tiles(held)))
    hand = bank_hand(table)
    assert (hand.tiles, list(hand.called)) == (tiles(held), called)


def test_three_rows_of_chinese_poker_have_three_names() -> None:
    table = settling(CHINESE)
    seat = next(each.seat for each in table.board.to_show if each.seat)
    shown(table, seat, "Kc Kd 2s As 2h 3d 4d 5d Ts Th Td Tc 9s")
    hand = next(each for each in table.board.hands if each.seat == seat)
    assert [(each.name, each.rank) for each in hand.called] == [
        ("pair", "K"),
        ("straight", None),
        ("four-of-a-kind", "T"),
    ]


def test_the_middle_is_keyed_in_as_it_is_turned_and_names_the_hands_with_it() -> None:
    table = PlayedTable(HOLDEM, 3)
    table.until(lambda board: bool(board.to_show))
    assert [(each.seat, each.rows) for each in table.board.to_show] == [(None, (3,))]
    shown(table, None, "3s 4s 5s")
    assert table.board.community is not None
    assert (table.board.community.cards, table.board.community.down) == (cards("3s 4s 5s"), (2,))
    table.until(lambda board: bool([each for each in board.to_show if each.seat]))
    shown(table, bank_of(table), "Kc Kd")
    assert bank_hand(table).called == ()
    shown(table, None, "3s 4s 5s 6s 7s")
    assert bank_hand(table).called == (HandName(name="straight-flush"),)


@pytest.mark.parametrize(
    ("game", "event"),
    [
        (THREE, HandShown(seat=9, cards=cards("Kc Kd 3s"))),
        (THREE, HandShown(cards=cards("Kc Kd 3s"))),
        (THREE, HandShown(seat=1, cards=cards("Kc Kd"))),
        (THREE, HandShown(seat=1, cards=cards("Kc Kc 3s"))),
        (THREE, HandShown(seat=1, cards=cards("Kc Jo 3s"))),
        (THREE, HandShown(seat=1, tiles=tiles("66 66 63 41"))),
        (TILES, HandShown(seat=1, tiles=tiles("42 42 66 11"))),
        (TILES, HandShown(seat=1, cards=cards("Kc Kd 3s 2s"))),
    ],
)
def test_what_cannot_lie_there_is_refused_and_holds_nothing(game: str, event: HandShown) -> None:
    table = settling(game)
    before = table.board
    table.do(event)
    assert (table.board.hands, table.board.bank_hand) == (before.hands, before.bank_hand)
    assert table.board.hold is None
    assert table.irregularities[-1] == "entry-refused"


def test_a_card_lies_at_one_seat_only_and_another_telling_takes_its_place() -> None:
    table = settling(THREE)
    bank = bank_of(table)
    seat = next(each.seat for each in table.board.to_show if each.seat not in (None, bank))
    shown(table, bank, "Kc Kd 3s")
    shown(table, seat, "Kc Qd 2s")
    assert table.irregularities[-1] == "entry-refused"
    shown(table, bank, "Ac Ad 3s")
    shown(table, seat, "Kc Qd 2s")
    open_at = {each.seat for each in table.board.hands if each.cards}
    assert (open_at, table.board.bank_hand and table.board.bank_hand.cards) == (
        {seat},
        cards("Ac Ad 3s"),
    )


def test_nothing_is_keyed_in_before_hands_are_open_or_of_the_round_before() -> None:
    table = PlayedTable(THREE, 3)
    table.until(lambda board: bool(board.hands))
    assert table.board.to_show == ()
    table.do(HandShown(seat=bank_of(table), cards=cards("Kc Kd 3s")))
    assert table.irregularities[-1] == "entry-refused"
    table = settling(THREE)
    shown(table, bank_of(table), "Kc Kd 3s")
    table.do(RoundSettled())
    assert table.board.bank_hand is None or not table.board.bank_hand.cards


# The bank's hand first.
DEALT = "Ac Ad As|2c 5d 7s|2d 5h 8s|2h 5s 9c|3c 6d 9s|3d 6h 9d|3h 6s Td|4c 7d Ts|4d 7h Th"


def test_once_every_hand_is_known_the_walk_tells_what_each_wager_does() -> None:
    table = settling(THREE)
    hands = iter(DEALT.split("|"))
    assert _results(table) == {""}
    for each in sorted(table.board.to_show, key=lambda each: each.seat != bank_of(table)):
        assert _results(table) == {""}
        shown(table, each.seat, next(hands))
    assert table.irregularities == []
    assert _results(table) == {"lose"}


def _results(table: PlayedTable) -> set[str]:
    """Of the wagers that whoever plays must have."""
    walk = walk_of(table.state)
    assert isinstance(walk, Walk)
    wagers = (wager for step in walk.steps for wager in step.wagers)
    return {each.result for each in wagers if each.wager in ("ante", "play")}
