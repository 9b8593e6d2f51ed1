"""Scenarios: rounds of every game as a person would tell them, replayed with their decisions."""

import json
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from controller.daemon.checkpoint import freeze, thaw
from controller.facts.decisions import DECISION, RoundClosed
from controller.facts.events import EVENT, Event
from controller.families.catalogue import game_ids
from controller.families.opening import closed_table, opening_event
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from controller.table.state import TableState
from tests.conftest import game_rules

FOLDER = Path(__file__).parents[3] / "scenarios"
FILES = sorted(FOLDER.glob("*.toml"))
SHORT_FORMS = {"cards": ("card_drawn", "card"), "wagers": ("wager_placed", "seat")}
SEED = 7
Decided = dict[str, Any]


class Scenario(NamedTuple):
    game: str
    seats: int | None
    values: dict[str, object]
    name: str
    events: tuple[str, ...]
    expected: tuple[str, ...]
    never: tuple[str, ...]
    by_hand: bool


def read(file: Path) -> Iterator[Scenario]:
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    opening = content.pop("opening", [])
    for told in content.pop("scenario"):
        yield Scenario(
            game=content["game"],
            seats=told.get("seats", content.get("seats")),
            values=content.get("values", {}),
            name=told["name"],
            events=(*told.get("opening", opening), *told["events"]),
            expected=tuple(told["expected"]),
            never=tuple(told.get("never", ())),
            by_hand=told.get("by_hand", False),
        )


SCENARIOS = [scenario for file in FILES for scenario in read(file)]


def events_of(line: str) -> Iterator[Event]:
    kind, *parts = shlex.split(line)
    if kind in SHORT_FORMS:
        kind, field = SHORT_FORMS[kind]
        for part in parts:
            yield event_of(kind, {field: part})
    elif kind == "keys":
        for part in parts:
            is_long = str(part.endswith("!")).lower()
            yield event_of("key_pressed", {"key": part.rstrip("!"), "is_long": is_long})
    elif kind == "rule":
        fields = dict(part.split("=", 1) for part in parts[1:])
        yield event_of("ruling_given", {"by": "Floor", "ruling": parts[0], **fields})
    else:
        yield event_of(kind, dict(part.split("=", 1) for part in parts))


def event_of(kind: str, fields: dict[str, str]) -> Event:
    content = {"kind": kind, **{name: value_of(text) for name, text in fields.items()}}
    try:
        return EVENT.validate_json(json.dumps(content))
    except ValueError:
        # A rank or a card may look like a number.
        return EVENT.validate_json(json.dumps({"kind": kind, **fields}))


def value_of(text: str) -> object:
    if "," in text or text.startswith("["):
        return [value_of(part) for part in text.strip("[]").split(",") if part]
    try:
        return json.loads(text)
    except ValueError:
        return None if text == "none" else text


def in_text(value: object) -> str:
    """Write a decision's value the way a scenario does."""
    if isinstance(value, list):
        return ",".join(map(in_text, value)) or "[]"
    if isinstance(value, dict) and value.keys() == {"code", "arguments"}:
        given = (f"{name}={in_text(argument)}" for name, argument in value["arguments"].items())
        return " ".join((value["code"], *given))
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def taken(content: object, path: str) -> str:
    for part in path.split("."):
        if isinstance(content, list):
            content = content[int(part)] if int(part) < len(content) else None
        else:
            assert isinstance(content, dict), f"no {path}"
            assert part in content, f"no field {path}; there are {', '.join(content)}"
            content = content[part]
    return in_text(content)


def is_met(line: str, decided: Decided) -> bool:
    kind, *parts = shlex.split(line)
    if kind == "expect":
        found = decided["expected"] if decided["kind"] == "expectation_set" else ()
        return any(item["event"] == parts[0] and has_fields(parts[1:], item) for item in found)
    return kind == decided["kind"] and has_fields(parts, decided)


def has_fields(parts: list[str], content: Decided) -> bool:
    wanted = (part.split("=", 1) for part in parts)
    return all(taken(content, path) == (text.strip("[]") or text) for path, text in wanted)


def played(scenario: Scenario) -> list[Decided]:
    """Play a scenario; every state survives being written down and read back."""
    rules = game_rules(scenario.game, scenario.seats, scenario.values, scenario.by_hand)
    state, _decisions = advance(closed_table(rules), opening_event(rules))
    decided: list[Decided] = []
    hands = SimulatedHands(SEED, rules.game.cards.decks[1])
    for line in scenario.events:
        for event in told_events(line, state, hands):
            state, decisions = advance(thaw(rules, freeze(state)), event)
            decided += (json.loads(DECISION.dump_json(decision)) for decision in decisions)
    return decided


def told_events(line: str, state: TableState, hands: SimulatedHands) -> Iterator[Event]:
    kind, _space, count = line.partition(" ")
    if kind != "rounds":
        yield from events_of(line)
        return
    yield from whole_rounds(state, hands, int(count))


def whole_rounds(state: TableState, hands: SimulatedHands, count: int) -> list[Event]:
    """Whatever the table expects, done until so many rounds are closed."""
    events: list[Event] = []
    while count:
        event = hands.next_event(state)
        state, decisions = advance(state, event)
        events.append(event)
        count -= sum(isinstance(decision, RoundClosed) for decision in decisions)
    return events


def told_irregularities(scenario: Scenario) -> list[str]:
    return [
        part.partition("=")[2]
        for line in scenario.expected
        if line.startswith("irregularity_found ")
        for part in line.split()
        if part.startswith("name=")
    ]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[f"{s.game}: {s.name}" for s in SCENARIOS])
def test_the_scenario_brings_its_decisions(scenario: Scenario) -> None:
    decided = played(scenario)
    found = [each["name"] for each in decided if each["kind"] == "irregularity_found"]
    assert found == told_irregularities(scenario)
    left = iter(decided)
    for line in scenario.expected:
        assert any(is_met(line, each) for each in left), f"{line!r} did not come, or not here"
    for line in scenario.never:
        assert not any(is_met(line, each) for each in decided), f"{line!r} came"


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_file_tells_a_normal_round_of_its_game(file: Path) -> None:
    told = list(read(file))
    assert {scenario.game for scenario in told} == {file.stem.replace("__", "/")}
    assert "normal round" in [scenario.name for scenario in told]


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_has_its_scenarios(game_id: str) -> None:
    assert (FOLDER / f"{game_id.replace('/', '__')}.toml").is_file()


def test_a_decision_that_does_not_come_fails() -> None:
    assert not is_met("button_placed button=3", {"kind": "button_placed", "button": 4})
    assert not is_met("expect card_drawn", {"kind": "betting_ended"})
