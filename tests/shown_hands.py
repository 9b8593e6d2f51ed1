"""Every hand of a played round keyed in, dealt from one deck."""

from random import Random

from controller.facts.board import HandToShow
from controller.facts.cards import DECK, Card
from controller.facts.events import HandShown
from controller.facts.tiles import TILE_SET, Tile
from tests.played_table import PlayedTable


def show_all(table: PlayedTable, seed: int = 5) -> None:
    """Show what may be shown; the card that placed the action is one of the bank's."""
    chance = Random(seed)
    cards, tiles = chance.sample(DECK, len(DECK)), chance.sample(TILE_SET, len(TILE_SET))
    board = table.board
    rank = board.count.rank if board.count else None
    if rank:
        cards.sort(key=lambda card: card.rank_code != rank)
    # The middle is told first, and the bank's hand takes the first cards.
    for each in sorted(board.to_show, key=lambda each: each.seat != board.bank):
        table.do(_hand(each, cards, tiles))


def _hand(each: HandToShow, cards: list[Card], tiles: list[Tile]) -> HandShown:
    held = range(sum(each.rows))
    if each.of_tiles:
        return HandShown(seat=each.seat, tiles=tuple(tiles.pop() for _ in held))
    return HandShown(seat=each.seat, cards=tuple(cards.pop(0) for _ in held))
