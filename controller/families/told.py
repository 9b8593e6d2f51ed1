"""A round that a file tells: dealt once more through the table's own rules."""

from dataclasses import replace
from typing import Final, NamedTuple

from controller.facts.decisions import IrregularityFound
from controller.facts.events import CardDrawn, Event, RulingGiven
from controller.families.book_lines import lines_of
from controller.families.opening import closed_table, opening_event
from controller.families.told_deal import ToldHands, cards_left
from controller.families.told_deeds import require_same_deeds
from controller.settlement.finished import FinishedRound
from controller.settlement.verdict import IllegalRoundError, RoundError
from controller.table.advance import advance
from controller.table.state import Rules, TableState

ACCEPTED: Final = RulingGiven(by="as told", ruling="accept")
LAST: Final = ("settle",)


class _Telling(NamedTuple):
    """What a file tells of a round, and the hands that deal it so."""

    told: FinishedRound
    hands: ToldHands


def require_legal(rules: Rules, told: FinishedRound) -> None:
    """Refuse a round that the table would not have let happen, with what it would have said."""
    first = told.bank.seat if told.bank else told.button
    if first is None or not told.seats:
        return
    rules = replace(rules, first_seat=first)
    telling = _Telling(told, ToldHands(rules, told))
    _play(_advanced(closed_table(rules), opening_event(rules), telling), telling)


def _play(state: TableState, telling: _Telling) -> None:
    """Do as told up to the settlement; where a file leaves open what was done, try every way."""
    of_family = state.rules.family.told
    while state.round is None or state.round.open_steps != LAST:
        ways = of_family.ways(state, telling.told) or (telling.hands.next_event(state),)
        if len(ways) > 1:
            return _play_one_of(state, ways, telling)
        state = _advanced(state, ways[0], telling)
    if of_family.require_done is not None:
        of_family.require_done(state, telling.told)
    else:
        _require_all_dealt(state, telling)
    _require_button(state, telling.told)
    return require_same_deeds(state, telling.told)


def _play_one_of(state: TableState, ways: tuple[Event, ...], telling: _Telling) -> None:
    failures: list[RoundError] = []
    for event in ways:
        try:
            return _play(_advanced(state, event, telling), telling)
        except RoundError as error:
            failures.append(error)
    # What the table finds irregular says more than a way that does not fit the file.
    raise next((each for each in failures if isinstance(each, IllegalRoundError)), failures[0])


def _advanced(state: TableState, event: Event, telling: _Telling) -> TableState:
    after, decisions = advance(state, event)
    found = next((each for each in decisions if isinstance(each, IrregularityFound)), None)
    if found is None:
        return after
    if after.hold is not None and state.rules.family.told.is_accepted(state, telling.told):
        return advance(after, ACCEPTED)[0]
    raise IllegalRoundError(found, lines_of(state.rules, found.name))


def _require_all_dealt(state: TableState, telling: _Telling) -> None:
    """A card that is told and was not dealt comes out now, and the table says what it is."""
    for card in cards_left(state, telling.told):
        _advanced(state, CardDrawn(card=card), telling)


def _require_button(state: TableState, told: FinishedRound) -> None:
    """A button that is told lies where the card or the dice put it."""
    assert state.round is not None
    placed, rule = state.round.button.seat, state.rules.game.button
    if rule is None and told.button is not None:
        game = state.rules.game
        raise RoundError(f"button: {game.name} has none; leave it out ({game.settlement.source})")
    if rule is not None and placed and told.button not in (None, placed):
        text = f"button: at seat {told.button}; it is counted to seat {placed} ({rule.source})"
        raise RoundError(text)
