"""Playing scenarios: what was expected and what was seen, with the line of the file."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from config.document import Document, DocumentError, KeyPath
from config.game import Game
from controller.facts.decisions import RoundClosed
from controller.facts.events import Event
from controller.families.baccarat.sections import Baccarat
from controller.families.opening import closed_table, opening_event, rules_of
from controller.families.tables import bare_table
from controller.hands.dealt import HandError
from controller.scenarios.document import Scenario, ScenarioFile, Scenarios
from controller.scenarios.lines import (
    Decided,
    LineError,
    concerns,
    decided,
    events_of,
    in_words,
    is_met,
    named_irregularity,
    whole_rounds,
)
from controller.scenarios.money import MoneyError, in_words as amounts, ledger_of, totals_of
from controller.settlement.ledger import LedgerLine
from controller.settlement.verdict import RoundError
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from controller.table.state import ClosedRound, Rules, TableState

SEED = 7
Between = Callable[[Rules, TableState], TableState]


class Failure(NamedTuple):
    """What did not come, or came and must not, and the decisions seen in its place."""

    line: int
    expected: str
    seen: tuple[str, ...]


class Told(NamedTuple):
    """A scenario as it was played; without failures it passed."""

    name: str
    line: int
    failures: tuple[Failure, ...]


class Seen(NamedTuple):
    """A decision, and the place of the event that brought it."""

    key: KeyPath
    content: Decided


def play_file(scenarios: Scenarios, between: Between | None = None) -> Iterator[Told]:
    """Play every scenario of a file; `between` may do something to each state."""
    for number in range(len(scenarios.content.scenario)):
        yield told(scenarios, number, between)


def told(scenarios: Scenarios, number: int, between: Between | None = None) -> Told:
    """Play one scenario and compare."""
    document, scenario = scenarios.document, scenarios.content.scenario[number]
    seen, closed = played(scenarios, number, between)
    compared = _Comparison(document, number, scenario, seen)
    paid = _paid_otherwise(scenarios, number, closed)
    found = (*compared.absent(), *compared.unwanted(), *paid)
    failures = (Failure(document.problem(at, "").line, line, came) for at, line, came in found)
    begins = document.problem(("scenario", str(number), "name"), "").line
    return Told(scenario.name, begins, tuple(failures))


class Played(NamedTuple):
    """Everything decided, and the rounds that were closed."""

    seen: list[Seen]
    closed: list[ClosedRound]


def played(scenarios: Scenarios, number: int, between: Between | None = None) -> Played:
    """Play one scenario."""
    rules, found = rules_for(scenarios, number), Played([], [])
    state, _decisions = advance(closed_table(rules), opening_event(rules))
    hands = SimulatedHands(SEED, rules.game.cards.decks[1])
    for key, line in _lines(scenarios.content, number):
        try:
            events = _events(line, state, hands)
        except LineError as error:
            raise DocumentError([scenarios.document.problem(key, str(error))]) from None
        for event in events:
            state, decisions = advance(between(rules, state) if between else state, event)
            found.seen.extend(Seen(key, decided(decision)) for decision in decisions)
            found.closed.extend(state.closed)
    return found


def ledger(scenarios: Scenarios, number: int, closed: list[ClosedRound]) -> list[LedgerLine]:
    """The ledger of the last round of a scenario."""
    if not closed:
        return []
    unread = scenarios.content.scenario[number].unread
    return ledger_of(rules_for(scenarios, number), closed[-1], unread)


def _paid_otherwise(
    scenarios: Scenarios, number: int, closed: list[ClosedRound]
) -> Iterator["_Found"]:
    """The money of the last round, where a scenario says it and it came otherwise."""
    where: KeyPath = ("scenario", str(number), "money")
    expected = scenarios.content.scenario[number].money
    if not expected:
        return
    try:
        totals = totals_of(ledger(scenarios, number, closed))
    except (MoneyError, RoundError, HandError) as error:
        raise DocumentError([scenarios.document.problem(where, str(error))]) from None
    if totals != expected:
        yield where, f"money {', '.join(amounts(expected))}", tuple(amounts(totals))


def _events(line: str, state: TableState, hands: SimulatedHands) -> tuple[Event, ...]:
    rounds = whole_rounds(line)
    return tuple(events_of(line) if rounds is None else _rounds(rounds, state, hands))


def _rounds(count: int, state: TableState, hands: SimulatedHands) -> Iterator[Event]:
    """Whatever the table expects, done until so many rounds are closed."""
    while count > 0:
        event = hands.next_event(state)
        state, decisions = advance(state, event)
        yield event
        count -= sum(isinstance(decision, RoundClosed) for decision in decisions)


def _lines(content: ScenarioFile, number: int) -> Iterator[tuple[KeyPath, str]]:
    """Every line in its turn, and where it stands."""
    scenario, where = content.scenario[number], ("scenario", str(number))
    opening, above = (
        (content.opening, ()) if scenario.opening is None else (scenario.opening, where)
    )
    yield from (((*above, "opening", str(n)), line) for n, line in enumerate(opening))
    yield from (((*where, "events", str(n)), line) for n, line in enumerate(scenario.events))


def rules_for(scenarios: Scenarios, number: int) -> Rules:
    """The rules of the game at a bare table, the smallest one if none is given."""
    content, scenario = scenarios.content, scenarios.content.scenario[number]
    game = _dealt(scenarios, number, scenarios.game)
    seats = scenario.seats or content.seats or game.seats.allowed[0]
    if seats not in game.seats.allowed:
        where = ("scenario", str(number), "seats") if scenario.seats else ("seats",)
        allowed = " or ".join(map(str, game.seats.allowed))
        text = f"{game.name} is played on {allowed} seats"
        raise DocumentError([scenarios.document.problem(where, text)])
    return replace(rules_of(bare_table(game, seats)), by_hand=scenario.by_hand)


def _dealt(scenarios: Scenarios, number: int, game: Game) -> Game:
    scenario = scenarios.content.scenario[number]
    if scenario.deal is not None and scenario.deal not in game.deals:
        ways = ", ".join(sorted(game.deals)) or "one way only"
        text = f"{game.name} is not dealt {scenario.deal!r}; there is {ways}"
        where = ("scenario", str(number), "deal")
        raise DocumentError([scenarios.document.problem(where, text)])
    game = game.dealt(scenario.deal) if scenario.deal else game
    return game.entered() if scenario.by_hand and isinstance(game, Baccarat) else game


_Found = tuple[KeyPath, str, tuple[str, ...]]


class _Comparison(NamedTuple):
    """What a scenario expects beside what was decided."""

    document: Document
    number: int
    scenario: Scenario
    seen: list[Seen]

    def absent(self) -> Iterator[_Found]:
        """The first expectation that no decision met in its turn."""
        left = self.seen
        for place, line in enumerate(self.scenario.expected):
            where = ("scenario", str(self.number), "expected", str(place))
            turns = (turn for turn, each in enumerate(left) if self._is_met(where, line, each))
            turn = next(turns, None)
            if turn is None:
                alike = [each for each in left if concerns(line, each.content)] or left
                yield where, line, tuple(in_words(each.content) for each in alike)
                return
            left = left[turn + 1 :]

    def unwanted(self) -> Iterator[_Found]:
        """What came against `never`, and every irregularity that is not expected."""
        for place, line in enumerate(self.scenario.never):
            where = ("scenario", str(self.number), "never", str(place))
            came = [each for each in self.seen if self._is_met(where, line, each)]
            if came:
                yield where, f"never {line}", tuple(in_words(each.content) for each in came)
        named = list(filter(None, map(named_irregularity, self.scenario.expected)))
        for each in self.seen:
            if each.content["kind"] != "irregularity_found":
                continue
            if named and each.content["name"] == named[0]:
                named.pop(0)
            else:
                yield each.key, "no irregularity here", (in_words(each.content),)

    def _is_met(self, where: KeyPath, line: str, each: Seen) -> bool:
        try:
            return is_met(line, each.content)
        except LineError as error:
            raise DocumentError([self.document.problem(where, str(error))]) from None
