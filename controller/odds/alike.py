"""The rules of a game as far as a measured round is played and paid by them."""

import json
from typing import Final

from config.game import Game

# Sections that no measured round looks at: who plays, where the cards lie, what the room is paid.
BESIDE_THE_ROUND: Final = frozenset(
    {
        "action",
        "back_line",
        "bank",
        "button",
        "deal",
        "deals",
        "dice",
        "equipment",
        "faults",
        "fees",
        "id",
        "increments",
        "missing",
        "name",
        "piles",
        "readings",
        "regulator_id",
        "removed_wager",
        "reveal",
        "room",
        "seats",
        "setting",
        "settlement",
        "stacks",
    }
)
# What a rule is called and where it is printed.
NAMES: Final = frozenset({"source", "title"})


def rules_text(game: Game) -> str:
    """What a measured round is played and paid by; another text may give other returns."""
    whole = game.model_dump(mode="json", exclude=set(BESIDE_THE_ROUND))
    return json.dumps(_unnamed(whole), sort_keys=True)


def _unnamed(value: object) -> object:
    if isinstance(value, dict):
        return {key: _unnamed(each) for key, each in value.items() if key not in NAMES}
    return [_unnamed(each) for each in value] if isinstance(value, list) else value
