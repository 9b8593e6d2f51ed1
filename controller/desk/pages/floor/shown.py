"""What the floor's page draws: sentences of one language, and cards as cards."""

from typing import Literal

from controller.facts.fact import Fact
from controller.facts.kinds import Ruling

Tone = Literal["", "alarm", "ruling"]


class Said(Fact):
    """A sentence, and the cards and dice it speaks of."""

    text: str
    cards: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()


class RowLine(Fact):
    """A row of the record as a person reads it."""

    row: int
    at_ms: int
    who: str
    said: Said
    tone: Tone = ""


class LeadsTo(Fact):
    """What a ruling would lead to: why it would be refused, or what comes next."""

    refused: str = ""
    steps: tuple[str, ...] = ()
    # The cause of the hold that would follow.
    held: str = ""


class OfferShown(Fact):
    """A ruling to choose."""

    ruling: Ruling
    label: str
    does: str
    needs: Literal["", "card", "dice"]
    count: int
    leads: LeadsTo | None


class HoldShown(Fact):
    """A hold that fills the screen."""

    row: int | None
    since_ms: int | None
    cause: str
    told: str
    seen: Said
    expected: tuple[Said, ...]
    last: tuple[RowLine, ...]
    waiting: tuple[Said, ...]
    ends_by_itself: bool
    offers: tuple[OfferShown, ...]
    # Who rules on it; "" until somebody chose.
    ruler: str


class HandShown(Fact):
    """A hand of the shoe in play."""

    number: int
    mark: str
    winner: Literal["player", "banker", "tie"]
    totals: str
    notes: tuple[str, ...]
    bonuses: tuple[str, ...]


class TakenShown(Fact):
    """A hand that was taken back and can be put back."""

    hand: int
    mark: str


class BonusShown(Fact):
    """A bonus a hand may also be."""

    code: str
    label: str


class RoadShown(Fact):
    """The hands of the shoe in play."""

    shoe: int
    hands: tuple[HandShown, ...]
    taken: TakenShown | None
    bonuses: tuple[BonusShown, ...]


class FloorShown(Fact):
    """The whole page; `refused` says why this person sees nothing of it."""

    refused: str = ""
    may_rule: bool = False
    hold: HoldShown | None = None
    next: tuple[str, ...] = ()
    round: int = 0
    # What happened last, the newest first.
    recent: tuple[RowLine, ...] = ()
    # What was ruled last, for every screen that is open.
    receipt: RowLine | None = None
    road: RoadShown | None = None


class Found(Fact):
    """What a search found, the newest first; `before` is the row to go on from, if any is left."""

    lines: tuple[RowLine, ...]
    before: int | None
    reached_ms: int | None


class ShiftShown(Fact):
    """The shift's report: on the page, to print, and for a spreadsheet."""

    span: str
    sentences: tuple[str, ...]
    # Drawn, as HTML of our own making.
    sections: tuple[str, ...]
    page: str
    sheet: str
