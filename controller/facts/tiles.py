"""Pai gow tiles: the thirty-two dominoes, written high pips then low (`66`, `53`)."""

from collections import Counter
from enum import StrEnum
from typing import Final


class Tile(StrEnum):
    """One face of a Chinese domino."""

    T66, T11, T44, T31 = "66", "11", "44", "31"
    T55, T33, T22, T65 = "55", "33", "22", "65"
    T64, T61, T51 = "64", "61", "51"
    T63, T54, T62, T53 = "63", "54", "62", "53"
    T43, T52, T42, T41 = "43", "52", "42", "41"
    T32, T21 = "32", "21"

    @property
    def pips(self) -> int:
        """All pips on the tile."""
        return int(self.value[0]) + int(self.value[1])


# Faces in order of rank, the highest first; the faces of one entry pair with one another.
FACES: Final[tuple[tuple[str, tuple[Tile, ...]], ...]] = (
    ("teen", (Tile.T66,)),
    ("day", (Tile.T11,)),
    ("yun", (Tile.T44,)),
    ("gor", (Tile.T31,)),
    ("mooy", (Tile.T55,)),
    ("chong", (Tile.T33,)),
    ("bon", (Tile.T22,)),
    ("foo", (Tile.T65,)),
    ("ping", (Tile.T64,)),
    ("tit", (Tile.T61,)),
    ("look", (Tile.T51,)),
    ("chop-gow", (Tile.T63, Tile.T54)),
    ("chop-bot", (Tile.T62, Tile.T53)),
    ("chop-chit", (Tile.T52, Tile.T43)),
    ("chop-ng", (Tile.T41, Tile.T32)),
    ("gee-joon", (Tile.T42, Tile.T21)),
)
# Eleven faces come twice; the other ten stand once each and pair with a tile of equal pips
# (or, for 42 and 21, with one another).
TWIN_TILES: Final = frozenset(
    Tile(code) for code in ("66", "11", "44", "31", "55", "33", "22", "65", "64", "61", "51")
)
TILE_SET: Final[tuple[Tile, ...]] = tuple(
    tile for tile in Tile for _ in range(2 if tile in TWIN_TILES else 1)
)


def is_full_set(tiles: tuple[Tile, ...]) -> bool:
    """Tell whether these are the thirty-two tiles of one set."""
    return Counter(tiles) == Counter(TILE_SET)
