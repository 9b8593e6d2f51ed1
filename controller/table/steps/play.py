"""Second betting windows: seats play or check, fold where they may, cards are turned."""

from functools import lru_cache

from config.poker import Window
from controller.facts.events import CardsRevealed, HandFolded, PlayClosed, PlayPlaced
from controller.table.state import Irregular, RoundState, Rules, TableState, Wanted
from controller.table.steps.stacks import CENTRE
from controller.table.steps.step import DONE, Outcome, Step

Entry = HandFolded | PlayPlaced | PlayClosed


def window_step(label: str) -> Step:
    """A betting window; without a label, seats fold or have played and nobody enters the rest."""

    def wanted(table: TableState, current: RoundState) -> tuple[Wanted, ...]:
        hands = _hands(table, current)
        return _window_wanted(table.rules, label, hands, current.folded, current.raised)

    def take(table: TableState, current: RoundState, event: Entry, forced: bool) -> Outcome:
        if isinstance(event, PlayClosed):
            return DONE
        wrong = _entry_fault(table, current, event, table.rules.game.play.get(label))
        if wrong and not forced:
            return wrong
        if isinstance(event, HandFolded):
            current.folded |= {event.seat}
        else:
            current.raised |= {event.seat}
        return None

    return Step("play", frozenset({HandFolded, PlayPlaced, PlayClosed}), wanted, take)


def reveal_step(label: str) -> Step:
    """Cards of the bank or of the community are turned up."""

    def wanted(table: TableState, _round: RoundState) -> tuple[Wanted, ...]:
        return _reveal_wanted(table.rules, label)

    return Step("reveal", frozenset({CardsRevealed}), wanted, _reveal)


def _reveal(
    _table: TableState, current: RoundState, _event: CardsRevealed, _forced: bool
) -> Outcome:
    """Hands that lay face down are shown from now on."""
    current.face_down = ()
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


def _hands(table: TableState, current: RoundState) -> tuple[int, ...]:
    others = (CENTRE, table.bank.seat)
    return tuple(seat for seat in current.stack_seats if seat not in others)


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
    if event.seat not in _hands(table, current) or event.seat in current.folded:
        return Irregular("entry-refused", seen)
    if isinstance(event, HandFolded):
        return _fold_fault(current, event, window)
    if window is None:
        return Irregular("entry-refused", seen)
    if event.seat in current.raised:
        return Irregular("second-play-wager", f"{seen} a second time")
    if event.times is not None and event.times not in window.times:
        seen = f"{seen} {event.times} times the Ante"
        return Irregular("play-wager-wrong", seen, f"{_times(window)} the Ante")
    return None


def _fold_fault(current: RoundState, event: HandFolded, window: Window | None) -> Irregular | None:
    if event.seat in current.raised:
        return Irregular("fold-after-play", f"seat {event.seat} folds after its Play wager")
    if window is not None and not window.folds:
        return Irregular("fold-too-early", f"seat {event.seat} folds")
    return None


PLAY = window_step("")
