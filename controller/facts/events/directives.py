"""What a table made of the directives of its room: settings that come signed, from the floor."""

from typing import Annotated, Literal

from pydantic import Field

from controller.facts.fact import Fact, Name, PersonName, Text

Version = Annotated[int, Field(ge=0)]


class DirectiveTaken(Fact):
    """A directive of the room is in force: who signed it, what was said before, what it says."""

    kind: Literal["directive_taken"] = "directive_taken"
    directive: Name
    version: Version
    digest: Text
    signed_by: tuple[Text, ...]
    before: Text = ""
    after: Text = ""


class DirectiveRefused(Fact):
    """A file in the room's folder was not taken; `reason` is why."""

    kind: Literal["directive_refused"] = "directive_refused"
    # As far as it could be read: empty and 0 where it says neither.
    directive: Text
    version: Version
    digest: Text
    code: Name
    reason: Text


class DirectiveRolledBack(Fact):
    """A person took a directive back: the one before it, or the table file, is in force again."""

    kind: Literal["directive_rolled_back"] = "directive_rolled_back"
    person: PersonName
    directive: Name
    version: Version
    # 0: what the table file says.
    to_version: Version
