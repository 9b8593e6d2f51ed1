"""Second betting windows: seats play or check, fold where they may, cards are turned."""

from functools import lru_cache
from typing import Final, NamedTuple

from config.poker import Window
from controller.facts.decisions import Expectation
from controller.facts.events import CardsRevealed, HandFolded, PlayClosed, PlayPlaced
from controller.facts.fact import Fact
from controller.facts.phrase import phrase
from controller.table.family import DONE, Step, StepResult
from controller.table.irregularity import note
from controller.table.placed_wagers import PlacedWager, add, amount_of, owners_behind
from controller.table.state import Irregular, RoundState, Rules, TableState, expect
from controller.table.steps.holders import players_of

Entry = HandFolded | PlayPlaced | PlayClosed


class Decided(NamedTuple):
    """The seats that folded, and those that made their second wager."""

    folded: frozenset[int] = frozenset()
    raised: frozenset[int] = frozenset()


NOBODY_DECIDED: Final = Decided()


class Turned(NamedTuple):
    """Hands that lay face down are shown."""

    is_turned: bool


def window_step(label: str) -> Step:
    """A betting window; without a label, seats fold or have played and nobody enters the rest."""

    def wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
        hands, (folded, raised) = _still_asked(table, current), current.get(Decided)
        return _window_wanted(table.rules, label, hands, folded, raised)

    def take(table: TableState, current: RoundState, event: Entry, forced: bool) -> StepResult:
        if isinstance(event, PlayClosed):
            return _closing_fault(table, current, label) or DONE
        wrong = _entry_fault(table, current, event, table.rules.game.play.get(label))
        if wrong and not forced:
            return wrong
        _note_order(table, current, event)
        folded, raised = current.get(Decided)
        if isinstance(event, HandFolded):
            current.put(Decided(folded | {event.seat}, raised))
        else:
            current.put(Decided(folded, raised | {event.seat}))
            _stake_play(current, event, table.rules.game.play.get(label))
        return None

    events: frozenset[type[Fact]] = frozenset({HandFolded, PlayPlaced, PlayClosed})
    return Step("play", events, wanted, take, _begin, part=Decided, labelled=window_step)


def _stake_play(current: RoundState, event: PlayPlaced, window: Window | None) -> None:
    """Where an Ante is known, so is the Play wager that is a multiple of it."""
    times = event.times or (max(window.times) if window else None)
    for owner in ("", *owners_behind(current, event.seat)):
        ante = amount_of(current, event.seat, "ante", owner)
        if ante is not None and times is not None:
            add(current, PlacedWager(event.seat, "play", ante * times, owner))


def _begin(_table: TableState, current: RoundState) -> None:
    current.put(current.find(Decided) or NOBODY_DECIDED)


@lru_cache(maxsize=64)
def windows_of(rules: Rules) -> tuple[str, ...]:
    """The betting windows of a round by their labels, in order."""
    steps = (name.partition(":") for group in rules.game.deal.steps for name in group)
    return tuple(label for kind, _, label in steps if kind == "play" and label)


def open_window(current: RoundState) -> str | None:
    """The label of the window that is open."""
    steps = (name.partition(":") for name in current.open_steps)
    return next((label for kind, _, label in steps if kind == "play" and label), None)


def reveal_step(label: str) -> Step:
    """Cards of the bank or of the community are turned up."""

    def wanted(table: TableState, _round: RoundState) -> tuple[Expectation, ...]:
        return _reveal_wanted(table.rules, label)

    events: frozenset[type[Fact]] = frozenset({CardsRevealed})
    return Step("reveal", events, wanted, _reveal, part=Turned, labelled=reveal_step)


def _reveal(
    _table: TableState, current: RoundState, _event: CardsRevealed, _forced: bool
) -> StepResult:
    """Hands that lay face down are shown from now on."""
    current.put(Turned(True))
    return DONE


