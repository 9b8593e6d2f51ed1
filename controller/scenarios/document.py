"""A file of scenarios: which game, and the rounds that are told of it."""

from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field, StringConstraints

from config.document import Document, DocumentError, Section, read_document
from config.game import Game, GameId
from config.sourced import Name
from controller.facts.failure import OperatorError
from controller.families.catalogue import game_file, load_game

FOLDER = "scenarios"
Line = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


class Scenario(Section):
    """One round as told: what happens, what must be decided, what must never be."""

    name: Annotated[str, StringConstraints(min_length=1)]
    events: tuple[Line, ...]
    expected: tuple[Line, ...]
    never: tuple[Line, ...] = ()
    # Played before the events instead of the file's own opening.
    opening: tuple[Line, ...] | None = None
    seats: int | None = None
    # Another way to deal that the game offers.
    deal: Name | None = None
    # At a table without a reader: results are keyed in.
    by_hand: bool = False
    # What everybody has won of the last round, and the hands in it that no device read.
    money: dict[str, str] = Field(default_factory=dict)
    unread: dict[str, str] = Field(default_factory=dict)


class ScenarioFile(Section):
    """The scenarios of one game."""

    game: GameId
    seats: int | None = None
    # What the rule book misses.
    values: dict[str, Any] = Field(default_factory=dict)
    # Played before each scenario that has no opening of its own.
    opening: tuple[Line, ...] = ()
    scenario: Annotated[tuple[Scenario, ...], Field(min_length=1)]


class Scenarios(NamedTuple):
    """A file's content, the document that knows its lines, and the game it tells of."""

    document: Document
    content: ScenarioFile
    game: Game


def scenario_file(game_id: str) -> Path:
    """Where the scenarios of a game are: in a folder beside its file."""
    game = game_file(game_id)
    file = game.parent / FOLDER / game.name
    if not file.is_file():
        raise OperatorError(f"{game_id}: no scenarios in {file}; write them there or name a file")
    return file


def read_scenarios(file: Path) -> Scenarios:
    """Read a file of scenarios; raise DocumentError with every problem."""
    document = read_document(file)
    content = document.build(ScenarioFile)
    names = [scenario.name for scenario in content.scenario]
    problems = tuple(document.repeats("scenario", "name", names))
    if problems:
        raise DocumentError(problems)
    return Scenarios(document, content, load_game(content.game, content.values))
