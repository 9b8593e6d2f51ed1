"""An audit counts what was dealt, not what was keyed in wrongly and taken back."""

from controller.audit.slips import without_slips
from controller.audit.told import Told, told_entries
from controller.bus.messages import Entry
from controller.facts.cards import Card
from controller.facts.events import BetsClosed, CardDrawn, DiceRead, Event, HandStood, KeyTakenBack
from controller.table.advance import advance
from tests.conftest import TablePlayer, game_rules
from tests.unit.drivers.dealer_page.test_taking_back import BET, GAME

BACK = KeyTakenBack(entry="card-drawn")


def cards(*codes: str) -> list[Event]:
    return [CardDrawn(card=Card(code)) for code in codes]


def recorded(*events: Event) -> list[Told]:
    """What an audit is told of a record: each event, then what was decided from it."""
    table = TablePlayer(game_rules(GAME))
    table.play(*BET)
    state, entries = table.state, list[Entry]()
    for event in events:
        state, decided = advance(state, event)
        first = len(entries) + 1
        entries.append(Entry(number=first, at_ms=first, source="shoe-1", event=event))
        entries += [
            Entry(number=number, at_ms=first, source="daemon", decision=each)
            for number, each in enumerate(decided, start=first + 1)
        ]
    return list(told_entries(entries))


def counted(facts: list[Told]) -> list[str]:
    found = [each.fact for each in without_slips(facts)]
    return [str(fact.card) for fact in found if isinstance(fact, CardDrawn)]


def test_a_card_taken_back_is_not_counted_and_the_irregularity_is() -> None:
    facts = recorded(*cards("2c", "7d"), BACK, *cards("8d"))
    assert counted(facts) == ["2c", "8d"]
    kept = list(without_slips(facts))
    assert [each.fact.kind for each in kept].count("irregularity_found") == 1


def test_several_are_taken_back_from_the_last_one_on() -> None:
    assert counted(recorded(*cards("2c", "7d", "9s"), BACK, BACK, *cards("Kd"))) == ["2c", "Kd"]


def test_an_outcome_that_was_taken_back_is_not_told() -> None:
    facts = recorded(*cards("2c", "7d", "6d", "2s"), BACK)
    assert "outcome_decided" in [each.fact.kind for each in facts]
    kinds = [each.fact.kind for each in without_slips(facts)]
    assert not {"outcome_decided", "settlement_ordered"} & set(kinds)


def test_a_refused_taking_back_takes_nothing() -> None:
    wrong: list[Event] = [BACK, KeyTakenBack(entry="dice-read")]
    assert counted(recorded(*cards("2c"), *wrong[1:])) == ["2c"]
    assert counted(recorded(BACK, *cards("2c"))) == ["2c"]


def test_what_nobody_took_back_passes_as_it_is() -> None:
    facts: list[Event] = [DiceRead(dice=(1, 2, 3)), BetsClosed(), HandStood()]
    plain = [Told(number, number, "x-1", fact, number) for number, fact in enumerate(facts)]
    assert list(without_slips(plain)) == plain
