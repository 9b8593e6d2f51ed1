"""Baccarat wagers judged by each room's file: every row of every pay table, and its near misses."""

from fractions import Fraction
from functools import cache

import pytest

from config.game import Game
from controller.facts.cards import Card, parse_card
from controller.families.settle import settle
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.settlement.ledger import LedgerLine
from controller.settlement.verdict import RoundError
from tests.conftest import game_rules

EZ = "lucky-derby/ez-baccarat-panda-8"
CASINO_99 = "casino-99/ez-baccarat-panda-8"
CAPITOL = "capitol/ez-baccarat"
OAKS = "oaks/ez-baccarat-panda-8"
SUPREME = "capitol/supreme-baccarat"
DRAGON = "capitol/commission-free-baccarat-dragon-bonus"
ZOOBAC = "oaks/zoobac"
Paid = tuple[str, Fraction | int]
SEATS = {EZ: 8, CASINO_99: 8, CAPITOL: 8, OAKS: 8, SUPREME: 8, DRAGON: 8, ZOOBAC: 12}
# Hands by name: Player's cards, Banker's cards.
HANDS = {
    "player 7 to 6": ("Kd 7h", "4c 2s"),
    "banker 7 to 6": ("Kd 6h", "4c 3s"),
    "banker 6 to 5": ("Kd 2h 3c", "4c 2s"),
    "banker 6 to 0": ("Kd 2h 8c", "4c 2s"),
    "banker 9 to 8": ("Kd 8h", "Kc 9s"),
    "dragon": ("Kd 6h", "Kh 5h 2c"),
    "panda": ("Ad 2d 5c", "Kh 7h"),
    "tie 6": ("Kd 6d", "Kh 6h"),
    "tie 9": ("Kd 9d", "Kh 9h"),
    "tie 9 in three cards": ("Kd 5d 4c", "Kh 4h 5s"),
    "tie 0": ("Kd Qd Kc", "Qh Kh Qc"),
    "9 to 8": ("Kd 9d", "Kh 8h"),
    "player 9 to 7": ("Kd 9d", "Kh 7h"),
    "banker 4": ("Kd 2d 3h", "Kh 4h Ks"),
    "banker 1": ("Kd Kc Ks", "Kh Ah Qs"),
    "rabbit": ("2d 3d 2c", "6h Qh"),
    "triple rabbit": ("Kd 2d 5c", "Kh Jh Kc"),
    "tiger": ("3d 2d Tc", "Kh Ah 7c"),
    "triple tiger": ("3d 2d 5c", "Kh Ah 7c"),
    "banker natural 8": ("Ad 4d", "3h 5h"),
}


@cache
def game(game_id: str) -> Game:
    return game_rules(game_id).game


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(code) for code in text.split())


def finished(
    hands: tuple[str, str],
    seats: dict[str, dict[str, int]],
    stake: int | None = None,
    bank: int = 1,
) -> FinishedRound:
    return FinishedRound.model_validate(
        {
            "bank": BankRound.model_validate({"seat": bank, "stake": stake}),
            "player": cards(hands[0]),
            "banker": cards(hands[1]),
            "seats": {
                seat: SeatRound.model_validate({"wagers": wagers}) for seat, wagers in seats.items()
            },
        }
    )


def paid(line: LedgerLine) -> Paid:
    return str(line.result), line.paid


def settled(game_id: str, hand: str, **wagers: int) -> dict[str, Paid]:
    """Settle one seat's wagers of so many dollars; names are written with underscores."""
    staked = {name.replace("_", "-"): amount for name, amount in wagers.items()}
    lines = settle(game(game_id), SEATS[game_id], finished(HANDS[hand], {"2": staked}))
    return {line.wager: paid(line) for line in lines}


def one(game_id: str, hand: str, wager: str) -> Paid:
    """Settle ten dollars on a wager, with the line it may need."""
    name = wager.replace("-", "_")
    return settled(game_id, hand, **{"player_line": 10, name: 10})[wager]


@pytest.mark.parametrize("game_id", SEATS)
@pytest.mark.parametrize(
    ("hand", "player", "banker"),
    [
        ("player 7 to 6", ("win", 10), ("lose", 0)),
        ("banker 7 to 6", ("lose", 0), ("win", 10)),
        ("tie 6", ("push", 0), ("push", 0)),
    ],
)
def test_lines_pay_even_money_and_push_on_a_tie(
    game_id: str, hand: str, player: tuple[str, int], banker: tuple[str, int]
) -> None:
    found = settled(game_id, hand, player_line=10, banker_line=10)
    assert found == {"player-line": player, "banker-line": banker}


