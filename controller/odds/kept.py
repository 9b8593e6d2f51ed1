"""Sums of measured rounds in a file beside the page, with the rules they were measured under."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import TypeAdapter

from config.game import Game
from controller.odds.alike import rules_text
from controller.simulate import Tally


class Measure(NamedTuple):
    """One game's sums: the digest of its rules, the seed, how many rounds, and each wager's."""

    rules: str
    seed: int
    rounds: int
    wagers: dict[str, Tally]


_MEASURES: Final = TypeAdapter(dict[str, Measure])


def digest_of(game: Game) -> str:
    """Short for the rules by which a measured round is played and paid."""
    return hashlib.sha256(rules_text(game).encode()).hexdigest()[:16]


class KeptTallies:
    """The file of sums; every game is written as soon as it is measured."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._games = _MEASURES.validate_json(file.read_bytes()) if file.exists() else {}

    def of(self, game_id: str) -> Mapping[str, Tally]:
        """The sums of a game, none where nothing was measured."""
        measure = self._games.get(game_id)
        return measure.wagers if measure else {}

    def is_enough(self, game_id: str, game: Game, rounds: int) -> bool:
        """Tell whether so many rounds were measured under these very rules."""
        measure = self._games.get(game_id)
        return measure is not None and measure.rules == digest_of(game) and measure.rounds >= rounds

    def is_of(self, game_id: str, game: Game) -> bool:
        """Tell whether a game was measured under these very rules."""
        return self.is_enough(game_id, game, 1)

    def put(self, game_id: str, measure: Measure) -> None:
        """Keep a game's sums."""
        self._games[game_id] = measure
        whole = _MEASURES.dump_python(dict(sorted(self._games.items())), mode="json")
        temporary = self._file.with_suffix(".new")
        lines = (f"{json.dumps(name)}: {json.dumps(sums)}" for name, sums in whole.items())
        temporary.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        temporary.replace(self._file)
