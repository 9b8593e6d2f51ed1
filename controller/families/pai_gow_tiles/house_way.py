"""Pai gow tiles' house way: four tiles set by the rows of the room's chart."""

from collections.abc import Iterator
from typing import Final

from config.charts import TileChart, TileRow, tile_chart
from config.game import Game
from controller.facts.tiles import Tile
from controller.families.pai_gow_tiles.sections import PaiGowTiles
from controller.families.pai_gow_tiles.values import (
    NAMES,
    RANK,
    SetTiles,
    TileHand,
    TileRank,
    name_of,
    rank_tiles,
    splits,
)
from controller.settlement.house_decision import HouseDecision, HouseWayError

# A pair, a Wong and a Gong are worth more than nine points.
ABOVE_NINE: Final = 10
MADE: Final = {"wong": TileHand.WONG, "gong": TileHand.GONG}


def decide(game: Game, tiles: tuple[Tile, ...]) -> HouseDecision:
    """Set four tiles by the first row of the chart that fits."""
    set_hand, row = set_by_chart(game, tiles)
    assert isinstance(game, PaiGowTiles)
    swaps = game.tiles.swaps_three_and_six
    high, low = (name_of(rank_tiles(hand, swaps)) for hand in set_hand)
    decision = f"high {' '.join(set_hand.high)}, low {' '.join(set_hand.low)}"
    return HouseDecision(decision, row.id, f"{high} over {low} ({row.source})")


def set_by_chart(game: Game, tiles: tuple[Tile, ...]) -> tuple[SetTiles, TileRow]:
    """Set four tiles the house way of a game, and name the row that decided."""
    assert isinstance(game, PaiGowTiles)
    if game.tiles.house_way is None:
        raise HouseWayError(
            f"the rule book prints no house way for {game.name} of {game.room};"
            " every hand is set as its player likes"
        )
    return set_tiles_by(tile_chart(game.tiles.house_way), tiles, game.tiles.swaps_three_and_six)


def set_tiles_by(
    chart: TileChart, tiles: tuple[Tile, ...], swaps: bool
) -> tuple[SetTiles, TileRow]:
    """Set four tiles by the first row of a chart that fits."""
    # Sorted, so that the same tiles are set the same way in whatever order they were dealt.
    ways = list(splits(sorted(tiles, key=lambda tile: (-RANK[tile], tile)), swaps))
    for row in chart.row:
        found = [way for way in ways if _is_played(row, way, ways, swaps)]
        if found:
            if row.play == "split":
                return max(found, key=lambda way: _ranks(way, swaps)[::-1]), row
            return max(found, key=lambda way: _ranks(way, swaps)), row
    raise HouseWayError(f"{chart.name}: no row for {' '.join(tiles)}; add one")


def _ranks(way: SetTiles, swaps: bool) -> tuple[TileRank, TileRank]:
    return rank_tiles(way.high, swaps), rank_tiles(way.low, swaps)


def _is_played(row: TileRow, way: SetTiles, ways: list[SetTiles], swaps: bool) -> bool:
    tiles = (*way.high, *way.low)
    if row.two_pairs or row.pairs:
        return _fits_pairs(row, way, ways, swaps)
    if row.play in MADE:
        return rank_tiles(way.high, swaps).kind is MADE[row.play]
    if row.play == "points":
        return _worth(rank_tiles(way.high, swaps)) >= row.high_at_least
    ordered = sorted(tiles, key=RANK.__getitem__)
    ends = sorted((ordered[0], ordered[-1]))
    return ends in (sorted(way.high), sorted(way.low))


def _fits_pairs(row: TileRow, way: SetTiles, ways: list[SetTiles], swaps: bool) -> bool:
    kept = [pair for each in ways for pair in _pairs(each)]
    both = [each for each in ways if len(list(_pairs(each))) == 2]
    if row.two_pairs or both:
        return row.two_pairs and way in both
    held = [pair for pair in kept if NAMES[pair[0]] in row.pairs]
    if not held or not _has_beside(row, (*way.high, *way.low), held[0]):
        return False
    if row.play == "keep":
        return held[0] in (way.high, way.low)
    low = _worth(rank_tiles(way.low, swaps))
    return not list(_pairs(way)) and (row.low_at_least is None or low >= row.low_at_least)


def _pairs(way: SetTiles) -> Iterator[tuple[Tile, ...]]:
    yield from (hand for hand in way if RANK[hand[0]] == RANK[hand[1]])


def _has_beside(row: TileRow, tiles: tuple[Tile, ...], pair: tuple[Tile, ...]) -> bool:
    others = list(tiles)
    for tile in pair:
        others.remove(tile)
    if row.holds_any and not any(NAMES[tile] in row.holds_any for tile in others):
        return False
    if row.others is None:
        return True
    one, other = (tile.pips for tile in others)
    first, second = row.others
    return (one in first and other in second) or (other in first and one in second)


def _worth(rank: TileRank) -> int:
    return rank.points if rank.kind is TileHand.POINTS else ABOVE_NINE
