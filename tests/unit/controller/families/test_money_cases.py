"""Rounds whose money the rule books decide: what each wager comes to."""

import json
from collections.abc import Mapping
from typing import NamedTuple

import pytest

from tests.told_rounds import ALL, JQK, bank, hand, seat, settled


class Case(NamedTuple):
    """A round, and what the seats have won of it by the book."""

    name: str
    game: str
    round: Mapping[str, object]
    totals: Mapping[str, str]
    seats: tuple[int, ...] = ()
    values: Mapping[str, int] = {}
    more: tuple[str, ...] = ()


TCP_SHORT = bank(8, "Kd 5s 2c", stake=100)
CASES = (
    Case(
        "three card, Capitol: the second card of a short bank names the first seat",
        "capitol/three-card-poker",
        {
            "bank": TCP_SHORT,
            "seats": {
                "5": seat("Ah 9c 3d", ante=50, play=50),
                "6": seat("Ac 9d 4d", ante=50, play=50),
            },
        },
        {"5": "100", "6": "0"},
        (5, 6),
        JQK,
    ),
    Case(
        "three card, Capitol: losers are collected before a winner is paid",
        "capitol/three-card-poker",
        {
            "bank": TCP_SHORT,
            "button": 5,
            "seats": {
                "5": seat("Ah 9c 3d", ante=50, play=50),
                "6": seat("Qc 9d 4d", ante=50, play=50),
            },
        },
        {"5": "100", "6": "-100"},
        (6, 5),
        JQK,
    ),
    Case(
        "three card, Capitol: a folded ante is collected first and never goes back",
        "capitol/three-card-poker",
        {
            "bank": TCP_SHORT,
            "button": 5,
            "seats": {
                "5": seat("Ah 9c 3d", ante=50, play=50),
                "6": seat("Qc 9d 4d", folded=True, ante=50),
            },
        },
        {"5": "100", "6": "-50"},
        (6, 5),
        JQK,
    ),
    Case(
        "supreme baccarat: a stake that covers everything needs no button",
        "capitol/supreme-baccarat",
        {
            "bank": bank(3, stake=100000),
            "player": ["Kd", "6h"],
            "banker": ["5c", "2s"],
            "seats": {
                "1": seat(player_line=10),
                "5": seat(banker_line=10),
                "8": seat(player_line=10),
            },
        },
        {"1": "-10", "5": "10", "8": "-10"},
        (1, 5, 8),
        more=("--seats", "8"),
    ),
    Case(
        "zoobac: a stake that covers everything is settled from the house dealer's right",
        "oaks/zoobac",
        {
            "bank": bank(9, stake=100000),
            "player": ["6d", "2h"],
            "banker": ["7h", "Kd"],
            "seats": {
                "2": seat(player_line=10),
                "5": seat(player_line=10),
                "11": seat(player_line=10),
            },
        },
        {"2": "10", "5": "10", "11": "10"},
        (11, 5, 2),
        more=("--seats", "12"),
    ),
    Case(
        "three card, Casino 99: forfeits are the bank's before it pays anybody",
        "casino-99/three-card-poker-6-card-bonus",
        {
            "bank": bank(1, "Qs 3d 2c", stake=20),
            "seats": {
                "2": seat("Kh 9d 4s", ante=10, play=10),
                "3": seat("7h 5d 4c", folded=True, ante=10, pair_plus=5),
            },
        },
        {"2": "20", "3": "-15"},
        (3, 2),
    ),
    Case(
        "hold'em, Casino 99: forfeits are the bank's before it pays anybody",
        "casino-99/ultimate-texas-holdem",
        {
            "bank": bank(1, "Kh 3d", stake=20),
            "community": ["9h", "Kc", "4s", "2d", "7c"],
            "seats": {
                "2": seat("9s 9d", ante=10, blind=10, play=10),
                "3": seat("Ac 5d", folded=True, ante=10, blind=10),
            },
        },
        {"2": "20", "3": "-20"},
        (3, 2),
    ),
    Case(
        "three card, Casino 99: what the bank collects does not use up what it can pay",
        "casino-99/three-card-poker-6-card-bonus",
        {
            "bank": bank(1, "Qs 5d 3c", stake=20),
            "seats": {
                "2": seat("Jh 9c 2h", ante=10, play=10),
                "3": seat("Kd 9s 2d", ante=10, play=10),
            },
        },
        {"2": "-20", "3": "20"},
        (2, 3),
    ),
    Case(
        "three card, Lucky Derby: the bank's third card names the first seat",
        "lucky-derby/three-card-poker-6-card-bonus",
        {
            "bank": bank(8, "Qc 7d Jh", stake=20),
            "seats": {
                "1": seat("4s 4c 3d", ante=10, play=10),
                "4": seat("5s 5c 3h", ante=10, play=10),
            },
        },
        {"1": "0", "4": "20"},
        (4, 1),
    ),
    Case(
        "three card, Oaks: the bank's third card names the first seat",
        "oaks/three-card-poker-1.3",
        {
            "bank": bank(5, "Qh 7c 2d", stake=10),
            "seats": {
                "2": seat("Kd 9c 3s", ante=10, play=10),
                "6": seat("Ks 9d 4s", ante=10, play=10),
            },
        },
        {"2": "10", "6": "0"},
        (2, 6),
    ),
    Case(
        "21st Century, Oaks: neither the win nor the loss reaches the stake, and both are whole",
        "oaks/21st-century-blackjack",
        {
            "bank": bank(1, "Td 9c", stake=100),
            "seats": {"2": seat("Ts 8c", base=60), "3": seat("Ts Tc", base=60)},
        },
        {"2": "-60", "3": "60"},
        (2, 3),
    ),
    Case(
        "21st Century, Oaks: in one pot the loss leaves less for the win",
        "oaks/21st-century-blackjack",
        {
            "bank": bank(1, "Td 9c", stake=100),
            "seats": {"2": seat("Ts 8c", base=60), "3": seat("Ts Tc", base=60)},
        },
        {"2": "-60", "3": "40"},
        (2, 3),
        more=("--value", "settlement.account=one-pot"),
    ),
    Case(
        "No Bust, Lucky Derby: against the bank's natural a surrender costs everything",
        "lucky-derby/no-bust-21st-century-blackjack-4",
        {
            "bank": bank(8, "Ac Kd"),
            "seats": {"1": seat(hands=[hand("Ks 6d", surrendered=True)], base=100)},
        },
        {"1": "-100"},
        (1,),
    ),
    Case(
        "Pure 21.5, Casino 99: a natural is paid before the bank plays its hand",
        "casino-99/pure-21.5",
        {
            "bank": bank(1, "9h 8d", stake=15),
            "seats": {"2": seat("Kc 9s", base=10), "5": seat("Ad Kd", base=10)},
        },
        {"2": "0", "5": "15"},
        (5, 2),
    ),
    Case(
        "Pure 21.5, Capitol: a natural insured against an ace keeps its six to five",
        "capitol/pure-21.5",
        {"bank": bank(8, "Ad 9s"), "seats": {"1": seat("Ah Kd", base=100, insurance=50)}},
        {"1": "70"},
        (1,),
        ALL,
    ),
    Case(
        "Pure 21.5, Capitol: a natural that took even money wins its wager",
        "capitol/pure-21.5",
        {
            "bank": bank(8, "Ad 9s"),
            "seats": {"1": seat(hands=[hand("Ah Kd", even_money=True)], base=100)},
        },
        {"1": "100"},
        (1,),
        ALL,
    ),
    Case(
        "pai gow, Lucky Derby: tens full are set as a full house, ace and joker in front",
        "lucky-derby/pai-gow-poker",
        {
            "bank": {**bank(1, "Jh Jc 9c 9d 9h 5s 2c"), "front": ["Jh", "Jc"]},
            "seats": {"2": seat("Ts Tc Td As Jo Kd Qh", game=100)},
        },
        {"2": "100"},
        (2,),
    ),
    Case(
        "three card, Capitol: a Bonus unlike the Ante wins nothing",
        "capitol/three-card-poker",
        {
            "bank": bank(8, "Kd 5s 2c"),
            "seats": {"5": seat("Ah Ac 3d", ante=50, play=50, bonus=20)},
        },
        {"5": "100"},
        (5,),
        JQK,
    ),
)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_book_decides_who_gets_what(case: Case) -> None:
    done = settled(case.game, case.round, case.values, "--json", *case.more)
    assert done.exit_code == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["totals"] == dict(case.totals)
    assert tuple(dict.fromkeys(line["seat"] for line in report["lines"])) == case.seats
