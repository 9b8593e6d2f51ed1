"""Parts of a game file that cite their rule book."""

from typing import Annotated

from pydantic import Field, StringConstraints

from config.document import Section

Name = Annotated[
    str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$"), Field(examples=["player-pair"])
]
SourceLines = Annotated[
    str,
    StringConstraints(pattern=r"^(reading:[a-z0-9-]+|\d{3}:\d+(-\d+)?(, (\d{3}:)?\d+(-\d+)?)*)$"),
    Field(examples=["900:70-72", "reading:count-wraps"]),
]


class Sourced(Section):
    """A part that cites the lines of its rule book, or the reading that stands for them."""

    source: SourceLines
