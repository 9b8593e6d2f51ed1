"""The reference of every event, decision and order, written from the classes themselves."""

import json
from collections.abc import Iterator
from typing import Any, Final, get_args

from controller.facts.decisions import DECISION
from controller.facts.events import EVENT
from controller.facts.fact import Name
from controller.facts.orders import ORDER
from controller.reference.markdown import Row, blocks, filled, markdown_table

Schema = dict[str, Any]

NAME: Final = get_args(Name)[1].pattern
WORDS: Final = {"integer": "number", "string": "text", "boolean": "true or false"}


def events_reference() -> str:
    """Write the whole reference as Markdown."""
    page = filled(
        "events",
        events=blocks(_entries(EVENT.json_schema())),
        decisions=blocks(_entries(DECISION.json_schema())),
        orders=blocks(_entries(ORDER.json_schema())),
    )
    return page + "\n"


def _entries(schema: Schema) -> Iterator[str]:
    defined: dict[str, Schema] = schema["$defs"]
    tagged = [_name(option) for option in schema["oneOf"]]
    for name in tagged:
        yield _entry(f"`{defined[name]['properties']['kind']['const']}`", defined[name])
    for name, part in defined.items():
        if name not in tagged and "properties" in part:
            yield _entry(f"Part: {name}", part)


def _entry(title: str, schema: Schema) -> str:
    rows = [_row(name, item) for name, item in schema["properties"].items() if name != "kind"]
    table = markdown_table(("field", "type", "range", "default"), rows) if rows else ""
    return blocks((f"### {title}", " ".join(schema["description"].split()), table))


def _row(name: str, item: Schema) -> Row:
    default = f"`{json.dumps(item['default'])}`" if "default" in item else ""
    return f"`{name}`", _type(item), _range(item), default


def _name(item: Schema) -> str:
    return str(item["$ref"]).rpartition("/")[2]


def _type(item: Schema) -> str:
    if "$ref" in item:
        name = _name(item)
        return "card" if name == "Card" else name
    if "anyOf" in item:
        return " or ".join(map(_type, item["anyOf"]))
    if "enum" in item:
        return "one of"
    if "prefixItems" in item:
        return f"({', '.join(map(_type, item['prefixItems']))})"
    if item.get("type") == "array":
        return f"list of {_type(item['items'])}"
    if item.get("pattern") == NAME:
        return "name"
    return WORDS.get(item["type"], str(item["type"]))


def _range(item: Schema) -> str:
    inner = [_range(option) for option in item.get("anyOf", ())]
    if inner:
        return "; ".join(filter(None, inner))
    if "enum" in item:
        return ", ".join(f"`{value}`" for value in item["enum"])
    if "prefixItems" in item:
        return ""
    if item.get("type") == "array":
        return "; ".join(filter(None, (_size(item, "Items", "items"), _each(item["items"]))))
    limits = (_bounds(item), _size(item, "Length", "characters"), _pattern(item))
    return "; ".join(filter(None, limits))


def _each(item: Schema) -> str:
    limits = _range(item)
    return f"each {limits}" if limits else ""


def _bounds(item: Schema) -> str:
    if "minimum" not in item and "maximum" not in item:
        return ""
    return f"{item.get('minimum', '')} to {item.get('maximum', '')}".strip()


def _size(item: Schema, key: str, words: str) -> str:
    least, most = item.get(f"min{key}", 0), item.get(f"max{key}")
    if most is None:
        return f"at least {least} {words}" if least else ""
    return f"{least} to {most} {words}" if least else f"up to {most} {words}"


def _pattern(item: Schema) -> str:
    return f"`{item['pattern']}`" if item.get("pattern", NAME) != NAME else ""
