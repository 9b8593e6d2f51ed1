"""The wall whose people may rule at this table: its word is checked, then it is as at the desk."""

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import ValidationError

from config.table import Table
from controller.bus.desk_messages import Submit
from controller.bus.remote_act import RemoteAct, RemoteRequest
from controller.directives.signed import signed_text
from controller.facts.events import RulingGiven
from controller.facts.failure import OperatorError
from controller.facts.phrase import Phrase, phrase
from controller.people.sessions import Session
from controller.people.staff import StaffRoll
from controller.record.note import NoteError, PublicKey, public_key_of

# So far may the clocks of wall and table be apart, the way between them included.
LATEST_S: Final = 30
MOST_REMEMBERED: Final = 1000


class TrustedWall(NamedTuple):
    """A wall's key, and what this table is called there."""

    table: str
    key: PublicKey


class Entered(NamedTuple):
    """A person who speaks from the wall, and what is asked."""

    session: Session
    request: RemoteRequest


class WallDoor:
    """Lets a wall speak for people of this table's own staff, each request once."""

    def __init__(
        self,
        wall: TrustedWall,
        staff: StaffRoll,
        clock: Callable[[], float],
        now_s: Callable[[], float],
    ) -> None:
        self._wall, self._staff = wall, staff
        self._clock, self._now_s = clock, now_s
        self._known: deque[str] = deque(maxlen=MOST_REMEMBERED)

    def enter(self, text: str) -> Entered | Phrase:
        """Who asks, in the role this table knows the person in; or why nobody is let in."""
        act = self._signed(text)
        if act is None:
            return phrase("wall-not-trusted")
        now_ms = self._now_s() * 1000
        if act.table != self._wall.table:
            return phrase("wall-other-table", table=act.table)
        if abs(now_ms - act.at_ms) > LATEST_S * 1000:
            return phrase("wall-late", seconds=LATEST_S)
        if act.once in self._known:
            return phrase("wall-repeated")
        self._known.append(act.once)
        return self._welcomed(act, now_ms)

    def _signed(self, text: str) -> RemoteAct | None:
        """What the wall signed, if it did and may ask for it."""
        try:
            signed = signed_text(text)
            act = RemoteAct.model_validate_json(signed.body)
        except (NoteError, ValidationError):
            return None
        event = act.request.event if isinstance(act.request, Submit) else None
        if event is not None and not isinstance(event, RulingGiven):
            return None
        return act if signed.signers([self._wall.key]) else None

    def _welcomed(self, act: RemoteAct, now_ms: float) -> Entered | Phrase:
        member = self._staff.find(act.person)
        if member is None:
            return phrase("person-unknown", person=act.person)
        if member.is_locked:
            return phrase("person-locked", person=act.person)
        # Never fresher than now, whatever the wall's clock says.
        pin_age_s, now = max(0.0, now_ms - act.pin_at_ms) / 1000, self._clock()
        proved = act.proved_at_ms
        proved_at = None if proved is None else now - max(0.0, now_ms - proved) / 1000
        session = Session(act.person, member.role, act.where, now - pin_age_s, proved_at)
        return Entered(session, act.request)


def wall_of(table: Table, folder: Path) -> TrustedWall | None:
    """The wall that a table file trusts; None where nobody rules from elsewhere."""
    if table.floor is None or table.floor.wall_key is None:
        return None
    file = folder / table.floor.wall_key
    try:
        key = public_key_of(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, NoteError) as error:
        raise OperatorError(
            f"[floor] wall_key: {file} cannot be used ({error}); copy wall.pub of the wall there"
        ) from None
    return TrustedWall(f"{table.floor.room}/{table.id}", key)
