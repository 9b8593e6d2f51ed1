"""Three-card poker and hold'em against a bank: every wager's verdict, every row of its table."""

from decimal import Decimal
from fractions import Fraction

import pytest

from config.game import Game
from controller.facts.cards import Card, parse_card
from controller.families import family_of
from controller.families.catalogue import load_game
from controller.families.settle import settle
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.settlement.verdict import Result, RoundError, Verdicts

FACES = {f"button.values.{rank}": 11 for rank in "JQK"}
LUCKY = load_game("lucky-derby/three-card-poker-6-card-bonus")
CASINO_99 = load_game("casino-99/three-card-poker-6-card-bonus")
OAKS = load_game("oaks/three-card-poker-1.3")
CAPITOL = load_game("capitol/three-card-poker", FACES)
HOLDEM = load_game("lucky-derby/ultimate-texas-holdem")
HOLDEM_99 = load_game("casino-99/ultimate-texas-holdem")
BAD_BEAT = load_game("lucky-derby/ultimate-texas-holdem-bad-beat")
THREE_CARD = (LUCKY, CASINO_99, OAKS, CAPITOL)
ALL_HOLDEM = (HOLDEM, HOLDEM_99, BAD_BEAT)
SIX_CARD = (LUCKY, CASINO_99, OAKS)
Judged = dict[str, tuple[str, Fraction | int]]


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(code) for code in text.split())


def finished(
    held: str,
    bank: str,
    community: str = "",
    *,
    folded: bool = False,
    stakes: dict[str, int] | None = None,
    **more: int,
) -> FinishedRound:
    placed = (stakes or {}) | more
    wagers = {name.replace("_", "-"): Decimal(amount) for name, amount in placed.items()}
    return FinishedRound(
        bank=BankRound(seat=1, cards=cards(bank)),
        community=cards(community),
        seats={"4": SeatRound(wagers=wagers, cards=cards(held), folded=folded)},
    )


def judged(game: Game, told: FinishedRound) -> Judged:
    judge = family_of(game).judge
    assert judge is not None
    verdicts: Verdicts = judge(game, told)
    return {name: (str(each.result), each.pays) for (_seat, name), each in verdicts.items()}


def three(game: Game, held: str, bank: str, **stakes: int) -> Judged:
    return judged(game, finished(held, bank, stakes={"ante": 10, "play": 10} | stakes))


# Three-card poker


@pytest.mark.parametrize("game", THREE_CARD, ids=lambda game: game.id)
@pytest.mark.parametrize(
    ("held", "result", "pays"),
    [("Kc 5d 2h", "win", 10), ("Js 5d 2h", "lose", 0), ("Qs 8h 3d", "push", 0)],
)
def test_a_bank_that_qualifies_is_compared_with_ante_and_play(
    game: Game, held: str, result: str, pays: int
) -> None:
    verdicts = three(game, held, "Qc 8d 3h")
    assert verdicts == {"ante": (result, pays), "play": (result, pays)}


@pytest.mark.parametrize(
    ("game", "better", "equal", "worse"),
    [
        (LUCKY, "win", "win", "win"),
        (CASINO_99, "win", "win", "win"),
        (CAPITOL, "win", "push", "push"),
        (OAKS, "win", "push", "lose"),
    ],
    ids=lambda value: value.id if isinstance(value, Game) else value,
)
def test_each_room_has_its_own_ante_when_the_bank_does_not_qualify(
    game: Game, better: str, equal: str, worse: str
) -> None:
    for held, ante in (("Kc 5d 2h", better), ("Js 8c 3d", equal), ("9c 5d 2h", worse)):
        verdicts = three(game, held, "Jc 8d 3h")
        assert verdicts["ante"] == (ante, 10 if ante == "win" else 0)
        assert verdicts["play"] == ("push", 0)


