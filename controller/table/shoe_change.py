"""The shoe between and during rounds: loaded, drawn from, opened, run out."""

from typing import Final

from controller.facts.events import (
    CardDrawn,
    CardUnreadable,
    CutCardDrawn,
    KeyPressed,
    ShoeEmptied,
    ShoeLidOpened,
    ShoeLoaded,
)
from controller.facts.phrase import phrase
from controller.table import rounds, shoe
from controller.table.irregularity import report
from controller.table.state import Irregular, TableState

# Pressed shortly; a long press of it is a shoe loaded.
NEW_SHOE: Final = "new-shoe-"


def draw_card(table: TableState, event: CardDrawn) -> None:
    """Count a card that left the shoe, and deal it if the shoe can hold it."""
    wrong = shoe.draw(table, event.card)
    if wrong is None:
        rounds.take(table, event)
    else:
        report(table, wrong, event)


def draw_unread(table: TableState, event: CardUnreadable) -> None:
    """Count a card nobody read, and ask for its name."""
    shoe.account_unread(table)
    is_missed = event.reason == "missed"
    report(table, Irregular("card-missing" if is_missed else "card-unreadable"), event)


def draw_cut_card(table: TableState, _event: CutCardDrawn | ShoeEmptied) -> None:
    """The shoe ends with this round, or at once between rounds."""
    table.shoe = table.shoe._replace(cut_card_out=True)
    if table.round is None:
        rounds.finish(table, rotates=False)


def load_shoe(table: TableState, event: ShoeLoaded) -> None:
    """Begin a shoe of the right size between rounds."""
    least, most = table.rules.game.decks
    if rounds.is_under_way(table):
        report(table, Irregular("shoe-changed-mid-round"), event)
    elif not least <= event.decks <= most:
        due = phrase("decks-expected", least=least, most=most)
        report(table, Irregular("wrong-decks", due), event)
    else:
        shoe.load(table, event)
        rounds.open_if_ready(table)


def load_by_key(table: TableState, event: KeyPressed) -> None:
    """The key of a new shoe, with the number of its decks."""
    if event.key.startswith(NEW_SHOE):
        load_shoe(table, ShoeLoaded(decks=int(event.key.removeprefix(NEW_SHOE))))


def _is_dealing(table: TableState) -> bool:
    current = table.round
    if current is None or current.open_steps == ("settle",):
        return False
    return rounds.is_under_way(table) and current.outcome is None


def empty_shoe(table: TableState, event: ShoeEmptied) -> None:
    """A shoe that runs out between rounds has simply ended."""
    if _is_dealing(table):
        report(table, Irregular("shoe-empty"), event)
    else:
        draw_cut_card(table, event)


def open_lid(table: TableState, event: ShoeLidOpened) -> None:
    """Nobody opens a shoe while it is dealt from."""
    if _is_dealing(table):
        report(table, Irregular("shoe-opened-mid-round"), event)
