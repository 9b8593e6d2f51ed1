"""What the pad's page draws: what is expected, what is being keyed in, and how it stands."""

from typing import Literal

from config.game import Game
from config.words import ENGLISH, Words, words
from controller.facts.board import Board, EntryView
from controller.facts.fact import Fact, Seat, Text
from controller.facts.phrase import phrase


class Due(Fact):
    """One thing that may happen next; the page knows which key stands for it."""

    event: str
    seat: int | None
    hand: str | None = None


class PadPicture(Fact):
    """The whole picture, its texts in the language of the page."""

    phase: str
    by_hand: bool
    seats: Seat
    bank: int | None
    wagers: tuple[int, ...]
    decks: tuple[int, int]
    shoe_decks: int
    expected: tuple[Due, ...]
    entry: EntryView | None
    # What to do next, what is keyed in so far, and where the shoe stands.
    prompt: Text
    entry_text: Text
    standing: Text
    # What a device could not read and the house dealer names, and the keys pressed for it.
    naming: Literal["", "card", "dice"] = ""
    named: tuple[str, ...] = ()
    has_joker: bool = False


def pad_picture(board: Board, game: Game, language: str = ENGLISH) -> PadPicture:
    """Draw the pad from a board; it is the house dealer's, so nothing is hidden from it."""
    shoe, hold, said = board.shoe, board.hold, words(language)
    return PadPicture(
        phase=board.phase,
        by_hand=board.by_hand,
        seats=board.seats,
        bank=board.bank,
        wagers=board.wagers,
        decks=game.decks,
        shoe_decks=shoe.decks if shoe else 0,
        expected=tuple(
            Due(event=due.event, seat=due.seat, hand=due.hand) for due in board.expected
        ),
        entry=board.entry,
        prompt=_prompt(said, board),
        entry_text=_entry_text(said, board.entry),
        standing=_standing(said, board),
        naming=hold.naming if hold else "",
        named=hold.named if hold else (),
        has_joker=game.cards.jokers > 0,
    )


def _prompt(said: Words, board: Board) -> str:
    prompt = board.prompt or (phrase("nothing-due"),)
    return " / ".join(said.sentence(each) for each in prompt)


def _entry_text(said: Words, entry: EntryView | None) -> str:
    if entry is None:
        return ""
    flags = {
        "natural": entry.natural,
        "player-pair": entry.player_pair,
        "banker-pair": entry.banker_pair,
    }
    marks = [mark for mark, is_set in flags.items() if is_set]
    parts = (*([entry.winner] if entry.winner else []), *marks, *entry.bonuses)
    return " · ".join(map(said.name, parts))


def _standing(said: Words, board: Board) -> str:
    if board.shoe is None:
        return said.sentence(phrase("no-shoe-yet"))
    hands = len(board.shoe.hands)
    return said.sentence(phrase("shoe-and-hands", shoe=board.shoe.number, hands=hands))
