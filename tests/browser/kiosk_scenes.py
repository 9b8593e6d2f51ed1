"""Boards of a baccarat table for the pages to draw: dealt shoes, bets open, holds, dice."""

import random
from collections import Counter
from typing import Any

from controller.facts.board import Board, HandMark, HoldView, ShoeStatistics, ShoeView
from controller.facts.cards import Card
from controller.facts.decisions import Expectation, OutcomeDecided, Winner
from controller.facts.phrase import phrase
from controller.families.catalogue import game_ids, load_game
from controller.families.opening import closed_table, rules_of
from controller.families.tables import bare_table
from controller.table.shoe import line_marks
from tests.conftest import header_of

NAMES: dict[str, Winner] = {"P": "player", "B": "banker", "T": "tie"}
FLAGS = (("n", 0.3), ("p", 0.07), ("b", 0.07))
BACCARAT_GAMES = [game for game in game_ids() if header_of(game).family == "baccarat"]
COUPS: dict[str, tuple[str, str, int, int]] = {
    "player": ("9c 5h Td", "Ac Jc", 4, 1),
    "banker": ("4h Kd", "3s 4d", 4, 7),
    "tie": ("Qs 6h", "Ad 5c", 6, 6),
}


def dealt(count: int, seed: int = 7) -> tuple[HandMark, ...]:
    """Hands as a shoe might bring them."""
    dice = random.Random(seed)
    return tuple(_dealt_hand(dice) for _ in range(count))


def _dealt_hand(dice: random.Random) -> HandMark:
    winner = dice.choices("PBT", (446, 459, 95))[0]
    flags = "".join(flag for flag, odds in FLAGS if dice.random() < odds)
    bonus = {"P": "panda-8", "B": "dragon-7"}.get(winner, "")
    return HandMark(mark=winner + flags, bonuses=(bonus,) if bonus and dice.random() < 0.06 else ())


def hands(marks: str) -> tuple[HandMark, ...]:
    """Hands from words such as `B Pn T`."""
    return tuple(HandMark(mark=mark) for mark in marks.split())


def statistics(shoe: int, played: tuple[HandMark, ...]) -> ShoeStatistics:
    counts: Counter[str] = Counter(NAMES[hand.mark[0]] for hand in played)
    counts.update(bonus for hand in played for bonus in hand.bonuses)
    counts["natural"] = sum("n" in hand.mark for hand in played)
    return ShoeStatistics(shoe=shoe, hands=len(played), counts=dict(counts))


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card(code) for code in codes.split())


def outcome(played: tuple[HandMark, ...]) -> OutcomeDecided | None:
    """The last of these hands with cards that fit its winner."""
    if not played:
        return None
    winner = NAMES[played[-1].mark[0]]
    player, banker, player_total, banker_total = COUPS[winner]
    return OutcomeDecided(
        round=len(played),
        winner=winner,
        player=cards(player),
        banker=cards(banker),
        player_total=player_total,
        banker_total=banker_total,
        mark=played[-1].mark,
        bonuses=played[-1].bonuses,
    )


def board(played: tuple[HandMark, ...] = (), **changes: Any) -> Board:
    """A baccarat table after these hands, waiting for the next."""
    shoe = ShoeView(
        number=3,
        decks=8,
        cards_left=max(0, 411 - 9 * len(played) // 2),
        cut_card_out=False,
        hands=played,
        statistics=statistics(3, played),
    )
    plain: dict[str, Any] = {
        "number": 100 + len(played),
        "table": "table-7",
        "room": "lucky-derby",
        "game": "ez-baccarat-panda-8",
        "game_name": "EZ Baccarat Panda 8",
        "family": "baccarat",
        "seats": 8,
        "phase": "waiting",
        "round": len(played) + 1,
        "bank": 4,
        "turn": 1,
        "offered": None,
        "button": 6,
        "first_hand": None,
        "wagers": (),
        "bets_open": False,
        "timer_s": None,
        "limits": (10, 2500),
        "expected": (Expectation(event="bets_closed", code="close-bets"),),
        "hold": None,
        "player": (),
        "banker": (),
        "last": outcome(played),
        "outcomes": ("player", "banker", "tie", "dragon-7", "panda-8"),
        "dice": (),
        "deck_colour": None,
        "shoe": shoe,
        "previous_shoe": statistics(2, dealt(78, seed=2)),
        "devices": (),
        "readings": (),
    }
    return Board(**(plain | changes))


def betting(played: tuple[HandMark, ...], timer_s: int | None = 20) -> Board:
    left = None if timer_s is None else timer_s * 1000
    return board(
        played, phase="betting", bets_open=True, timer_s=timer_s, timer_left_ms=left, number=500
    )


def held(played: tuple[HandMark, ...]) -> Board:
    hold = HoldView(
        name="unexpected-card",
        seen=phrase("seen-device-lost", device="board", reason="SECRET fifth card"),
        expected=(phrase("device-away", device="shoe", reason="SECRET no card"),),
        refused=phrase("no-outcome", mark="SECRET refusal"),
    )
    drawn = cards("8s 8h")
    return board(played, phase="held", hold=hold, number=600, player=drawn, banker=drawn)


def dice_board(**changes: Any) -> Board:
    plain: dict[str, Any] = {
        "game": "pai-gow-poker",
        "game_name": "Pai Gow Poker",
        "family": "pai-gow",
        "phase": "dealing",
        "round": 212,
        "turn": 2,
        "dice": (3, 1, 5),
        "deck_colour": "blue",
        "shoe": None,
        "previous_shoe": None,
        "outcomes": (),
    }
    return board(**(plain | changes))


def game_board(game_id: str, count: int = 60) -> Board:
    """A game of the catalogue after a shoe in which every mark of its bonuses came."""
    game = load_game(game_id)
    rules = closed_table(rules_of(bare_table(game, game.seats.allowed[0]))).rules
    marks = list(rules.tallied)
    played = tuple(
        hand.model_copy(update={"bonuses": (marks[number % len(marks)],)}) if number % 4 else hand
        for number, hand in enumerate(dealt(count))
    )
    tallied: Counter[str] = Counter(
        rules.tallied.get(hand.bonuses[0], "") for hand in played if hand.bonuses
    )
    shoe = board(played).shoe
    assert shoe is not None
    counts = statistics(3, played).counts | tallied
    counted = shoe.statistics.model_copy(update={"counts": counts})
    return board(
        played,
        game=game_id,
        game_name=game.name,
        outcomes=rules.outcomes,
        marks=line_marks(rules),
        shoe=shoe.model_copy(update={"statistics": counted}),
    )
