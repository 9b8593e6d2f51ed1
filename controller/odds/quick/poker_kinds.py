"""Kinds of poker rounds: two rounds of one kind give every wager of the game the same."""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Final

from config.game import Game
from controller.facts.cards import SUITS, Card
from controller.families.pai_gow_poker.house_way import rules_of
from controller.families.pai_gow_poker.sections import PaiGowPoker
from controller.families.pai_gow_poker.values import SetRank, rank_set
from controller.families.stud.verdict import LEAST
from controller.hands.five_card import best_five
from controller.odds.quick.place import BANK, SEAT
from controller.simulate.unseen import Unseen, set_unseen

Cards = tuple[Card, ...]
KindOf = Callable[[Unseen], Hashable]
SetRanks = dict[tuple[int, tuple[int, ...]], SetRank]
# What a wager may be judged by so that the names of both hands and the better one say all.
BY_NAME: Final = frozenset({"comparison", "winning-hand", "beaten-hand", "own-hand"})
# A hand's code: three bits for each rank and the joker, then four for each suit. The suits start at
# three and a joker is of all of them, so a flush raises a suit's top bit.
_SUITS_AT: Final = 3 * 14
_START: Final = 0x3333 << _SUITS_AT
_FLUSH: Final = 0x8888 << _SUITS_AT
_RANKS: Final = (1 << _SUITS_AT) - 1


def kinds_of(game: Game) -> KindOf:
    """How the rounds of a game are told apart; where nothing shorter does, by their cards."""
    judged = {wager.judged for wager in game.wagers}
    if isinstance(game, PaiGowPoker) and len(game.wagers) == 1:
        return _of_set_hands(game)
    if game.family in ("stud", "holdem") and judged <= BY_NAME:
        return _of_showdown
    return lambda dealt: (tuple(dealt.cards.items()), tuple(dealt.tiles.items()), dealt.community)


def _of_showdown(dealt: Unseen) -> Hashable:
    ours = best_five((*dealt.cards[SEAT], *dealt.community))
    theirs = best_five((*dealt.cards[BANK], *dealt.community))
    better = (ours > theirs) - (ours < theirs)
    return ours.category, theirs.category, better, theirs >= LEAST


def _of_set_hands(game: PaiGowPoker) -> KindOf:
    rank_of = partial(ranked, game, {})

    def kind(dealt: Unseen) -> Hashable:
        ours, theirs = rank_of(dealt.cards[SEAT]), rank_of(dealt.cards[BANK])
        return ours.front > theirs.front, ours.back > theirs.back

    return kind


def _code(card: Card) -> int:
    if card is Card.JOKER:
        return 1 + (0x1111 << _SUITS_AT)
    return (1 << 3 * card.rank) + (1 << _SUITS_AT + 4 * SUITS.index(card.suit))


_code_of: Final = {card: _code(card) for card in Card}.__getitem__


def ranked(game: PaiGowPoker, known: SetRanks, cards: Cards) -> SetRank:
    """Both parts of a hand set the house way; its ranks say all, and which make a flush."""
    code = sum(map(_code_of, cards), _START)
    key = (code & _RANKS, _suited(cards) if code & _FLUSH else ())
    found = known.get(key)
    if found is None:
        found = known[key] = rank_set(set_unseen(game, cards), rules_of(game))
    return found


def _suited(cards: Cards) -> tuple[int, ...]:
    suits = [card.suit for card in cards]
    suit = max(SUITS, key=suits.count)
    return tuple(sorted([card.rank for card in cards if card.suit == suit]))
