"""What the pad's page draws: what is expected, what is being keyed in, and how it stands."""

from typing import Literal

from config.game import Game
from config.words import ENGLISH, Words, words
from controller.facts.board import Board, EntryView, HoldView
from controller.facts.fact import Fact, Seat, Text
from controller.facts.phrase import phrase


class Due(Fact):
    """One thing that may happen next; the page knows which key stands for it."""

    event: str
    text: Text
    seat: int | None
    hand: str | None


class PadPicture(Fact):
    """The whole picture; `page` names the edition of the page files the server hands out."""

    kind: Literal["pad"] = "pad"
    page: str
    age_ms: int = 0
    number: int
    phase: str
    by_hand: bool
    seats: Seat
    bank: int | None
    wagers: tuple[int, ...]
    decks: tuple[int, int]
    shoe: int
    shoe_decks: int
    hands: int
    last_mark: str
    expected: tuple[Due, ...]
    entry: EntryView | None
    entry_text: Text
    hold_text: Text
    # What a device could not read and the house dealer names: the keys pressed, the last refused.
    naming: Literal["", "card", "dice"] = ""
    named: tuple[str, ...] = ()
    refused: bool = False
    has_joker: bool = False


class PadBeat(Fact):
    """Nothing new; `age_ms` is the time since the table was last heard."""

    kind: Literal["beat"] = "beat"
    page: str
    age_ms: int


def _entry_text(said: Words, entry: EntryView | None) -> str:
    return said.sentence(entry.said) if entry and entry.said else ""


def _hold_text(said: Words, hold: HoldView | None) -> str:
    """What was refused, else the keys pressed so far and the one due, else why it waits."""
    if hold is None:
        return ""
    if hold.refused:
        return said.sentence(hold.refused)
    due = "named-press-suit" if hold.naming == "card" else "named-press-die"
    return said.say(phrase(due, named=hold.named)) if hold.named else said.dealer(hold.name)


def pad_picture(page: str, board: Board, game: Game, language: str = ENGLISH) -> PadPicture:
    """Draw the pad from a board; it is the house dealer's, so nothing is hidden from it."""
    shoe, said = board.shoe, words(language)
    return PadPicture(
        page=page,
        number=board.number,
        phase=board.phase,
        by_hand=board.by_hand,
        seats=board.seats,
        bank=board.bank,
        wagers=board.wagers,
        decks=game.cards.decks,
        shoe=shoe.number if shoe else 0,
        shoe_decks=shoe.decks if shoe else 0,
        hands=len(shoe.hands) if shoe else 0,
        last_mark=shoe.hands[-1].mark if shoe and shoe.hands else "",
        expected=tuple(
            Due(event=due.event, text=said.say(due), seat=due.seat, hand=due.hand)
            for due in board.expected
        ),
        entry=board.entry,
        entry_text=_entry_text(said, board.entry),
        hold_text=_hold_text(said, board.hold),
        naming=board.hold.naming if board.hold else "",
        named=board.hold.named if board.hold else (),
        refused=board.hold is not None and board.hold.refused is not None,
        has_joker=game.cards.jokers > 0,
    )
