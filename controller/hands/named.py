"""What players call a hand of poker: its kind, and the rank where the kind has one."""

from typing import Final, cast

from controller.facts.board import HandName
from controller.facts.cards import RANKS
from controller.facts.fact import RankCode
from controller.hands.dealt import ACE
from controller.hands.five_card import HandRank
from controller.hands.three_card import ThreeCardRank

# A straight, a flush or two pairs are called by their kind alone.
BY_RANK: Final = frozenset({"high-card", "pair", "three-of-a-kind", "four-of-a-kind"})


def kind_of(rank: HandRank | ThreeCardRank) -> str:
    """The kind as pay tables spell it."""
    return rank.category.name.lower().replace("_", "-")


def named(rank: HandRank | ThreeCardRank) -> HandName:
    """A pair of kings is a `pair` of `K`."""
    kind = kind_of(rank)
    return HandName(name=kind, rank=_code(rank.values[0]) if kind in BY_RANK else None)


def _code(value: int) -> RankCode:
    return cast(RankCode, RANKS[0 if value == ACE else value - 1])
