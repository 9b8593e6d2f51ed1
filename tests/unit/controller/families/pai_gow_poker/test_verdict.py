"""Pai gow settled: both hands, every line of every bonus table, envy, copies, fouls, tiles."""

import json
from functools import cache

import pytest

from config.game import Game
from controller.families.settle import settle
from controller.settlement.finished import FINISHED_ROUND
from controller.settlement.verdict import RoundError
from tests.conftest import game_rules

FORTUNE = "lucky-derby/fortune-pai-gow-poker"
CASINO_99 = "casino-99/fortune-pai-gow-poker"
CAPITOL = "capitol/fortune-pai-gow-poker"
PLAIN = "lucky-derby/pai-gow-poker"
WILD = "lucky-derby/jokers-wild-pai-gow-poker"
TILES = "capitol/pai-gow-tiles"
BANK: dict[str, object] = {
    "seat": 1,
    "cards": ["Kc", "Qd", "9c", "9d", "7h", "3s", "2c"],
    "front": ["Kc", "Qd"],
}
TWIN = {"cards": ["Kc", "Qd", "9c", "9d", "7h", "3s", "2c"], "front": ["Kc", "Qd"]}
LOSER = {"cards": ["Js", "6d", "8c", "8d", "5h", "4d", "2d"], "front": ["Js", "6d"]}
QUADS = {"cards": ["Ac", "3d", "Th", "Ts", "Tc", "Td", "4c"], "front": ["Ac", "3d"]}


@cache
def game(game_id: str) -> Game:
    return game_rules(game_id).game


def settled(game_id: str, **finished: object) -> list[tuple[int, str, str, int]]:
    found = game(game_id)
    round_ = FINISHED_ROUND.validate_json(json.dumps(finished))
    lines = settle(found, found.seats.allowed[0], round_)
    return [
        (line.seat, line.wager, str(line.result), int(line.paid - line.taken)) for line in lines
    ]


def seat(hand: dict[str, list[str]], **wagers: int) -> dict[str, object]:
    return {**hand, "wagers": {name.replace("_", "-"): each for name, each in wagers.items()}}


def test_game_and_bonus_go_by_seat_from_the_button_and_envy_comes_last() -> None:
    seats = {"3": seat(LOSER, game=20, fortune_bonus=5), "5": seat(QUADS, game=10, fortune_bonus=5)}
    assert settled(FORTUNE, bank=BANK, dice=[2, 5, 5], seats=seats) == [
        (5, "game", "win", 10),
        (5, "fortune-bonus", "win", 125),
        (3, "game", "lose", -20),
        (3, "fortune-bonus", "lose", -5),
        (3, "envy", "win", 5),
    ]


@pytest.mark.parametrize(
    ("mine", "others"), [(4, 5), (5, 0)], ids=["four dollars earn none", "the other has no bonus"]
)
def test_envy_needs_five_dollars_and_a_bonus_on_the_hand_envied(mine: int, others: int) -> None:
    seats = {
        "3": seat(LOSER, game=20, fortune_bonus=mine),
        "5": seat(QUADS, game=10, fortune_bonus=others),
    }
    lines = settled(FORTUNE, bank=BANK, seats=seats)
    assert not [line for line in lines if line[:2] == (3, "envy")]


def test_envy_pays_once_for_every_other_hand_and_never_for_ones_own() -> None:
    nines = {"cards": ["Jo", "4s", "5c", "5d", "5h", "5s", "6c"], "front": ["Jo", "4s"]}
    seats = {
        "2": seat(nines, game=5, fortune_bonus=5),
        "3": seat({"cards": ["Js", "6d", "8c", "8d", "7c", "4d", "2d"]}, game=5, fortune_bonus=5),
        "5": seat(
            QUADS | {"cards": ["Ac", "3d", "Th", "Ts", "Tc", "Td", "4c"]}, game=5, fortune_bonus=5
        ),
    }
    lines = settled(CASINO_99, bank=BANK, seats=seats)
    envy = [(number, amount) for number, wager, _, amount in lines if wager == "envy"]
    assert envy == [(2, 5), (3, 5), (3, 5), (5, 5)]