@pytest.mark.parametrize(
    ("held", "times"),
    [
        ("As Ks Qs", 200),
        ("Kd Qd Jd", 40),
        ("Ac 2c 3c", 40),
        ("7c 7d 7h", 30),
        ("4c 3d 2h", 6),
        ("Ac 2d 3h", 6),
        ("9c 5c 2c", 3),
        ("9c 9d 2h", 1),
        ("Ac Kd Jh", None),
    ],
)
@pytest.mark.parametrize("game", THREE_CARD, ids=lambda game: game.id)
def test_the_three_card_bonus_pays_by_its_table(game: Game, held: str, times: int | None) -> None:
    bonus = "bonus" if game is CAPITOL else "pair_plus"
    verdict = three(game, held, "Th Td 6s", **{bonus: 10})[bonus.replace("_", "-")]
    assert verdict == (("lose", 0) if times is None else ("win", 10 * times))


@pytest.mark.parametrize(
    ("held", "bank", "row"),
    [
        ("As Ks Qs", "Js Ts 2h", 1000),
        ("9s 8s 7s", "6s 5s 2h", 200),
        ("7c 7d 2h", "7s 7h 3c", 100),
        ("7c 7d 2h", "7s 2c 3c", 20),
        ("9c 5c 2c", "Kc Jc 3h", 15),
        ("9c 8d 7h", "6s 5s 2h", "straight"),
        ("7c 7d 2h", "7s Kc 3c", "trips"),
        ("7c 7d 2h", "Qs Kc 3c", None),
    ],
)
@pytest.mark.parametrize("game", SIX_CARD, ids=lambda game: game.id)
def test_the_six_card_bonus_pays_the_best_five_of_both_hands(
    game: Game, held: str, bank: str, row: int | str | None
) -> None:
    straight, trips = (10, 7) if game is CASINO_99 else (9, 8)
    times = straight if row == "straight" else trips if row == "trips" else row
    verdict = three(game, held, bank, six_card_bonus=10)["six-card-bonus"]
    assert verdict == (("lose", 0) if times is None else ("win", 10 * int(times)))


@pytest.mark.parametrize("game", SIX_CARD, ids=lambda game: game.id)
def test_a_fold_loses_ante_and_pair_plus_but_keeps_the_six_card_bonus(game: Game) -> None:
    told = finished("7c 7d 2h", "7s 7h 3c", folded=True, ante=10, pair_plus=5, six_card_bonus=5)
    assert judged(game, told) == {
        "ante": ("lose", 0),
        "pair-plus": ("lose", 0),
        "six-card-bonus": ("win", 500),
    }


def test_a_fold_at_capitol_loses_the_bonus_too() -> None:
    told = finished("7c 7d 2h", "Ks 7h 3c", folded=True, ante=10, bonus=10)
    assert judged(CAPITOL, told) == {"ante": ("lose", 0), "bonus": ("lose", 0)}


@pytest.mark.parametrize(("bonus", "verdict"), [(10, ("win", 10)), (5, ("push", 0))])
def test_a_bonus_that_is_not_as_high_as_the_ante_goes_back_unpaid_at_capitol(
    bonus: int, verdict: tuple[str, int]
) -> None:
    assert three(CAPITOL, "7c 7d 2h", "Qc 8d 3h", bonus=bonus)["bonus"] == verdict


def test_oaks_takes_a_bonus_without_an_ante() -> None:
    told = finished("7c 7d 2h", "Ks 7h 3c", pair_plus=5, six_card_bonus=5)
    assert judged(OAKS, told) == {"pair-plus": ("win", 5), "six-card-bonus": ("win", 40)}


def test_several_decks_may_hold_a_card_twice() -> None:
    verdicts = three(CAPITOL, "Kd Kd 5d", "Kd Qc Qc", bonus=10)
    assert verdicts["bonus"] == ("win", 30)
    assert verdicts["ante"] == ("win", 10)


# Hold'em: 2c 2d lie at the bank unless a test says otherwise

