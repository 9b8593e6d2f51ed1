"""What is wrong with a game's wagers: names, needs, odds, and bets that cannot win."""

from collections.abc import Iterator

from config.conditions import CoupCondition
from config.document import Document, KeyPath, Problem
from config.game import Game, Wager
from config.outline import nearest_first
from controller.families.baccarat.coup_result import CoupResult, meets
from controller.families.baccarat.possible_results import looked_results, possible_results
from controller.families.baccarat.sections import Baccarat


def wager_problems(document: Document, game: Game) -> Iterator[Problem]:
    """Name every wager that is there twice, needs what is not there, or pays nothing."""
    names = [wager.name for wager in game.wagers]
    yield from document.repeats("wagers", "name", names)
    for number, wager in enumerate(game.wagers):
        where = ("wagers", str(number))
        for needed in wager.needs:
            if needed not in names or needed == wager.name:
                others = [name for name in names if name != wager.name]
                text = f"no other wager {needed!r}; there are "
                text += nearest_first(needed, others)
                yield document.problem((*where, "needs"), text)
        if not _pays(game, wager):
            yield document.problem(where, "add odds, a table of odds, or fixed amounts")
    if isinstance(game, Baccarat):
        yield from _never_won(document, game)


def _pays(game: Game, wager: Wager) -> bool:
    lost = any(item.key.startswith(f"wagers.{wager.name}.") for item in game.missing)
    return bool(wager.odds or wager.table or wager.fixed or lost)


def _never_won(document: Document, game: Baccarat) -> Iterator[Problem]:
    """Name every condition that no coup of this game meets, or that rows above it use up."""
    plain = possible_results(game.coup)
    for number, wager in enumerate(game.wagers):
        results = looked_results(game.coup, game.cards.decks[1]) if wager.looks else plain
        where: KeyPath = ("wagers", str(number))
        open_results = results
        for name, case in wager.cases.items():
            if not any(meets(case, result) for result in open_results):
                yield document.problem((*where, "cases", name), _why(case, results))
            open_results -= {result for result in open_results if meets(case, result)}
        if wager.wins and not any(meets(wager.wins, result) for result in open_results):
            yield document.problem((*where, "wins"), _why(wager.wins, results))
        for place, push in enumerate(wager.pushes):
            if not any(meets(push, result) for result in results):
                where_push = (*where, "pushes", str(place))
                yield document.problem(where_push, "no coup brings this")


def _why(condition: CoupCondition, results: frozenset[CoupResult]) -> str:
    if any(meets(condition, result) for result in results):
        return "can never win; the cases above it take every such coup"
    return "can never win; no coup drawn by [coup] brings this"
