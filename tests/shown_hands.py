"""Every hand of a played round keyed in, dealt from one deck and set as a player would."""

from random import Random

from config.game import Game
from controller.facts.board import HandToShow
from controller.facts.cards import DECK, Card
from controller.facts.events import HandShown
from controller.facts.tiles import TILE_SET, Tile
from controller.families.chinese_poker.values import set_hand
from controller.families.pai_gow_poker.house_way import rules_of
from controller.families.pai_gow_poker.values import rank_splits
from controller.families.pai_gow_tiles.values import set_tiles
from tests.played_table import PlayedTable

SHUFFLES = 400


def show_all(table: PlayedTable, seed: int = 5) -> None:
    """Show what may be shown; the card that placed the action is one of the bank's."""
    chance = Random(seed)
    cards, tiles = chance.sample(DECK, len(DECK)), chance.sample(TILE_SET, len(TILE_SET))
    board = table.board
    rank = board.count.rank if board.count else None
    if rank:
        cards.sort(key=lambda card: card.rank_code != rank)
        cards[1:] = chance.sample(cards[1:], len(cards) - 1)
    # The bank's hand takes the first cards.
    for each in sorted(board.to_show, key=lambda each: each.seat != board.bank):
        table.do(_hand(table.game, each, cards, tiles))


def _hand(game: Game, each: HandToShow, cards: list[Card], tiles: list[Tile]) -> HandShown:
    count = sum(each.rows)
    if each.of_tiles:
        held = [tiles.pop() for _ in range(count)]
        high, low = set_tiles((held[0], held[1]), (held[2], held[3]))
        return HandShown(seat=each.seat, tiles=(*high, *low))
    taken = tuple(cards.pop(0) for _ in range(count))
    if len(each.rows) > 1:
        taken = _set(game, taken) if len(each.rows) == 2 else _set_three(taken)
    return HandShown(seat=each.seat, cards=taken)


def _set(game: Game, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The strongest pair in front that does not outrank what lies behind."""
    legal = [each for each in rank_splits(cards, rules_of(game)) if not each[1].foul]
    hand, _rank = max(legal, key=lambda each: each[1])
    return (*hand.front, *hand.back)


def _set_three(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Any way of setting three, five and five that is not fouled."""
    chance = Random(1)
    for _ in range(SHUFFLES):
        cards = tuple(chance.sample(cards, len(cards)))
        if not isinstance(set_hand(cards, cards[:3], cards[3:8]), str):
            break
    return cards