@pytest.mark.parametrize("game_id", [EZ, CASINO_99, CAPITOL, OAKS])
def test_ez_pays_the_banker_line_on_a_dragon(game_id: str) -> None:
    assert one(game_id, "dragon", "banker-line") == ("win", 10)


@pytest.mark.parametrize("game_id", [SUPREME, DRAGON])
@pytest.mark.parametrize("hand", ["banker 6 to 5", "banker 6 to 0"])
def test_banker_six_pays_one_to_two(game_id: str, hand: str) -> None:
    assert one(game_id, hand, "banker-line") == ("win", 5)


@pytest.mark.parametrize(
    ("game_id", "pays"),
    [
        (EZ, 80),
        (CASINO_99, 80),
        (CAPITOL, 90),
        (OAKS, 80),
        (SUPREME, 90),
        (DRAGON, 90),
        (ZOOBAC, 90),
    ],
)
def test_tie_pays_what_the_room_prints(game_id: str, pays: int) -> None:
    assert one(game_id, "tie 6", "tie") == ("win", pays)
    assert one(game_id, "tie 9 in three cards", "tie") == ("win", pays)
    assert one(game_id, "player 7 to 6", "tie") == ("lose", 0)


@pytest.mark.parametrize("game_id", [EZ, CASINO_99, CAPITOL, OAKS])
@pytest.mark.parametrize(
    ("hand", "dragon", "panda"),
    [
        ("dragon", ("win", 400), ("lose", 0)),
        ("panda", ("lose", 0), ("win", 250)),
        ("banker 7 to 6", ("lose", 0), ("lose", 0)),
        ("tie 6", ("lose", 0), ("lose", 0)),
    ],
)
def test_dragon_7_and_panda_8(
    game_id: str, hand: str, dragon: tuple[str, int], panda: tuple[str, int]
) -> None:
    found = settled(game_id, hand, player_line=10, dragon_7=10, panda_8=10)
    assert (found["dragon-7"], found["panda-8"]) == (dragon, panda)


@pytest.mark.parametrize(
    ("hand", "result"),
    [
        ("tie 9", ("win", 400)),
        ("tie 9 in three cards", ("win", 400)),
        ("9 to 8", ("win", 200)),
        ("banker 9 to 8", ("win", 200)),
        ("player 9 to 7", ("lose", 0)),
        ("tie 0", ("lose", 0)),
    ],
)
def test_total_shot_pays_eighteen_and_seventeen(hand: str, result: tuple[str, int]) -> None:
    assert one(SUPREME, hand, "total-shot") == result


@pytest.mark.parametrize(
    ("hand", "number"),
    [
        ("tie 0", 0),
        ("banker 1", 1),
        ("player 7 to 6", 6),
        ("banker 7 to 6", 7),
    ],
)
def test_flex_wins_on_its_number_whoever_wins_the_coup(hand: str, number: int) -> None:
    for other in (0, 1, 2, 3, 5, 6, 7):
        expected = ("win", 10) if other == number else ("stay", 0)
        assert one(SUPREME, hand, f"flex-{other}") == expected


@pytest.mark.parametrize("number", [0, 1, 2, 3, 5, 6, 7])
@pytest.mark.parametrize(
    ("hand", "result"),
    [("banker 9 to 8", ("lose", 0)), ("9 to 8", ("stay", 0)), ("banker 4", ("stay", 0))],
)
def test_flex_loses_to_nine_and_stays_on_four_and_eight(
    hand: str, result: tuple[str, int], number: int
) -> None:
    assert one(SUPREME, hand, f"flex-{number}") == result


def test_a_wager_that_stays_is_neither_taken_nor_handed_back() -> None:
    (line,) = settle(game(SUPREME), 8, finished(HANDS["9 to 8"], {"2": {"flex-5": 25}}))
    assert not any((line.taken, line.returned, line.uncovered))


@pytest.mark.parametrize("side", ["player", "banker"])
@pytest.mark.parametrize(
    ("winner", "loser", "result"),
    [
        ("Kd 9h", "Kc 8s", ("win", 10)),
        ("Kd 8h", "Kc 7s", ("win", 10)),
        ("Kd 9h", "Kc Qs", ("win", 10)),
        ("Kd 7h", "Kc 6s", ("lose", 0)),
    ],
    ids=["natural by 1", "natural eight by 1", "natural by 9", "seven by 1"],
)
def test_dragon_bonus_on_two_cards(
    side: str, winner: str, loser: str, result: tuple[str, int]
) -> None:
    hands = (winner, loser) if side == "player" else (loser, winner)
    wagers = {"player-line": 10, "player-dragon": 10, "banker-dragon": 10}
    found = {line.wager: line for line in settle(game(DRAGON), 8, finished(hands, {"2": wagers}))}
    other = "banker" if side == "player" else "player"
    assert paid(found[f"{side}-dragon"]) == result
    assert str(found[f"{other}-dragon"].result) == "lose"


