"""The shuffler's decks: counted, alternated by back colour."""

from typing import cast

from controller.facts.decisions import DeckDue
from controller.facts.events import (
    DeckColour,
    DeckLoaded,
    DeckRejected,
    DeckShuffled,
    DeckUnloaded,
    StackDispensed,
    StackTaken,
)
from controller.facts.phrase import phrase
from controller.table.irregularity import report
from controller.table.rounds import take
from controller.table.state import DeckState, Hold, Irregular, RoundState, TableState
from controller.table.steps.stacks import cards_left, stacks_out


def load(table: TableState, event: DeckLoaded) -> None:
    """Note the deck in the machine; the wrong colour is told at once, before a card moves."""
    due = table.deck.due
    table.deck = table.deck._replace(loaded=event.colour, ready=False)
    if due and event.colour != due:
        wrong = Irregular("wrong-deck-loaded", phrase("deck-expected", colours=(due,)))
        report(table, wrong, event)


def shuffled(table: TableState, event: DeckShuffled) -> None:
    """Make the deck ready if its count is right."""
    stacks = table.rules.game.stacks
    if stacks and not _is_complete(table, event.count):
        wrong = Irregular("deck-count-wrong", phrase("cards-expected", count=stacks.deck_size))
        return report(table, wrong, event)
    is_due = not table.deck.due or event.colour == table.deck.due
    table.deck = table.deck._replace(loaded=event.colour, ready=is_due, cards=event.count)
    return None


def _is_complete(table: TableState, count: int) -> bool:
    """Whole decks, as many as the game allows in one machine."""
    stacks, (least, most) = table.rules.game.stacks, table.rules.game.cards.decks
    assert stacks is not None
    decks, rest = divmod(count, stacks.deck_size)
    return not rest and least <= decks <= most


def tried(table: TableState, event: DeckLoaded | DeckShuffled | DeckUnloaded) -> None:
    """What is in the machine after a step of its test; nothing of it is irregular."""
    match event:
        case DeckLoaded(colour=colour):
            table.deck = table.deck._replace(loaded=colour, ready=False)
        case DeckUnloaded():
            table.deck = table.deck._replace(loaded="", ready=False)
        case _:
            is_due = not table.deck.due or event.colour == table.deck.due
            is_ready = is_due and _is_complete(table, event.count)
            table.deck = table.deck._replace(loaded=event.colour, ready=is_ready, cards=event.count)


def rejected(table: TableState, event: DeckRejected) -> None:
    """A deck the machine itself refused."""
    report(table, Irregular("deck-rejected", phrase("complete-deck")), event)


def unloaded(table: TableState, event: DeckUnloaded) -> None:
    """Empty the machine, unless the unloading itself is irregular."""
    if not table.deck.spoiled:
        take(table, event)
    if table.hold is None:
        came_out(table, event)


def came_out(table: TableState, event: DeckUnloaded) -> None:
    """Name the colour that is due after the deck that left the machine."""
    stacks = table.rules.game.stacks
    if stacks is None or event.colour not in stacks.colours:
        return
    place = stacks.colours.index(event.colour) + 1
    due = stacks.colours[place % len(stacks.colours)]
    table.deck = DeckState(due=due)
    table.decide(DeckDue(colour=due))


def lifted(table: TableState, _event: StackTaken) -> None:
    """The tray is free for the next stack."""
    table.deck = table.deck._replace(in_tray=False)


def spoil(table: TableState, current: RoundState, hold: Hold | None, counted: int | None) -> None:
    """After a voided round: a deck that gave stacks must come out before the next.

    A machine that counts otherwise than the record knows best what it put out of its deck.
    """
    held = (hold.event, *hold.waiting) if hold else ()
    late = sum(isinstance(event, StackDispensed) for event in held)
    told = stacks_out(current) + late
    if not (counted or told) or not _is_unloading_ahead(table, current):
        return
    table.deck = table.deck._replace(ready=False, spoiled=True)
    if hold and isinstance(hold.event, DeckUnloaded):
        came_out(table, hold.event)
    elif counted == 0:
        left = cards_left(table, current)
        came_out(table, DeckUnloaded(colour=colour_in_play(table), count=left))


def colour_in_play(table: TableState) -> DeckColour:
    """The back colour of the deck that gives stacks, as far as the record knows."""
    stacks = table.rules.game.stacks
    assert stacks is not None
    return cast(DeckColour, table.deck.due or table.deck.loaded or stacks.colours[0])


def _is_unloading_ahead(table: TableState, current: RoundState) -> bool:
    later = table.rules.game.deal.steps[current.group + 1 :]
    return any("unload" in group for group in (current.open_steps, *later))
