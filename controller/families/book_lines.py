"""The lines of a rule book that an irregularity breaks."""

from typing import Final

from config.game import Game
from config.sourced import Sourced
from controller.table.state import Rules

# The section of a game, by the name of the irregularity; families have some of their own.
SECTIONS: Final = {
    "foreign-card": "cards",
    "surplus-card": "cards",
    "dice-count-wrong": "dice",
    "no-such-seat": "seats",
    "too-few-players": "seats",
    "wager-at-bank": "bank",
    "play-wager-wrong": "play",
    "seats-undecided": "play",
    "fold-too-early": "play",
}


def lines_of(rules: Rules, irregularity: str = "") -> str:
    """The lines of the section that an irregularity breaks."""
    game, told = rules.game, rules.family.told
    key = {**SECTIONS, **told.sections}.get(irregularity, told.section)
    return _source(game, key) or _source(game, told.section) or game.source


def _source(game: Game, key: str) -> str:
    found: object = game
    for name in key.split("."):
        found = getattr(found, name, None)
    parts = found.values() if isinstance(found, dict) else (found,)
    return ", ".join(dict.fromkeys(part.source for part in parts if isinstance(part, Sourced)))
