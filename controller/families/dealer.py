"""The people of a table: the policy of every table with the habits of its game's family."""

from controller.dealing.dealer import Custom, Dealer
from controller.dealing.people import Chance, People
from controller.table.state import Rules


def dealer_of(
    rules: Rules,
    people: People,
    chance: Chance,
    decks: int | None = None,
    enters_wagers: bool = True,
) -> Dealer:
    """The policy for a table with these rules; `chance` is for what only people see."""
    custom = custom_of(rules, decks, enters_wagers)
    return Dealer(custom, people, rules.family.habits(rules, custom, chance))


def custom_of(rules: Rules, decks: int | None = None, enters_wagers: bool = True) -> Custom:
    """What the people of a table with these rules know of its game."""
    game = rules.game
    return Custom(
        decks=decks or game.cards.decks[1],
        piles=game.piles.count if game.piles else 0,
        fewest_wagers=max(rules.family.fewest_wagers, 1 if game.stacks else 0),
        enters_wagers=enters_wagers,
        staying=rules.staying,
    )