BONUS_HANDS = {
    "seven-card-straight-flush": "7d 6d 5d 4d 3d 2d Ad",
    "royal-match": "Ad Kd Qd Jd Td Kh Qh",
    "seven-card-straight-flush-joker": "9s 8s 7s Jo 5s 4s 6s",
    "five-aces": "Ac Ad Ah As Jo 8c 7d",
    "royal-flush": "As Ks Qs Js Ts 8d 4h",
    "straight-flush": "8s 7s 6s 5s 4s Kd Jh",
    "four-of-a-kind": "Ts Td Th Tc Ks 8d 4h",
    "full-house": "Ts Td Th 8c 8s Kd 4h",
    "flush": "Ks Js 8s 5s 4s Td 6h",
    "three-of-a-kind": "Ts Td Th 8c 6s Kd 4h",
    "straight": "Ts 9s 8d 7s 6h Kd 4h",
    "three-pairs": "Ts Td 8d 8c 6s 6d 4h",
}
PAYS = {
    FORTUNE: (2500, 1000, 750, 250, 125, 50, 25, 5, 4, 3, 2, None),
    CASINO_99: (5000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2, None),
    CAPITOL: (500, 100, 500, 250, 100, 50, 20, 5, 4, 3, 2, 0),
}
ENVY = {
    FORTUNE: (1000, 750, 250, 100, 50, 20, 5, None, None, None, None, None),
    CASINO_99: (5000, 1000, 500, 250, 50, 20, 5, None, None, None, None, None),
    # The table supplies the amounts its book has lost.
    CAPITOL: (None,) * 6 + (5,) + (None,) * 5,
}
# A flush behind: so the house way sets it.
OTHER_BANK = {"seat": 1, "cards": ["Kc", "Qc", "9c", "9d", "7c", "3c", "2h"], "front": ["9d", "2h"]}
ROWS = [(name, row, place) for name in PAYS for place, row in enumerate(BONUS_HANDS)]


@pytest.mark.parametrize(("game_id", "row", "place"), ROWS)
def test_every_line_of_the_bonus_table_pays(game_id: str, row: str, place: int) -> None:
    hand = {"cards": BONUS_HANDS[row].split()}
    watcher = {"cards": ["Jc", "5c", "3h", "2s", "8h", "9h", "4c"]}
    seats = {
        "2": seat(hand, game=10, fortune_bonus=5),
        "3": seat(watcher, game=10, fortune_bonus=5),
    }
    lines = {line[:2]: line[2:] for line in settled(game_id, bank=OTHER_BANK, seats=seats)}
    pays, envy = PAYS[game_id][place], ENVY[game_id][place]
    if pays is None:
        assert lines[2, "fortune-bonus"] == ("lose", -5)
    elif pays == 0:
        assert lines[2, "fortune-bonus"] == ("push", 0)
    else:
        assert lines[2, "fortune-bonus"] == ("win", 5 * pays)
    assert lines.get((3, "envy")) == (None if envy is None else ("win", envy))


@pytest.mark.parametrize(("game_id", "pays"), [(FORTUNE, 15), (CASINO_99, 10)])
def test_three_of_a_kind_with_a_straight_pays_by_the_best_hand_or_the_table(
    game_id: str, pays: int
) -> None:
    hand = {"cards": ["8s", "8h", "8d", "7d", "6h", "5s", "4c"]}
    seats = {"2": seat(hand, game=10, fortune_bonus=5)}
    lines = {line[:2]: line[2:] for line in settled(game_id, bank=OTHER_BANK, seats=seats)}
    assert lines[2, "fortune-bonus"] == ("win", pays)


@pytest.mark.parametrize(
    ("cards", "front", "result"),
    [
        ("Ac Kd Ts Td 8h 6s 4h", "Ac Kd", "win"),
        ("Kd Qh Ts Td 8h 6s 4h", "Kd Qh", "push"),
        ("Ac Kd 8s 8d 7s 6s 4h", "Ac Kd", "push"),
        ("Kd Qh 8s 8d 7s 6s 4h", "Kd Qh", "lose"),
        ("Jd Th 8s 8d 7s 6s 4h", "Jd Th", "lose"),
        ("8s 8d Ac Kd 7s 6s 4h", "8s 8d", "lose"),
        ("Ac Kd Qh Ts Td 8h 6s", "Ac Kd Qh", "lose"),
    ],
    ids=[
        "both",
        "copy in front",
        "one each",
        "copy and lower",
        "neither",
        "foul",
        "three in front",
    ],
)
def test_the_game_wager_goes_by_both_hands(cards: str, front: str, result: str) -> None:
    hand = {"cards": cards.split(), "front": front.split()}
    ((_, _, found, _),) = settled(PLAIN, bank=BANK, seats={"4": seat(hand, game=10)})
    assert found == result


def test_five_cards_behind_and_two_in_front_may_be_given_apart() -> None:
    hand = {"cards": ["Ts", "Td", "8h", "6s", "4h"], "front": ["Ac", "Kd"]}
    assert settled(PLAIN, bank=BANK, seats={"4": seat(hand, game=10)}) == [(4, "game", "win", 10)]


def test_a_wild_joker_in_front_is_a_king_beside_an_ace() -> None:
    hand = {"cards": ["Ac", "Jo", "9h", "9s", "7d", "3d", "2h"], "front": ["Ac", "Jo"]}
    assert settled(WILD, bank=BANK, seats={"4": seat(hand, game=10)})[0][2] == "push"


def test_settlement_stops_where_the_bank_is_exhausted() -> None:
    seats = {"3": seat(LOSER, game=20), "5": seat(QUADS, game=10)}
    bank = {**BANK, "stake": 15}
    assert settled(PLAIN, bank=bank, dice=[2, 5, 5], seats=seats) == [
        (5, "game", "win", 10),
        (3, "game", "lose", -15),
    ]


