"""What every wager of every game returns: a page made by counting and by measuring."""

from collections.abc import Iterator
from fractions import Fraction

from config.game import Game
from controller.facts.failure import OperatorError
from controller.families.catalogue import game_ids, load_game, load_header
from controller.families.opening import rules_of
from controller.families.tables import bare_table
from controller.odds.exact import exact_returns
from controller.simulate import Returns, Tally, simulate

TOGETHER = ("together", "Together")
COLUMNS = ("| wager | gains | how |", "|---|---|---|")
HEAD = """# What wagers return

Written by `make odds ROUNDS={rounds}`. A figure is what one unit on the wager gains a player on
average, as the game file pays it and without the collection.

*Exact* figures count every deal of a full shoe or deck once: the coups of baccarat through the
table's own draws, all hands of three and of six cards. The others are measured over {rounds:,}
rounds with the seed {seed}; ± is the standard error: the true figure lies within twice that in
nineteen of twenty cases. A rare pay line may not have come in so few rounds, and then the error is
too small as well. A wager that stays on the table is counted once it is decided.

People decide by a simple strategy in poker, nine and twenty-one, which is not the best there is;
pai gow hands are set the house way on both sides. *Together* is the Ante with all that must be
staked beside it, measured by the Ante. Left out are games without a bank, games that cannot be
settled because nobody can set their hands, and games whose file misses a value.
"""


def odds_page(rounds: int, seed: int) -> str:
    """The page, for so many rounds of every wager that cannot be counted."""
    parts = [HEAD.format(rounds=rounds, seed=seed)]
    for game_id in game_ids():
        if any(not item.key.startswith("fees.") for item in load_header(game_id).missing):
            continue
        game = load_game(game_id)
        rows = list(_rows(game, rounds, seed))
        if rows:
            head = (f"## {game.name}, {game.room}", "", f"`{game.id}`", "", *COLUMNS)
            parts.append("\n".join([*head, *rows]) + "\n")
    return "\n".join(parts)


def _rows(game: Game, rounds: int, seed: int) -> Iterator[str]:
    exact = exact_returns(game)
    is_counted = exact.keys() == {wager.name for wager in game.wagers}
    measured = {} if is_counted else _measured(game, rounds, seed)
    for name, title in (*((wager.name, wager.title) for wager in game.wagers), TOGETHER):
        if name in exact:
            yield f"| {title} | {exact_text(exact[name])} | exact |"
        elif name in measured and measured[name].rounds:
            each = measured[name]
            yield f"| {title} | {each.result:+.2%} | ± {each.error:.2%}, {each.rounds:,} rounds |"


def _measured(game: Game, rounds: int, seed: int) -> dict[str, Tally]:
    """What simulated rounds return; nothing where they cannot be settled."""
    rules = rules_of(bare_table(game, game.seats.allowed[0]))
    try:
        returns = Returns(rules, seed)
        simulate(rules, rounds, seed, returns=returns)
    except OperatorError:
        return {}
    together = {} if returns.together is None else {TOGETHER[0]: returns.together}
    return returns.wagers | together


def exact_text(gain: Fraction) -> str:
    """An exact figure to four digits after the point of a per cent."""
    return f"{float(gain):+.4%}"
