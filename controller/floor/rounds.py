"""A round as the office searches for it, made of the rows of a table as they arrive. Pure."""

from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple

from pydantic import BaseModel, ValidationError

from controller.facts.fact import Fact
from controller.floor.departure import ROUND_ENDS
from controller.floor.parcel import TravellingRow

_FOLLOWED: Final = ROUND_ENDS | {
    "round_opened",
    "outcome_decided",
    "hands_decided",
    "hold_released",
    "irregularity_found",
    "shoe_started",
    "table_held",
    "person_logged_in",
}


class PlayedRound(NamedTuple):
    """One round of one table, as it is kept and searched; times are the table's."""

    table: str
    round: int
    shoe: int
    # Who was logged in as house dealer, or "".
    dealer: str
    opened_ms: int
    closed_ms: int
    first_row: int
    last_row: int
    # Winner of a coup (player, banker, tie), "hands" where seats play against the bank, or "".
    outcome: str
    # The decision that ended it as JSON, or "".
    result: str
    is_void: bool
    held_ms: int
    # Codes of irregularities, and everybody who ruled.
    irregularities: tuple[str, ...]
    people: tuple[str, ...]


class RoundSoFar(Fact):
    """What is known of a table's round in play, kept beside the last row."""

    shoe: int = 0
    dealer: str = ""
    round: int = 0
    opened_ms: int = 0
    first_row: int = 0
    outcome: str = ""
    result: str = ""
    held_since_ms: int | None = None
    held_ms: int = 0
    irregularities: tuple[str, ...] = ()
    people: tuple[str, ...] = ()


def followed(
    so_far: RoundSoFar,
    table: str,
    rows: Iterable[TravellingRow],
    opened: Iterable[TravellingRow],
) -> tuple[RoundSoFar, list[PlayedRound]]:
    """The round in play after further rows, and the rounds that ended with them.

    A body that is told late counts before the row that ends its round.
    """
    ended: list[PlayedRound] = []
    # Most of what is told late are cards, of which a round as it is searched says nothing.
    later = deque(each for each in opened if each.kind in _FOLLOWED)
    now = _Now(so_far)
    for row in (each for each in rows if each.kind in _FOLLOWED):
        while row.kind in ROUND_ENDS and later and later[0].number < row.number:
            now.take(later.popleft())
        if row.kind in ROUND_ENDS:
            ended.append(now.ended(table, row))
        else:
            now.take(row)
    return now.so_far, ended


class _Told(BaseModel, frozen=True, defer_build=True):
    """What a round asks of its rows, whatever else they say: a newer table may say more."""

    round: int | None = None
    shoe: int | None = None
    winner: str | None = None
    name: str | None = None
    by: str | None = None
    person: str | None = None
    role: str | None = None


def _told(body: bytes | None) -> _Told:
    """What a row tells; nothing where it cannot be read."""
    try:
        return _Told() if body is None else _Told.model_validate_json(body)
    except ValidationError:
        return _Told()


_NOTHING: Final = RoundSoFar()


class _Now:
    """The round in play while rows are followed: one object, not one for each row."""

    def __init__(self, so_far: RoundSoFar) -> None:
        self._begin(so_far)

    def _begin(self, so_far: RoundSoFar) -> None:
        self.shoe, self.dealer = so_far.shoe, so_far.dealer
        self.round, self.first_row = so_far.round, so_far.first_row
        self.opened_ms, self.held_ms = so_far.opened_ms, so_far.held_ms
        self.held_since_ms = so_far.held_since_ms
        self.outcome, self.result = so_far.outcome, so_far.result
        self.irregularities, self.people = so_far.irregularities, so_far.people

    @property
    def so_far(self) -> RoundSoFar:
        return RoundSoFar.model_validate(vars(self))

    def take(self, row: TravellingRow) -> None:
        if row.kind == "hold_released":
            self._release(row.at_ms)
        if row.kind == "table_held":
            self.held_since_ms = self.held_since_ms or row.at_ms
        elif row.body is not None:
            self._note(row, row.body, _told(row.body))

    def ended(self, table: str, row: TravellingRow) -> PlayedRound:
        """The round that a row ends; from then on the next one is in play."""
        played = PlayedRound(
            table=table,
            # A round whose beginning was never told says its number once more.
            round=self.round or _told(row.body).round or 0,
            shoe=self.shoe,
            dealer=self.dealer,
            opened_ms=self.opened_ms or row.at_ms,
            closed_ms=row.at_ms,
            first_row=self.first_row or row.number,
            last_row=row.number,
            outcome=self.outcome,
            result=self.result,
            is_void=row.kind == "round_voided",
            held_ms=self.held_ms,
            irregularities=self.irregularities,
            people=self.people,
        )
        shoe, dealer = self.shoe, self.dealer
        self._begin(_NOTHING)
        self.shoe, self.dealer = shoe, dealer
        return played

    def _note(self, row: TravellingRow, body: bytes, told: _Told) -> None:
        match row.kind, told:
            case "round_opened", _Told(round=int(number)):
                self.round, self.opened_ms, self.first_row = number, row.at_ms, row.number
            case "outcome_decided", _Told(winner=str(winner)):
                self.outcome, self.result = winner, body.decode()
            case "hands_decided", _:
                self.outcome, self.result = "hands", body.decode()
            case "shoe_started", _Told(shoe=int(shoe)):
                self.shoe = shoe
            case "irregularity_found", _Told(name=str(name)):
                self.irregularities = _with(self.irregularities, name)
            case "hold_released", _Told(by=str(person)):
                self.people = _with(self.people, person)
            case "person_logged_in", _Told(role="dealer", person=str(person)):
                self.dealer = person

    def _release(self, at_ms: int) -> None:
        """The hold is over, whoever ended it; the name is told later."""
        if self.held_since_ms is not None:
            self.held_ms += max(0, at_ms - self.held_since_ms)
            self.held_since_ms = None


def _with(known: tuple[str, ...], name: str) -> tuple[str, ...]:
    return known if name in known else (*known, name)
