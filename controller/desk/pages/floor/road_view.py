"""The hands of the shoe in play, to correct, to take back and to put in."""

from typing import Final, Literal

from config.game import Game
from config.words import Words
from controller.desk.pages.floor.shown import BonusShown, HandShown, RoadShown, TakenShown
from controller.facts.board import Board, HandMark
from controller.facts.decisions import HandInserted
from controller.facts.floor import Prospect

WINNERS: Final[dict[str, Literal["player", "banker", "tie"]]] = {
    "P": "player",
    "B": "banker",
    "T": "tie",
}
FLAGS: Final = {"n": "natural", "p": "player-pair", "b": "banker-pair"}


def road_shown(
    board: Board, game: Game, put_back: Prospect | None, words: Words
) -> RoadShown | None:
    """The road as a list; None for a game that keeps none, or without a shoe."""
    if board.shoe is None or not board.outcomes:
        return None
    marks = (mark for wager in game.wagers if wager.marks for mark in wager.mark_names)
    return RoadShown(
        shoe=board.shoe.number,
        hands=tuple(
            _hand(number, hand, words) for number, hand in enumerate(board.shoe.hands, start=1)
        ),
        taken=_taken(put_back),
        bonuses=tuple(BonusShown(code=mark, label=words.name(mark)) for mark in marks),
    )


def _hand(number: int, hand: HandMark, words: Words) -> HandShown:
    flags = [words.name(FLAGS[flag]) for flag in hand.mark[1:]]
    bonuses = [words.name(bonus) for bonus in hand.bonuses]
    more = [
        words.name(code)
        for code, is_so in (("free-hand", hand.is_free), ("corrected", hand.is_ruled))
        if is_so
    ]
    known = hand.player_total is not None
    return HandShown(
        number=number,
        mark=hand.mark,
        winner=WINNERS[hand.mark[0]],
        totals=f"{hand.player_total} : {hand.banker_total}" if known else "",
        notes=(*flags, *bonuses, *more),
        bonuses=hand.bonuses,
    )


def _taken(put_back: Prospect | None) -> TakenShown | None:
    for decision in put_back.decided if put_back else ():
        if isinstance(decision, HandInserted):
            return TakenShown(hand=decision.hand, mark=decision.inserted.mark)
    return None
