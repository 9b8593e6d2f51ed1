"""What every wager of every game returns: a page made by counting and by measuring."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from config.game import Game
from controller.families.catalogue import game_ids, load_game, load_header
from controller.odds.exact import exact_returns
from controller.odds.measured import Measured, measure

COLUMNS = ("| wager | gains | how |", "|---|---|---|")
HEAD = """# What wagers return

Written by `make odds ROUNDS={rounds}`. A figure is what one unit on the wager gains a player on
average, as the game file pays it and without the collection.

*Exact* figures count every deal of a full shoe or deck once: the coups of baccarat through the
table's own draws, all hands of three and of six cards. The others are measured over {rounds:,}
rounds with the seed {seed}; ± is the standard error: the true figure lies within twice that in
nineteen of twenty cases. A rare pay line may not have come in so few rounds, and then the error is
too small as well. A wager that stays on the table is counted once it is decided.

People decide by plain rules. Three-card poker is played with queen, six, four or better, Caribbean
stud with ace and king or better. Hold'em: four times the ante on a pair or an ace, twice on two
pairs after the flop, once on a pair at the end, else a fold. Pai gow hands are set the house way on
both sides. Twenty-one and nine are played by the simulated players, who mostly do the first thing
they are asked and sometimes anything the rules allow: those figures are no measure of good play.
Left out are games whose hands nobody can set (no house way), games without a bank, games whose file
misses a value, and Envy, which needs other seats.
"""


def odds_page(rounds: int, seed: int) -> str:
    """The page, for so many rounds of every wager that cannot be counted."""
    parts = [HEAD.format(rounds=rounds, seed=seed)]
    for game_id in game_ids():
        if any(not item.key.startswith("fees.") for item in load_header(game_id).missing):
            continue
        game = load_game(game_id)
        exact = exact_returns(game)
        is_counted = exact.keys() == {wager.name for wager in game.wagers}
        rows = list(_rows(game, exact, {} if is_counted else measure(game, rounds, seed)))
        if rows:
            head = (f"## {game.name}, {game.room}", "", f"`{game.id}`", "", *COLUMNS)
            parts.append("\n".join([*head, *rows]) + "\n")
    return "\n".join(parts)


def _rows(
    game: Game, exact: Mapping[str, Fraction], measured: Mapping[str, Measured]
) -> Iterator[str]:
    for wager in game.wagers:
        if wager.name in exact:
            yield f"| {wager.title} | {exact_text(exact[wager.name])} | exact |"
        elif wager.name in measured:
            each = measured[wager.name]
            how = f"± {each.error:.2%}, {each.rounds:,} decided"
            yield f"| {wager.title} | {each.mean:+.2%} | {how} |"


def exact_text(gain: Fraction) -> str:
    """An exact figure to four digits after the point of a per cent."""
    return f"{float(gain):+.4%}"