def _reveal_wanted(rules: Rules, label: str) -> tuple[Expectation, ...]:
    turning = rules.game.reveal[label]
    few = "turn-bank-card" if turning.count == 1 else "turn-bank-hidden"
    code = "turn-community" if turning.whose == "community" else few
    return (expect("cards_revealed", code, count=turning.count, label=label),)


def is_turned(current: RoundState) -> bool:
    """Tell whether hands that lay face down have been turned."""
    return current.find(Turned) is not None


def _window_wanted(
    rules: Rules,
    label: str,
    hands: tuple[int, ...],
    folded: frozenset[int],
    raised: frozenset[int],
) -> tuple[Expectation, ...]:
    window = rules.game.play.get(label)
    undecided = [seat for seat in hands if seat not in folded and seat not in raised]
    may_fold = window is None or window.folds
    closing = expect("play_closed", "all-played-or-folded" if may_fold else "all-played-or-checked")
    entries = [] if undecided and window is not None and window.folds else [closing]
    for seat in undecided:
        if window is not None:
            entries.append(expect("play_placed", "seat-plays", seat, times=window.times))
        if may_fold:
            entries.append(expect("hand_folded", "seat-folds", seat))
    return tuple(entries)


def _asked(table: TableState, current: RoundState) -> tuple[int, ...]:
    """The seats with a hand, in the order in which they are asked."""
    hands, decisions = players_of(table, current), table.rules.game.decisions
    return tuple(sorted(hands)) if decisions and decisions.first == "house-left" else hands


def _still_asked(table: TableState, current: RoundState) -> tuple[int, ...]:
    """Where seats are asked in turn: those whose turn has not gone by."""
    hands, (folded, raised) = _asked(table, current), current.get(Decided)
    gone = [place for place, seat in enumerate(hands, 1) if seat in folded | raised]
    return hands[max(gone, default=0) :] if table.rules.game.decisions else hands


def _closing_fault(table: TableState, current: RoundState, label: str) -> Irregular | None:
    """Where a seat bets or folds, nobody is left undecided; elsewhere silence is a check."""
    window, (folded, raised) = table.rules.game.play.get(label), current.get(Decided)
    if window is None or not window.folds:
        return None
    left = tuple(seat for seat in _asked(table, current) if seat not in folded | raised)
    return Irregular("seats-undecided", phrase("seats-still-decide", seats=left)) if left else None


def _note_order(table: TableState, current: RoundState, event: HandFolded | PlayPlaced) -> None:
    """Tell of a seat that decides after one that is asked later; its word counts all the same."""
    order, (folded, raised) = _asked(table, current), current.get(Decided)
    later = order[order.index(event.seat) + 1 :] if event.seat in order else ()
    if table.rules.game.decisions and (folded | raised) & set(later):
        note(table, Irregular("decision-out-of-turn"), event)


def _entry_fault(
    table: TableState, current: RoundState, event: HandFolded | PlayPlaced, window: Window | None
) -> Irregular | None:
    folded, raised = current.get(Decided)
    if event.seat not in players_of(table, current) or event.seat in folded:
        return Irregular("entry-refused")
    if isinstance(event, HandFolded):
        return _fold_fault(raised, event, window)
    if window is None:
        return Irregular("entry-refused")
    if event.seat in raised:
        return Irregular("second-play-wager")
    if event.times is not None and event.times not in window.times:
        due = phrase("times-the-ante", times=window.times)
        played = phrase("seat-plays", seat=event.seat, times=(event.times,))
        return Irregular("play-wager-wrong", due, played)
    return None


def _fold_fault(
    raised: frozenset[int], event: HandFolded, window: Window | None
) -> Irregular | None:
    if event.seat in raised:
        return Irregular("fold-after-play")
    if window is not None and not window.folds:
        return Irregular("fold-too-early")
    return None


PLAY = window_step("")
REVEAL = reveal_step("")