BOARDS = [
    ("royal-flush", "As Ks", "Qs Js Ts 4d 3h"),
    ("straight-flush", "9s 8s", "7s 6s 5s Kd 3h"),
    ("four-of-a-kind", "9s 9c", "9d 9h 5s Kd 3h"),
    ("full-house", "9s 9c", "9d 5h 5s Kd 3h"),
    ("flush", "As 9s", "7s 5s 4s Kd Th"),
    ("straight", "9s 8c", "7d 6h 5s Kd Qh"),
    ("three-of-a-kind", "9s 9c", "9d 6h 5s Kd Qh"),
    ("two-pairs", "9s 8c", "9d 8h 5s Kd Qh"),
]
BLIND = {
    "royal-flush": 5000,
    "straight-flush": 500,
    "four-of-a-kind": 100,
    "full-house": 30,
    "flush": 15,
    "straight": 10,
}
TRIPS = {
    "royal-flush": 500,
    "straight-flush": 400,
    "four-of-a-kind": 300,
    "full-house": 80,
    "flush": 60,
    "straight": 50,
    "three-of-a-kind": 30,
}
STRICTER_TRIPS = TRIPS | {"four-of-a-kind": 200, "full-house": 70}
BEATEN = {
    "straight-flush": 75_000,
    "four-of-a-kind": 5000,
    "full-house": 500,
    "flush": 300,
    "straight": 200,
    "three-of-a-kind": 90,
}


def holdem(game: Game, held: str, bank: str, community: str, **stakes: int) -> Judged:
    placed = {"ante": 10, "blind": 10, "play": 40} | stakes
    return judged(game, finished(held, bank, community, stakes=placed))


@pytest.mark.parametrize(("hand", "held", "community"), BOARDS, ids=[b[0] for b in BOARDS])
@pytest.mark.parametrize("game", ALL_HOLDEM, ids=lambda game: game.id)
def test_a_win_pays_the_blind_and_the_trips_by_their_tables(
    game: Game, hand: str, held: str, community: str
) -> None:
    verdicts = holdem(game, held, "2c 2d", community, trips=10)
    table = STRICTER_TRIPS if game is BAD_BEAT else TRIPS
    assert (verdicts["ante"], verdicts["play"]) == (("win", 10), ("win", 40))
    assert verdicts["blind"] == (("win", BLIND[hand]) if hand in BLIND else ("push", 0))
    assert verdicts["trips"] == (("win", table[hand]) if hand in table else ("lose", 0))


def test_a_flush_pays_the_blind_three_to_two_exactly() -> None:
    verdicts = holdem(HOLDEM, "As 9s", "2c 2d", "7s 5s 4s Kd Th", ante=5, blind=5, play=5)
    assert verdicts["blind"] == ("win", Fraction(15, 2))


@pytest.mark.parametrize("game", ALL_HOLDEM, ids=lambda game: game.id)
def test_a_bank_below_a_pair_returns_the_ante_and_settles_the_rest(game: Game) -> None:
    board = "Ks 9d 7h 5c 3s"
    won = holdem(game, "Ac Qd", "Jc 2d", board)
    lost = holdem(game, "Jc 2d", "Ac Qd", board)
    assert won == {"ante": ("push", 0), "blind": ("push", 0), "play": ("win", 40)}
    assert lost == {"ante": ("push", 0), "blind": ("lose", 0), "play": ("lose", 0)}


@pytest.mark.parametrize("game", ALL_HOLDEM, ids=lambda game: game.id)
def test_equal_hands_push_but_for_the_bonuses(game: Game) -> None:
    verdicts = holdem(game, "2c 3d", "2d 3c", "As Ks Qs Js Ts", trips=10)
    assert {name: result for name, (result, _pays) in verdicts.items()} == {
        "ante": "push",
        "blind": "push",
        "play": "push",
        "trips": "win",
    }


