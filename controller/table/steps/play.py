"""Second betting windows: seats play or check, fold where they may, cards are turned."""

from typing import NamedTuple

from config.poker import Window
from controller.facts.decisions import Expectation
from controller.facts.events import CardsRevealed, HandFolded, PlayClosed, PlayPlaced
from controller.facts.fact import Fact
from controller.facts.phrase import phrase
from controller.table.family import DONE, Step, StepResult
from controller.table.placed_wagers import PlacedWager, add, amount_of
from controller.table.state import Irregular, RoundState, Rules, TableState, expect
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

    def wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
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
            _stake_play(current, event, table.rules.game.play.get(label))
        return None

    events: frozenset[type[Fact]] = frozenset({HandFolded, PlayPlaced, PlayClosed})
    return Step("play", events, wanted, take, _begin, part=Decided, labelled=window_step)


def _stake_play(current: RoundState, event: PlayPlaced, window: Window | None) -> None:
    """Where the Ante is known, so is the Play wager that is a multiple of it."""
    only = window.times[0] if window and len(window.times) == 1 else None
    ante, times = amount_of(current, event.seat, "ante"), event.times or only
    if ante is not None and times is not None:
        add(current, PlacedWager(event.seat, "play", ante * times))


def _begin(_table: TableState, current: RoundState) -> None:
    current.put(current.find(Decided) or Decided())


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
    entries = [
        expect("play_closed", "all-played-or-folded" if may_fold else "all-played-or-checked")
    ]
    for seat in undecided:
        if window is not None:
            entries.append(expect("play_placed", "seat-plays", seat, times=window.times))
        if may_fold:
            entries.append(expect("hand_folded", "seat-folds", seat))
    return tuple(entries)


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
