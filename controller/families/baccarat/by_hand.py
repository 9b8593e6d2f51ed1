"""Results by hand: the pad's keys build an entry, enter commits it, undo takes it back."""

from collections.abc import Callable
from typing import Final

from controller.facts.decisions import EntryRefused, Winner
from controller.facts.events import KeyPressed, ResultEntered, ShoeLoaded
from controller.facts.phrase import Phrase, phrase
from controller.families.baccarat import free_hands
from controller.families.baccarat.coup_result import LETTERS
from controller.families.baccarat.possible_results import (
    Kind,
    bonus_choices,
    mark_text,
    settle_kind,
)
from controller.families.baccarat.result import entered_outcome
from controller.families.baccarat.shoe_hands import all_hands, take_back
from controller.table import rounds, shoe
from controller.table.entry import is_pending, place_of
from controller.table.irregularity import report
from controller.table.shoe_change import NEW_SHOE, load_by_key, load_shoe
from controller.table.state import Irregular, PendingEntry, RoundState, TableState
from controller.table.steps.button import covers
from controller.table.unread import DEALER

DOUBLE_MS: Final = 2000
WINNERS: Final[dict[str, Winner]] = {winner: winner for winner in LETTERS.values()}
FLAGS: Final = ("natural", "player-pair", "banker-pair")


def press(table: TableState, event: KeyPressed) -> None:
    """Take a key; one that stands for nothing at this table is for the record alone."""
    if event.key.startswith(NEW_SHOE):
        return refuse_short_press(table) if table.rules.by_hand else load_by_key(table, event)
    handler = (KEYS if table.rules.by_hand else READER_KEYS).get(event.key)
    if handler is not None:
        table.entry = table.entry._replace(said=None, said_at="")
        handler(table, event)
    return None


def enter_result(table: TableState, event: ResultEntered) -> None:
    """Take a whole result at once."""
    if not table.rules.by_hand:
        report(table, Irregular("entry-refused"), event)
        return
    kind = Kind(LETTERS[event.mark[0]], "n" in event.mark, event.bonuses)
    settled = settle_kind(table.rules, kind)
    if isinstance(settled, Phrase):
        _refuse(table, settled)
    else:
        mark = mark_text(settled, "p" in event.mark, "b" in event.mark)
        _commit(table, event.model_copy(update={"mark": mark}))


def begin_shoe(table: TableState, event: ShoeLoaded) -> None:
    """Begin a shoe; at a table without a reader the figures of the old one are kept."""
    if not table.rules.by_hand:
        return load_shoe(table, event)
    least, most = table.rules.game.cards.decks
    if table.round and table.round.outcome:
        _refuse(table, phrase("settle-before-shoe"))
    elif not least <= event.decks <= most:
        _refuse(table, phrase("decks-of-game", least=least, most=most))
    else:
        shoe.load(table, event)
        table.entry = PendingEntry(committed_ms=table.entry.committed_ms)
        rounds.open_if_ready(table)
    return None


def refuse_short_press(table: TableState) -> None:
    """A slip must not wipe a board."""
    _refuse(table, phrase("shoe-key-not-held"))


# Keys that build the entry


def _set_winner(table: TableState, event: KeyPressed) -> None:
    table.entry = table.entry._replace(winner=WINNERS[event.key])


def _toggle(table: TableState, event: KeyPressed) -> None:
    entry = table.entry
    if event.key == "natural":
        table.entry = entry._replace(natural=not entry.natural)
    elif event.key == "player-pair":
        table.entry = entry._replace(player_pair=not entry.player_pair)
    else:
        table.entry = entry._replace(banker_pair=not entry.banker_pair)


def _next_bonus(table: TableState, _event: KeyPressed) -> None:
    entry = table.entry
    if not entry.winner:
        return _refuse(table, phrase("bonus-needs-winner"))
    choices = bonus_choices(table.rules, WINNERS[entry.winner], entry.natural)
    if entry.bonuses not in choices:
        bonuses: tuple[str, ...] = ()
    elif len(choices) == 1:
        return _refuse(table, phrase("no-bonus-fits", game=table.rules.game.name))
    else:
        bonuses = choices[(choices.index(entry.bonuses) + 1) % len(choices)]
    table.entry = entry._replace(bonuses=bonuses)
    return None


