"""Pai gow tiles: what two tiles are worth, and a high and a low hand against the bank's."""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from controller.facts.tiles import FACES, TILE_SET, Tile
from controller.hands.dealt import HandError

NAMES: Final = {tile: name for name, faces in FACES for tile in faces}
# Rank of a single tile, 16 the highest.
RANK: Final = {tile: len(FACES) - place for place, (_, faces) in enumerate(FACES) for tile in faces}
COPIES: Final = {tile: TILE_SET.count(tile) for tile in Tile}
TOPS: Final = frozenset({Tile.T66, Tile.T11})
SWAPPED: Final = (3, 6)


class TileHand(IntEnum):
    """Kinds of two-tile hands, lowest first."""

    POINTS = 0
    GONG = 1
    WONG = 2
    MIXED_PAIR = 3
    MATCHED_PAIR = 4
    GEE_JOON = 5


class TileRank(NamedTuple):
    """Strength of two tiles: the kind, the points, then the highest tile; equal is a copy."""

    kind: TileHand
    points: int
    tile: int


class SetTiles(NamedTuple):
    """Four tiles as set: the high hand and the low one."""

    high: tuple[Tile, ...]
    low: tuple[Tile, ...]


NOTHING: Final = TileRank(TileHand.POINTS, 0, 0)


def require_tiles(tiles: Sequence[Tile], size: int) -> None:
    """Raise HandError unless these are so many tiles of one set."""
    if len(tiles) != size:
        raise HandError(
            f"{' '.join(tiles) or 'no tiles'}: {len(tiles)} tiles; this hand has {size}"
        )
    for tile in tiles:
        if tiles.count(tile) > COPIES[tile]:
            raise HandError(f"{tile}: appears more often than a set holds it; check the tiles")


def rank_tiles(tiles: Sequence[Tile], swaps: bool = True) -> TileRank:
    """Rank two tiles; with `swaps` a Gee Joon tile counts three or six, whichever is better."""
    require_tiles(tiles, 2)
    return _rank(tiles[0], tiles[1], swaps)


@cache
def _rank(one: Tile, other: Tile, swaps: bool) -> TileRank:
    highest = max(RANK[one], RANK[other])
    if RANK[one] == RANK[other]:
        return TileRank(_pair_kind(one, other), 0, highest)
    if one in TOPS or other in TOPS:
        partner = other if one in TOPS else one
        if partner.pips in (8, 9):
            kind = TileHand.WONG if partner.pips == 9 else TileHand.GONG
            return TileRank(kind, 0, highest)
    points = max(sum(pair) % 10 for pair in product(_values(one, swaps), _values(other, swaps)))
    # Two hands of nothing are a copy whatever the tile; the bank wins it.
    return TileRank(TileHand.POINTS, points, highest) if points else NOTHING


def name_of(rank: TileRank) -> str:
    """Say a hand in words, as the dealer would."""
    tile = FACES[len(FACES) - rank.tile][0].replace("-", " ") if rank.tile else ""
    match rank.kind:
        case TileHand.GEE_JOON:
            return "gee joon"
        case TileHand.MATCHED_PAIR | TileHand.MIXED_PAIR:
            return f"pair of {tile}"
        case TileHand.WONG | TileHand.GONG:
            return f"{rank.kind.name.lower()} with {tile}"
    return f"{rank.points} with {tile}" if rank.points else "zero"


def splits(tiles: Sequence[Tile], swaps: bool = True) -> Iterator[SetTiles]:
    """The three ways to set four tiles, the better two as the high hand."""
    require_tiles(tiles, 4)
    first, *others = tiles
    for place, partner in enumerate(others):
        rest = tuple(others[:place] + others[place + 1 :])
        yield set_tiles((first, partner), rest, swaps)


def set_tiles(one: tuple[Tile, ...], other: tuple[Tile, ...], swaps: bool = True) -> SetTiles:
    """Order two hands of two tiles: the better one is the high hand."""
    if rank_tiles(other, swaps) > rank_tiles(one, swaps):
        one, other = other, one
    return SetTiles(one, other)


def hands_won(player: SetTiles, bank: SetTiles, swaps: bool = True) -> int:
    """Count the hands a player wins; a copy goes to the bank."""
    return sum(
        rank_tiles(ours, swaps) > rank_tiles(theirs, swaps)
        for ours, theirs in zip(player, bank, strict=True)
    )


def _pair_kind(one: Tile, other: Tile) -> TileHand:
    if NAMES[one] == "gee-joon":
        return TileHand.GEE_JOON
    return TileHand.MATCHED_PAIR if one is other else TileHand.MIXED_PAIR


def _values(tile: Tile, swaps: bool) -> tuple[int, ...]:
    return SWAPPED if swaps and NAMES[tile] == "gee-joon" else (tile.pips,)
