"""Pai gow tiles counted: every four tiles against every four that the bank may then have."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import Final, NamedTuple

from config.charts import tile_chart
from controller.facts.tiles import TILE_SET, Tile
from controller.families.pai_gow_tiles.house_way import set_tiles_by
from controller.families.pai_gow_tiles.sections import PaiGowTiles
from controller.families.pai_gow_tiles.values import COPIES, TileRank, rank_tiles
from controller.simulate.unseen import TILE_CHART, TILES

KIND: Final = {tile: 1 << place for place, tile in enumerate(COPIES)}


class _Four(NamedTuple):
    """Four tiles, how often a set deals them, which kinds they are, and their hands as set."""

    held: dict[Tile, int]
    ways: int
    kinds: int
    high: TileRank
    low: TileRank


def game_return(game: PaiGowTiles) -> Fraction:
    """What the wager gains where both sides set the house way; a won hand of two pushes."""
    odds = game.wagers[0].odds or "1:1"
    to, _, one = odds.partition(":")
    won = _hands_won(game.tiles.house_way or TILE_CHART, game.tiles.swaps_three_and_six)
    return (won[2] * Fraction(int(to), int(one)) - won[0]) / won.total()


@cache
def _hands_won(chart: str, swaps: bool) -> Counter[int]:
    """How often a seat wins no hand, one or both."""
    found: Counter[int] = Counter()
    fours = tuple(_fours(chart, swaps))
    for ours in fours:
        out = tuple(ours.held.items())
        counts = [0, 0, 0]
        for theirs in fours:
            ways = _left(theirs, out) if ours.kinds & theirs.kinds else theirs.ways
            counts[(ours.high > theirs.high) + (ours.low > theirs.low)] += ways
        for won, ways in enumerate(counts):
            found[won] += ways * ours.ways
    return found


def _left(four: _Four, out: tuple[tuple[Tile, int], ...]) -> int:
    """How often four tiles can be dealt of those that are left."""
    ways = four.ways
    for tile, taken in out:
        count = four.held.get(tile)
        if count:
            copies = COPIES[tile]
            ways = ways // comb(copies, count) * comb(copies - taken, count)
    return ways


def _fours(chart: str, swaps: bool) -> Iterator[_Four]:
    rows = tile_chart(chart)
    for tiles in sorted({tuple(sorted(four)) for four in combinations(TILE_SET, TILES)}):
        way, _row = set_tiles_by(rows, tiles, swaps)
        held = dict(Counter(tiles))
        high, low = (rank_tiles(hand, swaps) for hand in way)
        ways = prod(comb(COPIES[tile], count) for tile, count in held.items())
        yield _Four(held, ways, sum(KIND[tile] for tile in held), high, low)
