"""Second betting windows: seats play or check, fold where they may, cards are turned."""

from functools import lru_cache
from typing import NamedTuple

from config.poker import Window
from controller.facts.events import CardsRevealed, HandFolded, PlayClosed, PlayPlaced
from controller.facts.fact import Fact
from controller.table.family import DONE, Step, StepResult
from controller.table.state import Irregular, RoundState, Rules, TableState, Wanted
from controller.table.steps.holders import players_of

Entry = HandFolded | PlayPlaced | PlayClosed


class Decided(NamedTuple):
    """The seats that folded, and those that made their second wager."""

    folded: frozenset[int] = frozenset()
    raised: frozenset[int] = frozenset()


class Turned(NamedTuple):
    """Hands that lay face down are shown."""

    is_turned: bool


def window_step(label: str) -> Step:
    """A betting window; without a label, seats fold or have played and nobody enters the rest."""

    def wanted(table: TableState, current: RoundState) -> tuple[Wanted, ...]:
        hands, (folded, raised) = players_of(table, current), current.get(Decided)
        return _window_wanted(table.rules, label, hands, folded, raised)

    def take(table: TableState, current: RoundState, event: Entry, forced: bool) -> StepResult:
        if isinstance(event, PlayClosed):
            return DONE
        wrong = _entry_fault(table, current, event, table.rules.game.play.get(label))
        if wrong and not forced:
            return wrong
        folded, raised = current.get(Decided)
        if isinstance(event, HandFolded):
            current.put(Decided(folded | {event.seat}, raised))
        else:
            current.put(Decided(folded, raised | {event.seat}))
        return None

    events: frozenset[type[Fact]] = frozenset({HandFolded, PlayPlaced, PlayClosed})
    return Step("play", events, wanted, take, _begin, part=Decided, labelled=window_step)


def _begin(_table: TableState, current: RoundState) -> None:
    current.put(current.find(Decided) or Decided())


def reveal_step(label: str) -> Step:
    """Cards of the bank or of the community are turned up."""

    def wanted(table: TableState, _round: RoundState) -> tuple[Wanted, ...]:
        return _reveal_wanted(table.rules, label)

    events: frozenset[type[Fact]] = frozenset({CardsRevealed})
    return Step("reveal", events, wanted, _reveal, part=Turned, labelled=reveal_step)


def _reveal(
    _table: TableState, current: RoundState, _event: CardsRevealed, _forced: bool
) -> StepResult:
    """Hands that lay face down are shown from now on."""
    current.put(Turned(True))
    return DONE


@lru_cache(maxsize=256)
def _reveal_wanted(rules: Rules, label: str) -> tuple[Wanted, ...]:
    turning = rules.game.reveal[label]
    name = label.replace("-", " ")
    if turning.whose == "community":
        text = f"Turn {turning.count} community cards, the {name}"
    else:
        text = f"Turn the bank's {name if turning.count == 1 else f'{turning.count} hidden cards'}"
    return (Wanted("cards_revealed", text),)


def is_turned(current: RoundState) -> bool:
    """Tell whether hands that lay face down have been turned."""
    return current.find(Turned) is not None


@lru_cache(maxsize=4096)
def _window_wanted(
    rules: Rules,
    label: str,
    hands: tuple[int, ...],
    folded: frozenset[int],
    raised: frozenset[int],
) -> tuple[Wanted, ...]:
    window = rules.game.play.get(label)
    undecided = [seat for seat in hands if seat not in folded and seat not in raised]
    may_fold = window is None or window.folds
    entries = [Wanted("play_closed", f"Every seat has played or {_other(may_fold)}")]
    for seat in undecided:
        if window is not None:
            text = f"Seat {seat} plays {_times(window)} the Ante"
            entries.append(Wanted("play_placed", text, seat))
        if may_fold:
            entries.append(Wanted("hand_folded", f"Seat {seat} folds", seat))
    return tuple(entries)


def _other(may_fold: bool) -> str:
    return "folded" if may_fold else "checked"


def _times(window: Window) -> str:
    return " or ".join(map(str, window.times)) + (" time" if window.times == (1,) else " times")


def _entry_fault(
    table: TableState, current: RoundState, event: HandFolded | PlayPlaced, window: Window | None
) -> Irregular | None:
    verb = "folds" if isinstance(event, HandFolded) else "plays"
    seen = f"seat {event.seat} {verb}"
    folded, raised = current.get(Decided)
    if event.seat not in players_of(table, current) or event.seat in folded:
        return Irregular("entry-refused", seen)
    if isinstance(event, HandFolded):
        return _fold_fault(raised, event, window)
    if window is None:
        return Irregular("entry-refused", seen)
    if event.seat in raised:
        return Irregular("second-play-wager", f"{seen} a second time")
    if event.times is not None and event.times not in window.times:
        seen = f"{seen} {event.times} times the Ante"
        return Irregular("play-wager-wrong", seen, f"{_times(window)} the Ante")
    return None


def _fold_fault(
    raised: frozenset[int], event: HandFolded, window: Window | None
) -> Irregular | None:
    if event.seat in raised:
        return Irregular("fold-after-play", f"seat {event.seat} folds after its Play wager")
    if window is not None and not window.folds:
        return Irregular("fold-too-early", f"seat {event.seat} folds")
    return None


PLAY = window_step("")
REVEAL = reveal_step("")
