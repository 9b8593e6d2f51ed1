from controller.facts.tiles import TILE_SET, Tile, is_full_set


def test_a_set_has_thirty_two_tiles_and_their_pips() -> None:
    assert len(TILE_SET) == 32
    assert is_full_set(TILE_SET)
    assert sum(tile.pips for tile in TILE_SET) == 227


def test_a_tile_too_many_in_place_of_another_is_no_full_set() -> None:
    assert not is_full_set((Tile("66"), *TILE_SET[1:-1], Tile("66")))