@pytest.mark.parametrize(
    ("player", "banker", "pays"),
    [
        ("Kd 5h 4c", "Kc Qs Js", 300),
        ("Kd 5h 3c", "Kc Qs Js", 100),
        ("Kd 5h 4c", "Kc Qs As", 100),
        ("Kd 5h 2c", "Kc Qs Js", 60),
        ("Kd 5h Ac", "Kc Qs Js", 40),
        ("Kd 5h Kh", "Kc Qs Js", 20),
        ("Kd 5h 4c", "Kc 4s Ts", 20),
        ("Kd 2h 2c", "Kc Qs Js", 10),
        ("Kd 2h Ac", "Kc Qs Js", None),
        ("Kd 2h Kh", "Kc Qs 2s", None),
        ("Kd 2h Kh", "Kc Qs 8s", None),
    ],
    ids=["9", "8", "8 from 1", "7", "6", "5", "5 from 4", "4", "3", "tie", "loss"],
)
def test_player_dragon_pays_by_the_margin(player: str, banker: str, pays: int | None) -> None:
    wagers = {"player-line": 10, "player-dragon": 10}
    lines = settle(game(DRAGON), 8, finished((player, banker), {"2": wagers}))
    expected = ("lose", 0) if pays is None else ("win", pays)
    assert paid(lines[1]) == expected


@pytest.mark.parametrize(
    ("player", "banker", "pays"),
    [
        ("Kd Qh Kh", "Kc 5s 4s", None),
        ("Kd Qh 4h", "Kc 5s 4s", 20),
        ("Ad Kh Kc", "Kc 2s 7s", 100),
        ("Kd Qh Jh", "Kc 3s 6s", 300),
        ("Kd Qh Ah", "Kc 2s 6s", 60),
        ("Kd Qh Jh", "Kc 2s 4s", 40),
        ("Kd Qh Ah", "Kc 2s 3s", 10),
    ],
    ids=["chart stands five", "5", "8", "9", "7", "6", "4"],
)
def test_banker_dragon_pays_by_the_margin(player: str, banker: str, pays: int | None) -> None:
    wagers = {"player-line": 10, "banker-dragon": 10}
    round_ = finished((player, banker), {"2": wagers})
    if pays is None:
        with pytest.raises(RoundError, match=r"banker: .* stands"):
            settle(game(DRAGON), 8, round_)
    else:
        assert settle(game(DRAGON), 8, round_)[1].paid == pays


@pytest.mark.parametrize(
    ("hand", "result"),
    [("tie 9", "push"), ("tie 9 in three cards", "lose"), ("tie 6", "lose")],
)
def test_dragon_bonus_pushes_only_when_naturals_tie(hand: str, result: str) -> None:
    assert one(DRAGON, hand, "player-dragon")[0] == result
    assert one(DRAGON, hand, "banker-dragon")[0] == result


@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        ("rabbit", {"rabbit": 250, "zoo": 100}),
        ("triple rabbit", {"rabbit": 750, "zoo": 300}),
        ("tiger", {"tiger": 250, "zoo": 100}),
        ("triple tiger", {"tiger": 750, "zoo": 300}),
        ("tie 0", {"monkey": 1500, "zoo": 300}),
        ("banker natural 8", {}),
        ("player 7 to 6", {}),
        ("tie 6", {}),
    ],
)
def test_zoobac_pays_its_animals(hand: str, pays: dict[str, int]) -> None:
    found = settled(ZOOBAC, hand, rabbit=10, tiger=10, monkey=10, zoo=10)
    assert found == {
        name: ("win", pays[name]) if name in pays else ("lose", 0)
        for name in ("rabbit", "tiger", "monkey", "zoo")
    }


@pytest.mark.parametrize("hand", ["tiger", "triple tiger"])
def test_zoobac_pushes_the_banker_line_on_a_tiger(hand: str) -> None:
    assert settled(ZOOBAC, hand, player_line=10, banker_line=10) == {
        "player-line": ("lose", 0),
        "banker-line": ("push", 0),
    }


