"""What every wager of every game returns: a page made by counting and by measuring."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from config.game import Game
from controller.facts.cards import RANKS
from controller.families.catalogue import game_ids, load_game, load_header
from controller.odds.exact import exact_returns
from controller.odds.kept import KeptTallies
from controller.odds.measured import TOGETHER, measured_part
from controller.odds.quick import DEALERS
from controller.simulate import Tally

COLUMNS: Final = ("| wager | gains | how |", "|---|---|---|")
# What stands in for a value that a book misses and that no return depends on.
STAND_INS: Final[Mapping[str, object]] = {
    "dice.count": 3,
    "button.values": {rank: place for place, rank in enumerate(RANKS, start=1)},
    "button.values.J": 11,
    "button.values.Q": 12,
    "button.values.K": 13,
    "wagers.envy.fixed": {"five-aces": 0},
}
HEAD: Final = """# What wagers return

Written by `make odds`. A figure is what one unit on the wager gains a player on
average, as the game file pays it and without the collection.

*Exact* figures count every deal of a full shoe, deck or set once: the coups of baccarat through the
table's own draws, both hands of nine with what they draw, three cards against three and five
against five that the bank may then have, the best of six and of seven cards, side bets of
twenty-one on fixed cards or on the bank's own hand, four tiles against four. The others are
measured; ± is the standard error: the true figure lies within twice that in nineteen of twenty
cases. A rare pay line may not have come often in few rounds, and then the error is too small as
well. A wager that stays on the table is counted once it is decided.

Measured rounds are dealt to one seat and the bank, twenty thousand at once: poker each from a whole
deck, twenty-one from shoes that are shuffled behind their cut card. They are judged by the verdicts
that `settle` and the table use, without the table's steps between them, each kind of round once: a
test deals such rounds and has `settle` find every one legal and pay the same, another one finds no
two rounds of one kind that pay differently, and others play them card by card. Their sums are kept
in `odds.json` with a digest of the rules they were measured under, and the same seed gives the same
sums; `make odds` measures again what has other rules or fewer rounds than asked for, and can be
stopped at any time: ten million rounds of a game take about half a minute of a core.
`underfelt simulate GAME --returns` plays whole tables through the core instead, far slower.

People decide by a simple strategy in poker, nine and twenty-one, which is not the best there is;
pai gow hands are set the house way on both sides. *Together* is the Ante with all that must be
staked beside it, measured by the Ante. *Envy* is not staked: the figure is what it earns for each
other seat that bets on its own hand, of the least bonus wager that earns it. Insurance is taken
whenever it is offered. Games without a bank are left out.
"""


class _Figures(NamedTuple):
    """The returns of one game."""

    game: Game
    exact: dict[str, Fraction]
    measured: Mapping[str, Tally]


def odds_page(kept: KeptTallies) -> str:
    """The page: counted where that can be done, else as kept."""
    parts: list[str] = []
    for game_id in game_ids():
        game = game_of(game_id)
        parts += section(_Figures(game, exact_returns(game), kept.of(game_id)))
    return "\n".join([HEAD, *parts])


def measured_game(game: Game) -> Game | None:
    """What of a game must be measured; nothing where all can be counted or no bank plays."""
    exact = exact_returns(game)
    if exact.keys() >= names_of(game) or game.family not in DEALERS:
        return None
    return measured_part(game, exact)


def game_of(game_id: str) -> Game:
    """A game of the catalogue; what its book misses is stood in for."""
    missing = [item.key for item in load_header(game_id).missing]
    return load_game(game_id, {key: STAND_INS[key] for key in missing if key in STAND_INS})


def names_of(game: Game) -> set[str]:
    """The wagers of which the page tells."""
    unknown = {item.key.split(".")[1] for item in game.missing if item.key.startswith("wagers.")}
    return {wager.name for wager in game.wagers} - unknown


def section(figures: _Figures) -> Iterator[str]:
    """A game's part of the page; nothing of a game without a bank."""
    game, rows = figures.game, list(_rows(figures))
    if rows:
        head = (f"## {game.name}, {game.room}", "", f"`{game.id}`", "", *COLUMNS)
        yield "\n".join([*head, *rows]) + "\n"


def _rows(figures: _Figures) -> Iterator[str]:
    game, exact, measured = figures
    titles = {w.name: w.title for w in game.wagers if w.name in names_of(game)}
    for name, title in (titles | {TOGETHER: "Together"}).items():
        if name in exact:
            yield f"| {title} | {exact_text(exact[name])} | exact |"
        elif name in measured and measured[name].rounds:
            each = measured[name]
            yield f"| {title} | {each.result:+.3%} | ± {each.error:.3%}, {each.rounds:,} rounds |"


def exact_text(gain: Fraction) -> str:
    """An exact figure to four digits after the point of a per cent."""
    return f"{float(gain):+.4%}"
