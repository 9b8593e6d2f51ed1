"""The reference of a game file's keys, written from the models that check it."""

from collections.abc import Iterator

from config.game import Game
from controller.families import families
from controller.reference.markdown import filled
from controller.reference.sections import Part, parts_of, written


def game_reference() -> str:
    """Write the whole reference as Markdown."""
    return filled("game-reference", sections=written(_every_part())) + "\n"


def _every_part() -> Iterator[Part]:
    """The top, the sections all games have, and those of one family."""
    yield Part("The top of the file", Game)
    yield from parts_of(Game, "")
    for family in families().values():
        yield from _own_parts(family.name, family.game)


def _own_parts(family: str, game: type[Game]) -> Iterator[Part]:
    """The sections that only games of one family have, and those to which it adds keys."""
    common = {part.model for part in parts_of(Game, "")}
    for part in parts_of(game, ""):
        general = next((each for each in part.model.__mro__[1:] if each in common), None)
        if general is not None:
            yield Part(f"{part.heading} of {family}", part.model, general)
        elif part.model not in common:
            yield part