@pytest.mark.parametrize("game", [HOLDEM_99, BAD_BEAT], ids=lambda game: game.id)
@pytest.mark.parametrize(
    ("row", "loser", "winner", "community"),
    [
        ("straight-flush", "4s 2c", "9s 2h", "8s 7s 6s 5s 2d"),
        ("four-of-a-kind", "9s 9c", "8s 7s", "9d 9h 6s 5s 4s"),
        ("full-house", "9s 9c", "5c 5d", "9d 5h 5s Kd 3h"),
        ("flush", "As 9s", "7c 7d", "7s 5s 4s 5d Th"),
        ("straight", "9s 8c", "As Ks", "7s 6s 5s Kd Qh"),
        ("three-of-a-kind", "9s 9c", "8c 7d", "9d 6h 5s Kd Qh"),
        (None, "9s 8c", "9h 9c", "9d 8h 5s Kd Qh"),
    ],
)
def test_bad_beat_pays_by_the_hand_that_was_beaten_whosever_it_is(
    game: Game, row: str | None, loser: str, winner: str, community: str
) -> None:
    for held, bank in ((loser, winner), (winner, loser)):
        verdicts = holdem(game, held, bank, community, ante=20, blind=20, trips=10, bad_beat=10)
        expected = ("lose", 0) if row is None else ("win", BEATEN[row])
        assert verdicts["bad-beat"] == expected


@pytest.mark.parametrize("game", [HOLDEM_99, BAD_BEAT], ids=lambda game: game.id)
def test_bad_beat_loses_on_equal_hands_and_on_a_bank_that_does_not_qualify(game: Game) -> None:
    stakes = {"ante": 20, "blind": 20, "trips": 10, "bad_beat": 10}
    tie = holdem(game, "2c 3d", "2d 3c", "As Ks Qs Js Ts", **stakes)
    weak = holdem(game, "Ac Qd", "Jc 2d", "Ks 9d 7h 5c 3s", **stakes)
    assert (tie["bad-beat"], weak["bad-beat"]) == (("lose", 0), ("lose", 0))


@pytest.mark.parametrize(
    ("game", "result"), [(HOLDEM, "win"), (HOLDEM_99, "win"), (BAD_BEAT, "lose")]
)
def test_trips_after_a_fold_is_paid_where_the_book_says_so(game: Game, result: str) -> None:
    told = finished("9s 9c", "2c 2d", "9d 6h 5s Kd Qh", folded=True, ante=10, blind=10, trips=10)
    verdicts = judged(game, told)
    assert verdicts["trips"][0] == result
    assert (verdicts["ante"][0], verdicts["blind"][0]) == ("lose", "lose")


def test_a_fold_needs_no_cards_where_nothing_is_left_to_look_at() -> None:
    told = finished("", "2c 2d", "9d 6h 5s Kd Qh", folded=True, ante=10, blind=10)
    assert judged(HOLDEM, told) == {"ante": ("lose", 0), "blind": ("lose", 0)}


# Rounds that cannot be


