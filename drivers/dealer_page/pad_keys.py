"""Keys of the pad: which of them say that what is expected has happened."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final

from controller.facts.board import Board
from controller.facts.decisions import Expectation
from controller.facts.events import Event, PlayPlaced
from drivers.entry_pad.protocol import EntryPadProtocol
from drivers.wire.codec import wire_message

_PLAIN: Final = {
    "bank_accepted": ("bank-yes",),
    "bank_declined": ("bank-no",),
    "collection_taken": ("collection",),
    "bets_closed": ("close-bets",),
    "coverage_declared": ("covered", "short"),
    "cards_revealed": ("revealed",),
    "piles_dealt": ("piles-dealt",),
    "piles_delivered": ("piles-delivered",),
    "hands_set": ("hands-set",),
    "cards_dealt": ("cards-dealt",),
    "play_closed": ("play-closed",),
    "insurance_closed": ("insurance-closed",),
    "hole_checked": ("hole-clear", "hole-natural"),
    "hand_stood": ("stand",),
    "hand_doubled": ("double",),
    "hand_split": ("split",),
    "hand_surrendered": ("surrender",),
    "hand_rescued": ("rescue",),
    "stage_settled": ("stage-settled",),
    "round_settled": ("settled",),
}
_AT_SEATS: Final = {
    "hand_folded": "fold",
    "play_placed": "play",
    "insurance_taken": "insure",
    "even_money_taken": "even",
    "hand_surrendered": "give-up",
    "sweep_declared": "sweep",
}
RESULT: Final = (
    "player",
    "banker",
    "tie",
    "player-pair",
    "banker-pair",
    "natural",
    "bonus",
)


def keys_of(wanted: Expectation, piles: int) -> Iterable[str]:
    """The keys that tell of it; none where it is keyed in otherwise, or a device tells."""
    # A seat without a hand in turn has a key of its own; the hand whose turn it is needs no seat.
    if wanted.event in _AT_SEATS and wanted.seat and not wanted.hand:
        return (f"{_AT_SEATS[wanted.event]}-{wanted.seat}",)
    if wanted.event == "pile_chosen":
        return [f"pile-{pile}" for pile in range(1, piles + 1)]
    return _PLAIN.get(wanted.event, ())


@cache
def event_of_key(key: str, is_long: bool = False) -> Event:
    """What a key of the pad says; when it was pressed is for the page to add."""
    press = "long" if is_long else "short"
    event = EntryPadProtocol().event(wire_message("key_pressed", key=key, press=press))
    assert event is not None
    return event


def other_plays(wanted: Expectation) -> list[PlayPlaced]:
    """A Play wager smaller than the key's, where a seat may choose how many times the Ante."""
    times = wanted.arguments.get("times")
    if wanted.event != "play_placed" or not wanted.seat or not isinstance(times, tuple):
        return []
    sizes = [int(str(each)) for each in times]
    smaller = sorted((each for each in sizes if each != max(sizes)), reverse=True)
    return [PlayPlaced(seat=wanted.seat, times=each) for each in smaller]


def is_entered(board: Board, key: str) -> bool:
    """Whether a key of a result is keyed in already."""
    entry = board.entry
    if entry is None:
        return False
    held: dict[str, Callable[[], bool]] = {
        "player-pair": lambda: entry.player_pair,
        "banker-pair": lambda: entry.banker_pair,
        "natural": lambda: entry.natural,
        "bonus": lambda: bool(entry.bonuses),
    }
    return held[key]() if key in held else entry.winner == key
