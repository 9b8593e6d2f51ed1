"""Cards and tiles that no device reads: dealt beside the core, so that a round can be settled."""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple, TypeVar

from config.charts import card_chart, tile_chart
from config.game import Game
from controller.facts.cards import Card
from controller.facts.tiles import TILE_SET, Tile
from controller.families.pai_gow_poker.house_way import rules_of
from controller.families.pai_gow_poker.sections import PaiGowPoker
from controller.families.pai_gow_poker.setting import set_house_way
from controller.families.pai_gow_poker.values import SetHand
from controller.families.pai_gow_tiles.house_way import set_tiles_by
from controller.families.pai_gow_tiles.sections import PaiGowTiles
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.table.state import Rules

Held = TypeVar("Held", SeatRound, BankRound)
# How many cards a hand has in the families whose cards nobody reads.
HELD: Final = {"three-card-poker": 3, "holdem": 2, "stud": 5, "pai-gow-poker": 7}
COMMUNITY: Final = {"holdem": 5}
TILES: Final = 4
# Where the book prints no house way, everybody sets by these.
CARD_CHART: Final = "lucky-derby-pai-gow"
TILE_CHART: Final = "capitol-tiles"


class Unseen(NamedTuple):
    """What lies face down in a round: hands by seat, the bank's among them, and the centre."""

    cards: dict[int, tuple[Card, ...]]
    tiles: dict[int, tuple[Tile, ...]]
    community: tuple[Card, ...] = ()


NOTHING: Final = Unseen({}, {})


def deal_unseen(rules: Rules, seats: Sequence[int], chance: Random) -> Unseen:
    """Deal to these seats whatever the family deals and no device reads."""
    game = rules.game
    if isinstance(game, PaiGowTiles):
        tiles = iter(chance.sample(TILE_SET, TILES * len(seats)))
        return Unseen({}, {seat: tuple(next(tiles) for _ in range(TILES)) for seat in seats})
    held = HELD.get(game.family)
    if held is None:
        return NOTHING
    centre = COMMUNITY.get(game.family, 0)
    deck = [card for card in Card for _ in range(rules.copies[card.place])] * game.cards.decks[1]
    cards = chance.sample(deck, held * len(seats) + centre)
    hands = {seat: tuple(cards[n * held :][:held]) for n, seat in enumerate(seats)}
    return Unseen(hands, {}, tuple(cards[held * len(seats) :]))


def with_unseen(game: Game, finished: FinishedRound, unseen: Unseen) -> FinishedRound:
    """A round with the hands that nobody read, set where a game sets them."""
    bank = finished.bank
    if bank is None or not (unseen.cards or unseen.tiles):
        return finished
    seats = {n: _held(game, seat, int(n), unseen) for n, seat in finished.seats.items()}
    held = _held(game, bank, bank.seat, unseen)
    return finished.model_copy(update={"bank": held, "seats": seats, "community": unseen.community})


def _held(game: Game, held: Held, number: int, unseen: Unseen) -> Held:
    cards, tiles = unseen.cards.get(number, ()), unseen.tiles.get(number, ())
    if isinstance(game, PaiGowPoker) and game.pai_gow.house_way is None:
        return held.model_copy(update={"cards": cards, "front": set_unseen(game, cards).front})
    if isinstance(game, PaiGowTiles) and game.tiles.house_way is None:
        swaps = game.tiles.swaps_three_and_six
        way, _row = set_tiles_by(tile_chart(TILE_CHART), tiles, swaps)
        return held.model_copy(update={"tiles": tiles, "high_tiles": way.high})
    return held.model_copy(update={"cards": cards, "tiles": tiles})


def set_unseen(game: PaiGowPoker, cards: tuple[Card, ...]) -> SetHand:
    """Seven cards as everybody sets them: the house way, or the usual one where none is printed."""
    chart = card_chart(game.pai_gow.house_way or CARD_CHART)
    return set_house_way(cards, chart, rules_of(game)).hand