@pytest.mark.parametrize(
    ("game", "told", "words"),
    [
        (LUCKY, finished("7c 7d 2h", "Ks 7h 3c", ante=10, play=5), "seat 4: play of 5; must be 1"),
        (LUCKY, finished("7c 7d 2h", "Ks 7h 3c", ante=10), "a play wager or has folded"),
        (LUCKY, finished("7c 7d 2h", "7c 7h 3c", ante=10, play=10), "7c was dealt 2 times"),
        (LUCKY, finished("7c 7d", "Ks 7h 3c", ante=10, play=10), "seat 4: 7c 7d: 2 cards"),
        (LUCKY, finished("7c 7d 2h", "Ks 7h 3c", pair_plus=5), "pair-plus needs ante"),
        (LUCKY, finished("7c 7d 2h", "Ks 7h 3c", ante=5, red=5), "no wager 'red'"),
        (LUCKY, finished("7c 7d Jo", "Ks 7h 3c", ante=5, play=5), "a joker was dealt"),
        (LUCKY, finished("7c 7d 2h", "Ks 7h", ante=5, play=5), "bank: 2 cards; its hand has 3"),
        (
            HOLDEM,
            finished("2h 3h", "4h 5h", "Ac Kc Qc Jc 9c", folded=True, ante=10),
            "no blind; it is required",
        ),
        (
            BAD_BEAT,
            finished("", "", "", ante=10, blind=10, play=10, trips=6, bad_beat=5),
            "0 community cards",
        ),
        (
            BAD_BEAT,
            finished(
                "2h 3h", "4h 5h", "Ac Kc Qc Jc 9c", ante=10, blind=10, play=10, trips=6, bad_beat=5
            ),
            "trips and bad-beat of 11; at most the ante, 10",
        ),
        (
            HOLDEM,
            finished("2h 3h", "4h 5h", "Ac Kc Qc Jc 9c", ante=10, blind=5, play=10),
            "blind of 5; must be 1 times the ante",
        ),
        (
            HOLDEM,
            finished("2h 3h", "4h 5h", "Ac Kc Qc Jc 9c", ante=10, blind=10, play=50),
            "play of 50; must be 1 or 2 or 3 or 4 times",
        ),
    ],
)
def test_a_round_that_cannot_be_is_refused_with_its_place(
    game: Game, told: FinishedRound, words: str
) -> None:
    with pytest.raises(RoundError, match=words):
        judged(game, told)


def test_a_bank_that_bets_against_itself_is_refused() -> None:
    told = finished("7c 7d 2h", "Ks 7h 3c", ante=10, play=10)
    told = told.model_copy(update={"seats": {"1": told.seats["4"]}})
    with pytest.raises(RoundError, match="seat 1: is the bank and bets"):
        judged(LUCKY, told)


def test_a_round_without_a_bank_is_refused() -> None:
    with pytest.raises(RoundError, match="no bank"):
        judged(LUCKY, FinishedRound(seats={}))


# The order, until the bank is exhausted


def test_holdem_is_settled_seat_by_seat_from_the_banks_left_until_the_bank_is_exhausted() -> None:
    stakes = {"ante": Decimal(10), "blind": Decimal(10), "play": Decimal(10)}
    seats = {
        "2": SeatRound(wagers=stakes, cards=cards("Ac 9s")),
        "7": SeatRound(wagers=stakes, cards=cards("Kc 8s")),
    }
    told = FinishedRound(
        bank=BankRound(seat=5, stake=Decimal(35), cards=cards("Qc Js")),
        community=cards("Ah Kh Qh 4d 2c"),
        seats=seats,
    )
    lines = settle(HOLDEM, 8, told)
    assert [(line.seat, line.wager) for line in lines] == [
        (seat, wager) for seat in (7, 2) for wager in ("ante", "play", "blind")
    ]
    assert [line.result for line in lines] == [Result.WIN, Result.WIN, Result.PUSH] * 2
    assert [line.paid for line in lines] == [10, 10, 0, 10, 5, 0]
    assert [line.uncovered for line in lines] == [0, 0, 0, 0, 5, 0]


def test_capitol_settles_from_the_house_dealers_right_unless_there_is_a_button() -> None:
    seat = SeatRound(wagers={"ante": Decimal(5), "play": Decimal(5)}, cards=cards("Kc 5d 2h"))
    told = FinishedRound(
        bank=BankRound(seat=3, cards=cards("Qc 8d 3h")), seats={"1": seat, "4": seat, "8": seat}
    )
    covered = settle(CAPITOL, 8, told)
    short = settle(CAPITOL, 8, told.model_copy(update={"button": 4}))
    assert [line.seat for line in covered] == [8, 8, 4, 4, 1, 1]
    assert [line.seat for line in short] == [4, 4, 8, 8, 1, 1]
