"""The shuffler's decks: counted, alternated by back colour."""

from controller.core.decisions import DeckDue
from controller.core.events import DeckLoaded, DeckRejected, DeckShuffled, DeckUnloaded, StackTaken
from controller.core.irregularity import report
from controller.core.rounds import take
from controller.core.state import DeckState, Irregular, TableState


def load(table: TableState, event: DeckLoaded) -> None:
    """Note the deck in the machine; the wrong colour is told at once, before a card moves."""
    due = table.deck.due
    table.deck = table.deck._replace(loaded=event.colour, ready=False)
    if due and event.colour != due:
        wrong = Irregular("wrong-deck-loaded", f"{event.colour} deck loaded", f"the {due} deck")
        report(table, wrong, event)


def shuffled(table: TableState, event: DeckShuffled) -> None:
    """Make the deck ready if its count is right."""
    stacks = table.rules.game.stacks
    if stacks and event.count != stacks.deck_size:
        seen = f"{event.count} cards in the {event.colour} deck"
        wrong = Irregular("deck-count-wrong", seen, f"{stacks.deck_size} cards")
        return report(table, wrong, event)
    is_due = not table.deck.due or event.colour == table.deck.due
    table.deck = table.deck._replace(loaded=event.colour, ready=is_due)
    return None


def rejected(table: TableState, event: DeckRejected) -> None:
    """A deck the machine itself refused."""
    seen = f"{event.colour} deck refused: {event.reason}, {event.count} cards"
    report(table, Irregular("deck-rejected", seen, "a complete deck"), event)


def unloaded(table: TableState, event: DeckUnloaded) -> None:
    """Empty the machine and name the colour that is due next."""
    if not table.deck.spoiled:
        take(table, event)
    stacks = table.rules.game.stacks
    if table.hold or stacks is None or event.colour not in stacks.colours:
        return
    place = stacks.colours.index(event.colour) + 1
    due = stacks.colours[place % len(stacks.colours)]
    table.deck = DeckState(due=due)
    table.decide(DeckDue(colour=due))


def lifted(table: TableState, _event: StackTaken) -> None:
    """The tray is free for the next stack."""
    table.deck = table.deck._replace(in_tray=False)


def spoil(table: TableState, stacks: int) -> None:
    """After a voided round: a deck that gave stacks must come out before the next."""
    if stacks:
        table.deck = table.deck._replace(ready=False, spoiled=True)
