"""Parts of a game file that cite their rule book."""

from typing import Annotated

from pydantic import StringConstraints

from config.document import Section

Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$")]
SourceLines = Annotated[
    str,
    StringConstraints(pattern=r"^(reading:[a-z0-9-]+|\d{3}:\d+(-\d+)?(, (\d{3}:)?\d+(-\d+)?)*)$"),
]


class Sourced(Section):
    """A part that cites the lines of its rule book, or the reading that stands for them."""

    source: SourceLines
