"""What stood on the table before: emulators that start again continue from the record."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from controller.bus.client import AnswersClient
from controller.bus.messages import Entry
from controller.facts.events import (
    CardDrawn,
    CardUnreadable,
    CutCardDrawn,
    DeckLoaded,
    DeckShuffled,
    DeckUnloaded,
    DeviceConnected,
    Event,
    ShoeLoaded,
    StackDispensed,
    StackTaken,
)

WINDOW = 4000


@dataclass
class Standing:
    """The shoe and the deck as the record left them."""

    decks: int = 0
    drawn: Counter[str] = field(default_factory=Counter)
    # Cards the shoe told of, read or not.
    told: int = 0
    boot: int | None = None
    is_cut_out: bool = False
    last_card: str = ""
    colour: str = ""
    is_shuffled: bool = False
    stacks: dict[int, int] = field(default_factory=dict)
    in_tray: int = 0

    def follow(self, event: Event) -> None:
        """Do to the picture what the event did to the table."""
        match event:
            case ShoeLoaded(decks=decks):
                self.decks, self.drawn, self.is_cut_out = decks, Counter(), False
                self.told = 0
            case CardDrawn(card=card):
                self.drawn[str(card)] += 1
                self.last_card = str(card)
                self.told += 1
            case CardUnreadable():
                self.told += 1
            case DeviceConnected(device_kind="shoe", count=int(count), boot=boot):
                # Lost reports are in its count alone, which stays as it was when the boot began.
                self.told = self.told if boot == self.boot else max(self.told, count)
                self.boot = boot
            case CutCardDrawn():
                self.is_cut_out = True
            case DeckLoaded(colour=colour):
                self.colour, self.is_shuffled, self.stacks = colour, False, {}
            case DeckShuffled():
                self.is_shuffled = True
            case StackDispensed(stack=stack, count=count):
                self.stacks[stack] = count
                self.in_tray = stack
            case StackTaken():
                self.in_tray = 0
            case DeckUnloaded():
                self.colour, self.is_shuffled, self.stacks, self.in_tray = "", False, {}, 0


def read_standing(table: AnswersClient) -> Standing:
    """Read back from the end of the record until a deck, or a shoe that was known, was loaded."""
    last = table.board().number
    first = last
    entries: list[Entry] = []
    while first > 0:
        first = max(0, first - WINDOW)
        entries = list(_rows(table, first, last))
        if _tells_all(entry.event for entry in entries):
            break
    standing = Standing()
    for entry in entries:
        if entry.event is not None:
            standing.follow(entry.event)
    return standing


def _tells_all(events: Iterable[Event | None]) -> bool:
    is_known = False
    for event in events:
        is_known |= isinstance(event, DeviceConnected) and event.device_kind == "shoe"
        if isinstance(event, DeckLoaded) or (is_known and isinstance(event, ShoeLoaded)):
            return True
    return False


def _rows(table: AnswersClient, after: int, last: int) -> Iterable[Entry]:
    while after < last:
        rows = table.history(after)
        if not rows:
            return
        yield from rows
        after = rows[-1].number
