"""What a validation error says, in a person's words: one for each thing to correct."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import groupby
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from config.outline import Outline, Place, nearest_first
from config.toml_lines import KeyPath

_WORDS = {
    "model_type": "should be a section; write its keys in [ ] or { }",
    "dict_type": "should be a section; write its keys in [ ] or { }",
    "tuple_type": "should be a list; write it in [ ]",
}


class KeyedError(ValueError):
    """What is wrong with a whole section, at the key below it that is to be corrected."""

    def __init__(self, key: KeyPath, text: str) -> None:
        super().__init__(text)
        self.key = key


class Correction(NamedTuple):
    """One thing wrong, at its key."""

    key: KeyPath
    text: str


class _Found(NamedTuple):
    item: ErrorDetails
    place: Place


def corrections_of(error: ValidationError, model: TypeAdapter[Any]) -> Iterator[Correction]:
    """Name everything wrong; a value that fits no variant of a union is one fault."""
    outline = Outline(model.json_schema())
    found = [_Found(item, outline.place(item["loc"])) for item in error.errors(include_url=False)]
    for union, group in groupby(found, key=lambda each: each.place.union):
        tried = list(group)
        meant = _of_one_variant(tried, union) if union else tried
        if union and not meant:
            yield Correction(union.path, f"fits no variant; write {union.words}")
        yield from (_fault(each, outline) for each in meant if not _follows(each, found))


def _follows(each: _Found, found: list[_Found]) -> bool:
    """A list is too short only because an item of it is wrong."""
    path = each.place.path
    below = (other.place.path for other in found if len(other.place.path) > len(path))
    return each.item["type"] == "too_short" and any(other[: len(path)] == path for other in below)


def _of_one_variant(tried: list[_Found], union: Place) -> list[_Found]:
    """The errors of the one variant that was meant, or none when several may have been."""
    variants = {each.place.variant for each in tried if each.place.path != union.path}
    variants = variants or {each.place.variant for each in tried}
    return [each for each in tried if {each.place.variant} == variants]


def _fault(found: _Found, outline: Outline) -> Correction:
    item, place = found
    if item["type"] == "extra_forbidden":
        known = nearest_first(str(item["loc"][-1]), outline.place(item["loc"][:-1]).keys)
        return Correction(place.path, f"unknown key; known here: {known}")
    if item["type"] in ("union_tag_invalid", "union_tag_not_found"):
        return _wrong_tag(item, place)
    if item["type"] == "missing" and isinstance(item["loc"][-1], int):
        values = outline.place(item["loc"][:-1]).length
        return Correction(place.path[:-1], f"should have {values} values; write them in [ ]")
    error = item.get("ctx", {}).get("error")
    path = (*place.path, *error.key) if isinstance(error, KeyedError) else place.path
    return Correction(path, _plain_words(item, place))


def _wrong_tag(item: ErrorDetails, place: Place) -> Correction:
    key = str(item["ctx"]["discriminator"]).strip("'")
    tag = str(item["ctx"].get("tag", ""))
    what = f"{tag!r} is unknown" if tag else "missing"
    return Correction((*place.path, key), f"{what}; known here: {nearest_first(tag, place.tags)}")


def _plain_words(item: ErrorDetails, place: Place) -> str:
    message, given = item["msg"], item["input"]
    if item["type"] in ("value_error", "assertion_error"):
        return message.split(", ", 1)[-1]
    if item["type"] == "missing":
        return "missing; add this key"
    words = _WORDS.get(item["type"], f"{message[:1].lower()}{message[1:]}")
    if item["type"] == "string_pattern_mismatch" and place.examples:
        words = f"should be written like {place.examples}"
    if item["type"] == "too_long" and place.length:
        words = f"should have {place.length} values"
    return f"{words}, got {_written(given)}"


def _written(given: object) -> str:
    """A value nearly as it stands in the file."""
    if isinstance(given, tuple):
        return f"[{', '.join(map(_written, given))}]"
    if isinstance(given, dict):
        keys = (f"{key} = {_written(value)}" for key, value in given.items())
        return f"{{ {', '.join(keys)} }}"
    return str(given) if isinstance(given, Decimal) else repr(given)
