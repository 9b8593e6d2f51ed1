"""The daemon's log tells of holds and rulings, under their names and without cards."""

from controller.daemon.floor_lines import floor_lines
from controller.facts.cards import Card
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    RoundSettled,
    RulingGiven,
    ShoeLoaded,
)
from controller.facts.kinds import Ruling
from tests.conftest import TablePlayer


def ruled(table: TablePlayer, ruling: Ruling, hand: int | None = None, to: str = "B") -> list[str]:
    given = RulingGiven(by="Ann Lee", ruling=ruling, hand=hand, to=to if hand else None)
    return list(floor_lines(table.play(given)))


def test_holds_rulings_and_corrections_are_logged(baccarat: TablePlayer) -> None:
    baccarat.play(ShoeLoaded(decks=8), BankAccepted())
    early = baccarat.play(CardDrawn(card=Card("7h")))
    assert list(floor_lines(early)) == ["on hold: card-before-betting-ended"]
    assert ruled(baccarat, "accept") == ["ruling refused: nothing-waits"]
    assert ruled(baccarat, "void-round") == [
        "hold card-before-betting-ended ended by Ann Lee: void-round",
        "round 1 is void, by Ann Lee",
    ]
    baccarat.play(BetsClosed(), CollectionTaken())
    baccarat.play(
        *(CardDrawn(card=Card(code)) for code in ["9c", "Kc", "Kd", "7c"]), RoundSettled()
    )
    assert ruled(baccarat, "correct-hand", 1) == ["shoe 1, hand 1 corrected by Ann Lee"]
    assert ruled(baccarat, "undo-hand") == ["shoe 1, hand 1 taken back by Ann Lee"]
    assert ruled(baccarat, "insert-hand") == ["shoe 1, hand 1 put in by Ann Lee"]
