"""The schemas of files: an editor that follows them knows what `check-config` knows."""

import inspect
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from config.document import Section
from config.table import TABLES
from controller.cli.schema import SCHEMAS
from controller.families.catalogue import GAMES

FILES = [("game", file) for file in sorted(GAMES.glob("*/*.toml"))]
FILES += [("table", file) for file in sorted(TABLES.glob("*.toml"))]
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": int | float,
}


def faults(shape: Any, value: object, whole: dict[str, Any], path: str = "") -> list[str]:
    """Check a value by the part of JSON Schema that our models use."""
    if "$ref" in shape:
        return faults(whole["$defs"][shape["$ref"].rpartition("/")[2]], value, whole, path)
    # No file can write null.
    variants = [v for v in shape.get("anyOf", shape.get("oneOf", ())) if v.get("type") != "null"]
    if len(variants) == 1:
        return faults(variants[0], value, whole, path)
    if "discriminator" in shape and isinstance(value, dict):
        chosen = shape["discriminator"]["mapping"].get(str(value.get("family")))
        return faults({"$ref": chosen}, value, whole, path) if chosen else [f"{path}: no family"]
    if variants and all(faults(variant, value, whole, path) for variant in variants):
        return [f"{path}: fits no variant"]
    if not isinstance(value, TYPES.get(shape.get("type"), object)):
        return [f"{path}: is no {shape['type']}"]
    if value not in shape.get("enum", [value]) or value != shape.get("const", value):
        return [f"{path}: {value!r} is none of the values"]
    if isinstance(value, str) and not re.search(shape.get("pattern", ""), value):
        return [f"{path}: {value!r} has another pattern"]
    if isinstance(value, list):
        return [
            fault
            for number, item in enumerate(value)
            for fault in faults(item_shape(shape, number), item, whole, f"{path}.{number}")
        ]
    return keys_faults(shape, value, whole, path) if isinstance(value, dict) else []


def item_shape(shape: Any, number: int) -> Any:
    first = shape.get("prefixItems", [])
    return first[number] if number < len(first) else shape.get("items", {})


def keys_faults(shape: Any, value: dict[str, Any], whole: dict[str, Any], path: str) -> list[str]:
    known = shape.get("properties", {})
    found = [f"{path}.{key}: missing" for key in shape.get("required", ()) if key not in value]
    for key, item in value.items():
        patterns = shape.get("patternProperties", {})
        inner = known.get(key) or next((s for p, s in patterns.items() if re.search(p, key)), None)
        if inner is None and shape.get("additionalProperties") is False:
            found.append(f"{path}.{key}: unknown")
        more = shape.get("additionalProperties", {})
        inner = inner or (more if isinstance(more, dict) else {})
        found += faults(inner, item, whole, f"{path}.{key}")
    return found


@pytest.mark.parametrize(("what", "file"), FILES, ids=lambda value: Path(value).stem)
def test_a_shipped_file_fits_its_schema(what: str, file: Path) -> None:
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    missing = {f".{item['key']}: missing" for item in content.get("missing", ())}
    schema = SCHEMAS[what].json_schema()
    assert set(faults(schema, content, schema)) <= missing


@pytest.mark.parametrize(
    ("key", "value", "fault"),
    [
        ("seets", 8, ".seets: unknown"),
        ("seats", "eight", ".seats: is no integer"),
        ("devices", {"shoe-1": {"kind": "boot"}}, ".devices.shoe-1"),
    ],
)
def test_a_wrong_table_file_does_not_fit(key: str, value: object, fault: str) -> None:
    schema = SCHEMAS["table"].json_schema()
    content: dict[str, object] = {"id": "one", "game": "a/b", "seats": 8}
    assert faults(schema, content, schema) == []
    (found,) = faults(schema, content | {key: value}, schema)
    assert found.startswith(fault)


def sections(model: type[BaseModel]) -> list[type[BaseModel]]:
    return [model, *(inner for child in model.__subclasses__() for inner in sections(child))]


@pytest.mark.parametrize("what", ["game", "table"])
def test_a_schema_names_every_key_and_refuses_others(what: str) -> None:
    parts = SCHEMAS[what].json_schema()
    shapes = {parts.get("title"): parts, **parts["$defs"]}
    checked = 0
    for model in sections(Section):
        shape = shapes.get(model.__name__)
        if shape is None or not model.__module__.startswith("config."):
            continue
        assert set(shape["properties"]) == set(model.model_fields)
        assert shape["additionalProperties"] is False
        assert shape["description"] == inspect.getdoc(model)
        checked += 1
    assert checked > 5


@pytest.mark.parametrize("model", sections(Section), ids=lambda model: model.__name__)
def test_every_section_has_a_schema_for_its_problems_to_be_told_by(
    model: type[BaseModel],
) -> None:
    assert model.model_json_schema()["type"] == "object"
