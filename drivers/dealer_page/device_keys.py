"""Keyed devices: what a shoe, a shuffler or a dice cup would report, as keys of the page."""

from collections.abc import Iterator
from typing import Final, cast

from config.game import Game
from controller.facts.board import Board, DeckView
from controller.facts.decisions import Expectation
from controller.facts.events import (
    CupOpened,
    CutCardDrawn,
    DeckColour,
    DeckLoaded,
    DeckShuffled,
    DeckUnloaded,
    Event,
    ShakeEnded,
    ShakeStarted,
    ShoeLoaded,
    StackDispensed,
    StackTaken,
)

# A key of the page, and what the device it stands for would report.
Key = tuple[str, tuple[Event, ...]]
SHAKEN: Final = (ShakeStarted(), ShakeEnded())


def shoe_keys(wanted: Expectation, game: Game) -> Iterator[Key]:
    """A new shoe of as many decks as the game allows; cards have a keypad."""
    if wanted.event == "shoe_loaded":
        least, most = game.decks
        for decks in range(most, least - 1, -1):
            yield f"new-shoe-{decks}", (ShoeLoaded(decks=decks),)
    if wanted.event == "card_drawn":
        yield "cut-card", (CutCardDrawn(),)


def shuffler_keys(wanted: Expectation, board: Board, game: Game) -> Iterator[Key]:
    """The deck comes in shuffled, its stacks go out as they are due, its rest is counted."""
    deck, stacks = board.deck, game.stacks
    if deck is None or stacks is None:
        return
    colour = cast(DeckColour, deck.colour)
    if wanted.event == "deck_unloaded" or (deck.is_spoiled and wanted.event == "stack_dispensed"):
        yield _put_away(deck, colour)
    elif wanted.event == "stack_dispensed" and deck.is_ready:
        number, count = (int(str(wanted.arguments[name])) for name in ("number", "count"))
        out = StackDispensed(stack=number, count=count, colour=colour)
        yield f"stack-dealt-{number}", (out, StackTaken(stack=number))
    elif wanted.event == "stack_dispensed":
        least, most = game.cards.decks
        for decks in range(least, most + 1):
            key = f"deck-in-{colour}" if decks == 1 else f"decks-in-{decks}"
            count = stacks.deck_size * decks
            yield key, (DeckLoaded(colour=colour), DeckShuffled(colour=colour, count=count))


def _put_away(deck: DeckView, colour: DeckColour) -> Key:
    return f"rest-counted-{deck.left}", (DeckUnloaded(colour=colour, count=deck.left),)


def cup_keys(wanted: Expectation) -> Iterator[Key]:
    """A cup that was shaken, once or again; dice have a keypad."""
    if wanted.event == "shake_started":
        is_again = wanted.code == "may-shake-again"
        yield "shaken-again" if is_again else "shaken", SHAKEN


def opened_first(wanted: Expectation) -> tuple[Event, ...] | None:
    """What happened before dice can be seen; None where no dice are due."""
    return {"cup_opened": (CupOpened(),), "dice_read": ()}.get(wanted.event)
