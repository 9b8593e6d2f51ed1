"""What the floor's page asks for."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from controller.facts.cards import Card
from controller.facts.events import RulingGiven
from controller.facts.fact import Fact, Name, PersonName, Pips, Text
from controller.facts.kinds import Ruling

Group = Literal["all", "results", "rulings", "devices", "people"]
LanguageTag = Annotated[str, StringConstraints(pattern=r"^[A-Za-z-]{2,12}$")]
AtMs = Annotated[int, Field(ge=0, le=2**53)]


class RulingChosen(Fact):
    """A ruling as the page tells it; whose it is, the log-in says."""

    ruling: Ruling
    card: Card | None = None
    dice: Annotated[tuple[Pips, ...], Field(min_length=1, max_length=5)] | None = None
    hand: Annotated[int, Field(ge=1, le=1000)] | None = None
    to: Annotated[str, StringConstraints(max_length=12)] | None = None
    bonuses: tuple[Name, ...] = ()
    note: Text = ""

    def given(self, person: str, hold: str | None) -> RulingGiven:
        """The ruling under a name, for the hold that the person saw."""
        return RulingGiven(by=person, hold=hold, **dict(self))


class TryRuling(Fact):
    """What would this lead to?"""

    kind: Literal["try_ruling"] = "try_ruling"
    chosen: RulingChosen
    language: LanguageTag


class GiveRuling(Fact):
    """Rule so, on the hold that began at a row, or on a hand of the shoe."""

    kind: Literal["give_ruling"] = "give_ruling"
    chosen: RulingChosen
    held_row: int | None = None
    language: LanguageTag


class BeginRuling(Fact):
    """Rule on this hold from here; `from_person` is who ruled till now and makes way."""

    kind: Literal["begin_ruling"] = "begin_ruling"
    held_row: int
    from_person: PersonName | None = None


class Seek(Fact):
    """Rows of the record that fit, the newest first, from a row back."""

    kind: Literal["seek"] = "seek"
    group: Group = "all"
    since_ms: AtMs | None = None
    until_ms: AtMs | None = None
    person: Text = ""
    round: Annotated[int, Field(ge=1, le=10**9)] | None = None
    before: Annotated[int, Field(ge=1)] | None = None
    language: LanguageTag


class AskShift(Fact):
    """The report of the last hours."""

    kind: Literal["ask_shift"] = "ask_shift"
    hours: Annotated[int, Field(ge=1, le=72)]
    language: LanguageTag
