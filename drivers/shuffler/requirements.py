"""What a shuffler owes the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.requirement import Action, Conduct, Requirement, ViolationError
from drivers.wire.codec import wire_message

if TYPE_CHECKING:
    from drivers.conformance.linked_host import LinkedHost
    from drivers.conformance.trial import Trial

DECK: Final = 52
STACK: Final = 3
LAST_STACK: Final = 60
DEALT: Final = "stacks dealt"

TAKE: Final = Action("take", "lift the stack out of the tray")
OPEN: Final = Action("open_door", "open the door")
CLOSE: Final = Action("close_door", "close the door")
JAM: Final = Action("jam", "let a card get stuck at the output", {"place": "output"})
CLEAR: Final = Action("clear", "remove the stuck card")
# What stands in the way of a stack, the hand that removes it, and how the machine tells.
REMEDIES: Final = {
    "jammed": (CLEAR, "shuffler_cleared"),
    "door-open": (CLOSE, "shuffler_door_closed"),
    "tray-full": (TAKE, "stack_taken"),
}


def counts_the_deck(trial: Trial) -> None:
    """A deck is loaded, shuffled and counted."""
    host = _empty(trial)
    _load(trial, host)
    host.expect_no_more()
    trial.standing[DEALT] = 0


def dispenses_a_stack(trial: Trial) -> None:
    """The stack that was ordered lies in the tray."""
    host = _with_deck(trial)
    stack = _dispense(trial, host)
    _take(trial, host, stack)
    host.expect_no_more()


def waits_for_the_tray(trial: Trial) -> None:
    """No stack goes onto another."""
    host = _with_deck(trial)
    stack = _dispense(trial, host)
    host.must_refuse("tray-full", "dispense_stack", stack=stack + 1, count=STACK)
    _take(trial, host, stack)
    host.expect_no_more()


def dispenses_once(trial: Trial) -> None:
    """A stack that was put out is acknowledged and not repeated."""
    host = _with_deck(trial)
    stack = _dispense(trial, host)
    _take(trial, host, stack)
    host.must_accept("dispense_stack", stack=stack, count=STACK)
    host.expect_no_more()


def stops_at_the_door(trial: Trial) -> None:
    """An open door is reported and stops work."""
    host = _with_deck(trial)
    trial.hands.perform(OPEN)
    host.expect("shuffler_door_opened")
    host.must_refuse("door-open", "dispense_stack", stack=_next(trial), count=STACK)
    trial.hands.perform(CLOSE)
    host.expect("shuffler_door_closed")
    host.expect_no_more()


def stops_at_a_jam(trial: Trial) -> None:
    """A jam is reported and stops work until it is cleared."""
    host = _with_deck(trial)
    trial.hands.perform(JAM)
    host.expect("shuffler_jammed", place="output")
    host.must_refuse("jammed", "dispense_stack", stack=_next(trial), count=STACK)
    trial.hands.perform(CLEAR)
    host.expect("shuffler_cleared")
    host.expect_no_more()


def knows_what_is_left(trial: Trial) -> None:
    """More cards than are left are refused."""
    host = _with_deck(trial)
    host.must_refuse("deck-empty", "dispense_stack", stack=_next(trial), count=DECK + 1)
    host.expect_no_more()


def unloads_with_count(trial: Trial) -> None:
    """The rest of the deck is put out and counted."""
    host = _with_deck(trial)
    if trial.standing[DEALT] == 0:
        _take(trial, host, _dispense(trial, host))
    left = DECK - STACK * trial.standing[DEALT]
    host.must_accept("unload_deck")
    host.expect("deck_unloaded", colour="red", count=left)
    host.expect_no_more()
    trial.standing.pop(DEALT)


def unloads_nothing(trial: Trial) -> None:
    """Without a deck in play an unload is acknowledged and does nothing."""
    host = _empty(trial)
    host.must_accept("unload_deck")
    host.expect_no_more()


def refuses_without_a_deck(trial: Trial) -> None:
    """Without a deck there is no stack."""
    host = _empty(trial)
    host.must_refuse("no-deck", "dispense_stack", stack=1, count=STACK)
    host.expect_no_more()


def counts_over_a_power_cut(trial: Trial) -> None:
    """The stacks put out before the power went are known after it."""
    host = _with_deck(trial)
    _take(trial, host, _dispense(trial, host))
    host.quiet()
    trial.must_count(trial.standing[DEALT])


def rejects_a_short_deck(trial: Trial) -> None:
    """A card too few is noticed."""
    _reject(trial, DECK - 1, "short")


def rejects_a_long_deck(trial: Trial) -> None:
    """Two cards too many are noticed; one could be a joker."""
    _reject(trial, DECK + 2, "long")


def takes_a_joker(trial: Trial) -> None:
    """A deck and its joker are a deck."""
    host = _empty(trial)
    cards = DECK + 1
    prompt = f"load a blue deck of {DECK} and one joker"
    trial.hands.perform(Action("load", prompt, {"colour": "blue", "cards": cards}))
    host.expect("deck_loaded", colour="blue")
    host.expect("deck_shuffled", colour="blue", count=cards)
    _put_out(trial, host)


def unloads_behind_a_closed_door(trial: Trial) -> None:
    """With the door open nothing moves."""
    host = _with_deck(trial)
    if trial.standing[DEALT] == 0:
        _take(trial, host, _dispense(trial, host))
    trial.hands.perform(OPEN)
    host.expect("shuffler_door_opened")
    host.must_refuse("door-open", "unload_deck")
    trial.hands.perform(CLOSE)
    host.expect("shuffler_door_closed")
    host.expect_no_more()


def tells_what_stops_it(trial: Trial) -> None:
    """The table knows after a power cut that the door stands open."""
    host = trial.linked()
    trial.hands.perform(OPEN)
    host.expect("shuffler_door_opened")
    try:
        host = trial.must_tell("shuffler_door_opened")
    finally:
        trial.hands.perform(CLOSE)
    host.expect("shuffler_door_closed")
    host.quiet()


def _reject(trial: Trial, cards: int, reason: str) -> None:
    host = _empty(trial)
    action = Action("load", f"load a blue deck of {cards}", {"colour": "blue", "cards": cards})
    trial.hands.perform(action)
    host.expect("deck_loaded", colour="blue")
    host.expect("deck_rejected", colour="blue", reason=reason, count=cards)
    host.expect_no_more()


def _load(trial: Trial, host: LinkedHost) -> None:
    action = Action("load", f"load a red deck of {DECK}", {"colour": "red", "cards": DECK})
    trial.hands.perform(action)
    host.expect("deck_loaded", colour="red")
    host.expect("deck_shuffled", colour="red", count=DECK)


def _next(trial: Trial) -> int:
    return trial.standing[DEALT] + 1


def _dispense(trial: Trial, host: LinkedHost) -> int:
    stack = _next(trial)
    host.must_accept("dispense_stack", stack=stack, count=STACK)
    trial.standing[DEALT] = stack
    host.expect("stack_dispensed", stack=stack, count=STACK, colour="red")
    return stack


def _take(trial: Trial, host: LinkedHost, stack: int) -> None:
    trial.hands.perform(TAKE)
    host.expect("stack_taken", stack=stack)


def _with_deck(trial: Trial) -> LinkedHost:
    """A machine with a red deck; loaded again unless one is there."""
    host = trial.linked()
    if DEALT not in trial.standing:
        _put_out(trial, host)
        _load(trial, host)
        trial.standing[DEALT] = 0
    return host


def _empty(trial: Trial) -> LinkedHost:
    """A machine without a deck."""
    host = trial.linked()
    trial.standing.pop(DEALT, None)
    _put_out(trial, host)
    return host


def _put_out(trial: Trial, host: LinkedHost) -> None:
    """Empty a machine of which nothing is known."""
    fault = _first_fault(trial, host)
    if fault is None:
        host.event("stack_dispensed")
        trial.hands.perform(TAKE)
        host.event("stack_taken")
    host.must_accept("unload_deck")
    if fault in (None, "deck-empty"):
        host.event("deck_unloaded")
    host.quiet()


def _first_fault(trial: Trial, host: LinkedHost) -> str | None:
    """What a machine says to a stack once nothing is in its way any more."""
    for _ in range(len(REMEDIES) + 1):
        fault = host.order("dispense_stack", stack=LAST_STACK, count=1)
        if fault not in REMEDIES:
            return fault
        action, event = REMEDIES[fault]
        trial.hands.perform(action)
        host.event(event)
    raise ViolationError(f"the tray, the door and the path are free, and it says {fault}")


CONDUCT: Final = Conduct(
    stirrings=(Action("open_door", "open the door"), Action("close_door", "close the door")),
    harmless=wire_message("dispense_stack", stack=60, count=60),
    out_of_range=tuple(
        bytes([stack, 0, count]) for stack, count in ((61, 3), (0, 3), (60, 0), (60, 61))
    ),
    telling=(JAM, CLEAR),
    foundation=("SHU-01", "SHU-05", "SHU-06"),
    requirements=(
        Requirement(
            "SHU-01",
            "refuses without a deck",
            "With no deck in the machine a stack is refused with no-deck.",
            refuses_without_a_deck,
        ),
        Requirement(
            "SHU-02",
            "unloads nothing",
            "With no deck in play an unload is acknowledged and nothing happens.",
            unloads_nothing,
        ),
        Requirement(
            "SHU-03",
            "rejects a short deck",
            "A deck with a card too few is put out and reported with its count.",
            rejects_a_short_deck,
        ),
        Requirement(
            "SHU-04",
            "rejects a long deck",
            "A deck with more cards than deck and joker is put out and reported with its count.",
            rejects_a_long_deck,
        ),
        Requirement(
            "SHU-05",
            "counts the deck",
            "A deck that was put in is reported with its colour, then shuffled with its count.",
            counts_the_deck,
        ),
        Requirement(
            "SHU-06",
            "dispenses a stack",
            "An ordered stack is reported in the tray, with number, count, colour; then as taken.",
            dispenses_a_stack,
        ),
        Requirement(
            "SHU-07",
            "waits for the tray",
            "While a stack lies in the tray the next is refused with tray-full.",
            waits_for_the_tray,
        ),
        Requirement(
            "SHU-08",
            "dispenses once",
            "A stack of this deck that was put out is acknowledged and not repeated.",
            dispenses_once,
        ),
        Requirement(
            "SHU-09",
            "stops at the door",
            "An open door is reported and stacks are refused with door-open until it is closed.",
            stops_at_the_door,
        ),
        Requirement(
            "SHU-10",
            "stops at a jam",
            "A jam is reported with its place and stacks are refused until it is cleared.",
            stops_at_a_jam,
        ),
        Requirement(
            "SHU-11",
            "knows what is left",
            "A stack of more cards than are left is refused with deck-empty.",
            knows_what_is_left,
        ),
        Requirement(
            "SHU-12",
            "unloads with count",
            "What is left of the deck is put out and reported with colour and count.",
            unloads_with_count,
        ),
        Requirement(
            "SHU-13",
            "counts over a power cut",
            "The hello after a power cut says how many stacks of the deck in play were put out, or"
            " that the device counts nothing.",
            counts_over_a_power_cut,
        ),
        Requirement(
            "SHU-14",
            "takes a joker",
            "A deck of 52 and one joker is a deck: it is shuffled and counted as 53.",
            takes_a_joker,
        ),
        Requirement(
            "SHU-15",
            "unloads behind a closed door",
            "With the door open a deck in play stays: unload_deck is refused with door-open.",
            unloads_behind_a_closed_door,
        ),
        Requirement(
            "SHU-16",
            "tells what stops it",
            "A door that stands open at a start under a new boot number is told once.",
            tells_what_stops_it,
        ),
    ),
)
