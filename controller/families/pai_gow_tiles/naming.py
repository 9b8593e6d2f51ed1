"""What two tiles are called: a pair by its tile, wong and gong, or their points."""

from config.game import Game
from controller.facts.board import HandName
from controller.facts.tiles import FACES
from controller.families.pai_gow_tiles.sections import PaiGowTiles
from controller.families.pai_gow_tiles.values import TileHand, TileRank, rank_tiles
from controller.table.family import OpenHand


def called(game: Game, hand: OpenHand) -> tuple[HandName, ...]:
    """The high hand, then the low one."""
    assert isinstance(game, PaiGowTiles)
    return tuple(_named(rank_tiles(two, game.tiles.swaps_three_and_six)) for two in hand.tiles)


def _named(rank: TileRank) -> HandName:
    match rank.kind:
        case TileHand.POINTS:
            return HandName(name="points", points=rank.points)
        case TileHand.WONG | TileHand.GONG:
            return HandName(name=rank.kind.name.lower())
    return HandName(name=FACES[len(FACES) - rank.tile][0])