# Keys that end it


def _enter(table: TableState, event: KeyPressed) -> None:
    entry = table.entry
    if not entry.winner:
        return _refuse(table, phrase("no-winner-entered"))
    if _is_double(entry, event):
        return _refuse(table, phrase("entered-twice"))
    kind = Kind(WINNERS[entry.winner], entry.natural, entry.bonuses)
    settled = settle_kind(table.rules, kind)
    if isinstance(settled, Phrase):
        return _refuse(table, settled)
    mark = mark_text(settled, entry.player_pair, entry.banker_pair)
    result = ResultEntered(mark=mark, bonuses=settled.bonuses, is_free=event.is_long)
    if _commit(table, result):
        table.entry = PendingEntry(committed_ms=event.at_ms)
    return None


def _is_double(entry: PendingEntry, event: KeyPressed) -> bool:
    if event.at_ms is None or entry.committed_ms is None:
        return False
    return 0 <= event.at_ms - entry.committed_ms < DOUBLE_MS


def _undo(table: TableState, event: KeyPressed) -> None:
    if is_pending(table.entry) and not event.is_long:
        table.entry = PendingEntry(committed_ms=table.entry.committed_ms)
        return
    hands = all_hands(table)
    number = len(hands)
    if not number:
        _refuse(table, phrase("no-hand-to-take-back"))
        return
    if not (table.round and table.round.outcome) and not hands[-1].is_free:
        # Its wagers are paid: from here on it is the floor's to change.
        _refuse(table, phrase("settled-hand-is-the-floors", hand=number))
        return
    take_back(table, number, DEALER)
    table.entry = PendingEntry()
    _say(table, phrase("hand-taken-back", hand=number))


# At a table with a reader the same two keys start and call off a free hand


def _start_free(table: TableState, event: KeyPressed) -> None:
    if event.is_long:
        wrong = free_hands.fault(table)
        _refuse(table, wrong) if wrong else free_hands.start(table)


def _call_off_free(table: TableState, _event: KeyPressed) -> None:
    free_hands.call_off(table)


def _commit(table: TableState, result: ResultEntered) -> bool:
    wrong = _why_not(table, result)
    if wrong:
        _refuse(table, wrong)
    elif result.is_free:
        table.last = entered_outcome(table.rounds, result)
        table.decide(table.last)
        shoe.record(table, table.last)
    else:
        rounds.take(table, result)
    return wrong is None


def _why_not(table: TableState, result: ResultEntered) -> Phrase | None:
    current = table.round
    if table.shoe.ended:
        return phrase("no-shoe-in-play")
    if not result.is_free:
        if current is None or "result" not in current.open_steps:
            return phrase("no-result-due")
        return _button_gap(table, current)
    if current and current.outcome:
        return phrase("settle-before-free-hand")
    if current and current.betting.wagers:
        return phrase("wagers-on-table")
    return None


def _button_gap(table: TableState, current: RoundState) -> Phrase | None:
    """A bank that may be short is settled from the button, so its card is entered first."""
    rule, covered = table.rules.game.button, covers(current)
    if rule is None or rule.used == "always" or covered or current.button.counted is not None:
        return None
    return phrase("coverage-before-result" if covered is None else "button-card-before-result")


def _refuse(table: TableState, reason: Phrase) -> None:
    _say(table, reason)
    table.decide(EntryRefused(reason=reason))


def _say(table: TableState, words: Phrase) -> None:
    table.entry = table.entry._replace(said=words, said_at=place_of(table))


Handler = Callable[[TableState, KeyPressed], None]
KEYS: Final[dict[str, Handler]] = {
    **dict.fromkeys(WINNERS, _set_winner),
    **dict.fromkeys(FLAGS, _toggle),
    "bonus": _next_bonus,
    "enter": _enter,
    "undo": _undo,
}
READER_KEYS: Final[dict[str, Handler]] = {"enter": _start_free, "undo": _call_off_free}
