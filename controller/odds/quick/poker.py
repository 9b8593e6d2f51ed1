"""Quick rounds of games whose cards no device reads: dealt as the simulation deals them unseen."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from config.game import Game
from controller.facts.cards import Card
from controller.facts.tiles import TILE_SET
from controller.odds.quick.place import BANK, SEAT, Dealt, staked
from controller.odds.quick.poker_kinds import kinds_of
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.simulate.strategies import poker
from controller.simulate.unseen import COMMUNITY, HELD, TILES, Unseen, with_unseen
from controller.table.shoe import copies_in_deck

Cards = tuple[Card, ...]
NOBODY: Final = FinishedRound(bank=BankRound(seat=BANK), seats={str(SEAT): SeatRound(wagers={})})
PLAYS: Final[Mapping[str, Callable[[Cards], bool]]] = {
    "three-card-poker": poker.plays_three,
    "stud": poker.plays_five,
}


def rounds_of(game: Game, chance: Random) -> Callable[[], Dealt]:
    """Deal the bank's hand, one seat's and the centre, each time from a whole deck or set."""
    deal = _tiles if game.family == "pai-gow-tiles" else _cards(game)
    kind_of = kinds_of(game)

    def dealt() -> Dealt:
        unseen = deal(chance)
        times = _times(game, unseen)
        return Dealt((times, kind_of(unseen)), lambda: _round(game, unseen, times))

    return dealt


def _tiles(chance: Random) -> Unseen:
    tiles = chance.sample(TILE_SET, 2 * TILES)
    return Unseen({}, {BANK: tuple(tiles[:TILES]), SEAT: tuple(tiles[TILES:])})


def _cards(game: Game) -> Callable[[Random], Unseen]:
    decks, held = game.cards.decks[1], HELD[game.family]
    copies = copies_in_deck(game.cards, decks)
    deck = [card for card in Card for _ in range(copies[card.place])] * decks
    count, size = 2 * held + COMMUNITY.get(game.family, 0), len(deck)

    def deal(chance: Random) -> Unseen:
        # A shuffle of as many cards as are dealt: `sample` takes three times as long.
        for place in range(count):
            other = place + int(chance.random() * (size - place))
            deck[place], deck[other] = deck[other], deck[place]
        cards = tuple(deck[:count])
        hands = {BANK: cards[:held], SEAT: cards[held : 2 * held]}
        return Unseen(hands, {}, cards[2 * held :])

    return deal


def _round(game: Game, dealt: Unseen, times: int | None) -> FinishedRound:
    whole = with_unseen(game, NOBODY, dealt)
    assert whole.bank is not None
    seat = whole.seats[str(SEAT)].model_copy(update={"folded": times == 0})
    return staked(game, whole.bank, seat, times or 0, whole.community)


def _times(game: Game, dealt: Unseen) -> int | None:
    """How many times its Ante the seat plays for, 0 where it folds; None where nobody decides."""
    cards = dealt.cards.get(SEAT, ())
    if game.family in PLAYS:
        return int(PLAYS[game.family](cards))
    windows = sorted((max(window.times) for window in game.play.values()), reverse=True)
    if not windows:
        return None
    return next((n for n in windows if poker.plays_holdem(cards, dealt.community, n)), 0)
