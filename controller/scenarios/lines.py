"""The lines of a scenario: events as they happen, decisions as they are expected."""

import json
import shlex
from collections.abc import Iterator
from typing import Any, Final

from pydantic import ValidationError

from controller.facts.decisions import DECISION, Decision
from controller.facts.events import EVENT, Event

SHORT_FORMS: Final = {"cards": ("card_drawn", "card"), "wagers": ("wager_placed", "seat")}
Decided = dict[str, Any]


class LineError(ValueError):
    """A line that says nothing a table knows."""


def events_of(line: str) -> Iterator[Event]:
    """The events that one line stands for."""
    kind, *parts = _words(line)
    if kind in SHORT_FORMS:
        kind, field = SHORT_FORMS[kind]
        for part in parts:
            yield _event(kind, {field: part})
    elif kind == "bets":
        seat, *wagers = parts or [""]
        for name, amount in _fields(wagers).items():
            yield _event("wager_placed", {"seat": seat, "wager": name, "amount": amount})
    elif kind == "keys":
        for part in parts:
            is_long = str(part.endswith("!")).lower()
            yield _event("key_pressed", {"key": part.rstrip("!"), "is_long": is_long})
    elif kind == "rule":
        fields = {"by": "Floor", "ruling": parts[0] if parts else "", **_fields(parts[1:])}
        yield _event("ruling_given", fields)
    else:
        yield _event(kind, _fields(parts))


def whole_rounds(line: str) -> int | None:
    """How many whole rounds a line stands for, if it stands for rounds."""
    kind, *parts = _words(line)
    if kind != "rounds":
        return None
    if len(parts) != 1 or not parts[0].isdecimal():
        raise LineError("no number of rounds; write it as rounds 2")
    return int(parts[0])


def decided(decision: Decision) -> Decided:
    """A decision as a line can be compared with."""
    content: Decided = json.loads(DECISION.dump_json(decision))
    return content


def is_met(line: str, content: Decided) -> bool:
    """Tell whether a decision is the one a line expects."""
    kind, *parts = _words(line)
    if kind == "expect":
        found = content["expected"] if content["kind"] == "expectation_set" else ()
        return any(item["event"] == parts[0] and _has_fields(parts[1:], item) for item in found)
    return bool(kind == content["kind"]) and _has_fields(parts, content)


def concerns(line: str, content: Decided) -> bool:
    """Tell whether a decision is of the kind a line speaks of."""
    kind = _words(line)[0]
    return bool(content["kind"] == ("expectation_set" if kind == "expect" else kind))


def in_words(content: Decided) -> str:
    """Write a decision the way a scenario would expect it."""
    if content["kind"] == "expectation_set":
        wanted = (
            " ".join(("expect", item["event"], *_given(item))) for item in content["expected"]
        )
        return " | ".join(wanted) or "expect nothing"
    return " ".join((content["kind"], *_given(content)))


def named_irregularity(line: str) -> str | None:
    """The irregularity that a line expects, if it expects one."""
    kind, *parts = _words(line)
    return _fields(parts).get("name") if kind == "irregularity_found" else None


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as error:
        raise LineError(f"{str(error).lower()}; close it") from None


def _fields(parts: list[str]) -> dict[str, str]:
    bare = [part for part in parts if "=" not in part]
    if bare:
        raise LineError(f"{bare[0]!r} is no field; write field=value")
    return dict(part.split("=", 1) for part in parts)


def _event(kind: str, fields: dict[str, str]) -> Event:
    content = {"kind": kind, **{name: _value(text) for name, text in fields.items()}}
    try:
        return EVENT.validate_json(json.dumps(content))
    except ValidationError as error:
        return _as_text(kind, fields, error)


def _as_text(kind: str, fields: dict[str, str], wrong: ValidationError) -> Event:
    """A rank or a card may look like a number."""
    try:
        return EVENT.validate_json(json.dumps({"kind": kind, **fields}))
    except ValidationError:
        fault = wrong.errors(include_url=False, include_input=False)[0]
        if fault["type"] == "union_tag_invalid":
            raise LineError(f"no event {kind!r}; see docs/events.md") from None
        key = ".".join(map(str, fault["loc"][1:])) or "kind"
        raise LineError(f"{kind}: {key}: {fault['msg'].lower()}; see docs/events.md") from None


def _value(text: str) -> object:
    if "," in text or text.startswith("["):
        return [_value(part) for part in text.strip("[]").split(",") if part]
    try:
        return json.loads(text)
    except ValueError:
        return None if text == "none" else text


def _has_fields(parts: list[str], content: Decided) -> bool:
    wanted = _fields(parts).items()
    return all(_taken(content, path) == (text.strip("[]") or text) for path, text in wanted)


def _taken(content: object, path: str) -> str:
    for part in path.split("."):
        if isinstance(content, list):
            content = content[int(part)] if int(part) < len(content) else None
        elif isinstance(content, dict) and part in content:
            content = content[part]
        elif content is None:
            return _text(content)
        else:
            there = ", ".join(content) if isinstance(content, dict) else "none"
            raise LineError(f"no field {path!r}; there are {there}")
    return _text(content)


def _text(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(_text, value)) or "[]"
    if isinstance(value, dict) and value.keys() == {"code", "arguments"}:
        given = (f"{name}={_text(argument)}" for name, argument in value["arguments"].items())
        return " ".join((value["code"], *given))
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _given(content: Decided) -> Iterator[str]:
    """Every field that says something; what lies inside is told by its path."""
    for path, value in _leaves(content, ""):
        if path not in ("kind", "event") and value not in (None, [], {}, ""):
            yield f"{path}={shlex.quote(_text(value))}"


def _leaves(content: object, path: str) -> Iterator[tuple[str, object]]:
    below = content.items() if isinstance(content, dict) else ()
    if isinstance(content, list) and any(isinstance(item, dict) for item in content):
        below = {str(number): item for number, item in enumerate(content)}.items()
    is_phrase = isinstance(content, dict) and content.keys() == {"code", "arguments"}
    if not below or is_phrase:
        yield path, content
        return
    for key, value in below:
        yield from _leaves(value, f"{path}.{key}".removeprefix("."))