@pytest.mark.parametrize(
    ("game_id", "change", "message"),
    [
        (PLAIN, {"bank": None}, "no bank"),
        (PLAIN, {"seats": {"1": seat(QUADS, game=5)}}, "is the bank and bets"),
        (PLAIN, {"seats": {"3": seat(TWIN, game=5)}}, "dealt twice"),
        (PLAIN, {"seats": {"3": seat(QUADS, line=5)}}, "seat 3: no wager 'line'"),
        (PLAIN, {"seats": {"3": seat({"cards": ["Ac"]}, game=5)}}, "seat 3: .*1 cards"),
        (FORTUNE, {"seats": {"3": seat(QUADS, fortune_bonus=5)}}, "needs game"),
        (FORTUNE, {"seats": {"3": seat(QUADS, game=5, envy=5)}}, "not staked but earned"),
        (PLAIN, {"bank": {**BANK, "front": ["9c", "9d"]}}, "the bank's hand: set foul"),
        (
            "oaks/double-hand-poker",
            {"seats": {"3": seat(LOSER | {"front": []}, game=5)}},
            "no house",
        ),
        (
            TILES,
            {"bank": {"seat": 1, "tiles": ["66", "51"]}, "seats": {"3": seat(LOSER, game=10)}},
            "bank's hand: 66 51: 2 tiles",
        ),
    ],
)
def test_a_round_that_cannot_be_is_refused(
    game_id: str, change: dict[str, object], message: str
) -> None:
    content: dict[str, object] = {"bank": BANK, "seats": {"3": seat(LOSER, game=5)}, **change}
    with pytest.raises(RoundError, match=message):
        settled(game_id, **content)


TILE_BANK = {"seat": 8, "tiles": ["55", "55", "61", "65"], "high_tiles": ["55", "55"]}


@pytest.mark.parametrize(
    ("tiles", "high", "result"),
    [
        ("44 44 66 33", "44 44", "win"),
        ("44 44 51 65", "44 44", "push"),
        ("31 33 65 64", "31 64", "lose"),
        ("66 66 64 33", "", "push"),
    ],
)
def test_tiles_go_by_both_hands(tiles: str, high: str, result: str) -> None:
    hand = {"tiles": tiles.split(), "high_tiles": high.split()}
    ((_, _, found, _),) = settled(TILES, bank=TILE_BANK, seats={"3": seat(hand, game=10)})
    assert found == result


def test_tiles_are_settled_counter_clockwise_from_the_button() -> None:
    hands = {"2": "44 44 66 33", "5": "31 33 65 64", "7": "62 53 51 41"}
    seats = {number: seat({"tiles": text.split()}, game=10) for number, text in hands.items()}
    lines = settled(TILES, bank=TILE_BANK, dice=[1, 1, 2], seats=seats)
    assert [line[0] for line in lines] == [5, 2, 7]


def test_two_zeros_go_to_the_bank() -> None:
    bank = {"seat": 8, "tiles": ["55", "64", "61", "65"], "high_tiles": ["61", "65"]}
    hand = {"tiles": ["66", "53", "55", "64"], "high_tiles": ["66", "53"]}
    assert settled(TILES, bank=bank, seats={"3": seat(hand, game=10)})[0][2] == "push"


def test_a_tile_dealt_too_often_is_refused() -> None:
    seats = {"3": seat({"tiles": ["55", "44", "66", "33"]}, game=10)}
    with pytest.raises(RoundError, match="tile 55 was dealt 3 times"):
        settled(TILES, bank=TILE_BANK, seats=seats)


def test_a_high_hand_must_be_among_the_four_tiles() -> None:
    seats = {"3": seat({"tiles": ["44", "44", "66", "33"], "high_tiles": ["44", "51"]}, game=10)}
    with pytest.raises(RoundError, match="seat 3: 51 is in the high hand"):
        settled(TILES, bank=TILE_BANK, seats=seats)


def test_tiles_have_no_other_wager_than_those_of_the_game() -> None:
    bank = {"seat": 1, "tiles": ["66", "11", "44", "31"]}
    held = {"2": {"tiles": ["55", "33", "22", "65"], "wagers": {"tie": 5}}}
    with pytest.raises(RoundError, match="seat 2: no wager 'tie'; Pai Gow Tiles has game"):
        settled(TILES, bank=bank, seats=held)


def test_a_hand_set_of_six_cards_is_asked_for_all_seven() -> None:
    held = {"2": {**LOSER, "cards": LOSER["cards"][:6], "wagers": {"game": 5}}}
    with pytest.raises(RoundError, match="seat 2: give seven cards and which two"):
        settled(PLAIN, bank=BANK, seats=held)


def test_hands_are_given_as_set_where_the_book_prints_no_house_way() -> None:
    bank = {"seat": 1, "cards": BANK["cards"]}
    with pytest.raises(RoundError, match="no house way for Double Hand Poker"):
        settled("oaks/double-hand-poker", bank=bank, seats={"2": seat(LOSER, game=5)})