def test_zoobac_pays_the_banker_line_on_a_two_card_eight() -> None:
    assert one(ZOOBAC, "banker natural 8", "banker-line") == ("win", 10)


def order(lines: tuple[LedgerLine, ...]) -> list[tuple[int, str]]:
    return [(line.seat, line.wager) for line in lines]


LINES = {"player-line": 10, "banker-line": 10, "tie": 5}


@pytest.mark.parametrize(
    ("game_id", "stake", "expected"),
    [
        # The Banker's second card, a two, counts from the house dealer's left: seat 2.
        (EZ, None, [2, 6, 8, 1]),
        (CASINO_99, None, [6, 8, 1, 2]),
        (OAKS, None, [6, 8, 1, 2]),
        (SUPREME, None, [1, 2, 6, 8]),
        # The Banker's first card, a four, counts from the bank's left: seat 8.
        (SUPREME, 30, [8, 1, 2, 6]),
        (SUPREME, 1000, [1, 2, 6, 8]),
        (ZOOBAC, None, [8, 6, 2, 1]),
        # Player's first card, a king, counts ten from the bank's left: seat 2 of twelve.
        (ZOOBAC, 30, [2, 6, 8, 1]),
        (ZOOBAC, 1000, [8, 6, 2, 1]),
    ],
)
def test_each_room_starts_where_its_book_says(
    game_id: str, stake: int | None, expected: list[int]
) -> None:
    seats = {str(seat): {"player-line": 10} for seat in (1, 2, 6, 8)}
    round_ = finished(HANDS["player 7 to 6"], seats, stake, bank=4)
    lines = settle(game(game_id), SEATS[game_id], round_)
    assert [line.seat for line in lines] == expected


def test_ez_goes_round_once_for_each_kind_of_wager() -> None:
    seats = {"2": LINES, "6": LINES}
    lines = settle(game(CASINO_99), 8, finished(HANDS["tie 6"], seats))
    kinds = ("player-line", "banker-line", "tie")
    assert order(lines) == [(seat, kind) for kind in kinds for seat in (2, 6)]


def test_supreme_settles_both_lines_in_one_lap() -> None:
    seats = {"2": LINES, "6": LINES}
    lines = settle(game(SUPREME), 8, finished(HANDS["tie 6"], seats))
    assert order(lines) == [
        (2, "player-line"),
        (2, "banker-line"),
        (6, "player-line"),
        (6, "banker-line"),
        (2, "tie"),
        (6, "tie"),
    ]


@pytest.mark.parametrize(
    ("game_id", "hands", "wagers", "message"),
    [
        (EZ, ("Kd 7h", "4c 2s"), {"dragon-9": 5}, "seat 2: no wager 'dragon-9'; EZ Baccarat"),
        (EZ, ("Kd 7h", "4c 2s"), {"panda-8": 5}, "seat 2: panda-8 needs a wager on player-line or"),
        (OAKS, ("Kd 7h", "4c 2s"), {"tie": 5}, "seat 2: tie needs a wager on player-line or"),
        (SUPREME, ("Kd 7h", "4c 2s"), {"flex-5": 1001}, "flex-5 of 1001; its limits are 0 to 1000"),
        (EZ, ("Kd", "4c 2s"), {"tie": 5}, "player: Kd; a hand has 2 or 3 cards"),
        (EZ, ("Kd 7h", ""), {"tie": 5}, "banker: no cards; a hand has 2 or 3 cards"),
        (EZ, ("Kd 2h", "4c 3s"), {"tie": 5}, "player: Kd 2h; by the rules .* takes a third card"),
        (EZ, ("Kd 7h 2c", "4c 3s"), {"tie": 5}, "player: Kd 7h 2c; by the rules .* it stands"),
        (
            EZ,
            ("Kd 2h 6c", "4c 2s"),
            {"tie": 5},
            "banker: 4c 2s; by the rules .* takes a third card",
        ),
        (EZ, ("Kd 2h 8c", "3c Ks 2s"), {"tie": 5}, "banker: 3c Ks 2s; by the rules .* it stands"),
        (EZ, ("Kd 9h", "3c Ks 2s"), {"tie": 5}, "banker: 3c Ks 2s; by the rules .* it stands"),
    ],
)
def test_a_round_that_cannot_be_settled_says_where(
    game_id: str, hands: tuple[str, str], wagers: dict[str, int], message: str
) -> None:
    with pytest.raises(RoundError, match=message):
        settle(game(game_id), 8, finished(hands, {"2": wagers}))
