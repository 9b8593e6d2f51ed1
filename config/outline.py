"""What may stand where in a document, read off the JSON Schema of its model."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any, NamedTuple

from config.toml_lines import KeyPath

Shape = dict[str, Any]
_KINDS = {
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "array": "a list",
}


class Place(NamedTuple):
    """A place in a document, the shapes a value may have there, and the variant that was tried."""

    path: KeyPath
    shapes: tuple[Shape, ...]
    variant: str = ""
    # The place of the union whose variant was tried.
    union: "Place | None" = None

    @property
    def keys(self) -> list[str]:
        """Every key known here."""
        return list(dict.fromkeys(key for shape in self.shapes for key in _properties(shape)))

    @property
    def tags(self) -> list[str]:
        """The names of the variants, where a key chooses one."""
        return [str(tag) for shape in self.shapes for tag in _tags(shape)]

    @property
    def examples(self) -> str:
        """How what is written here may look."""
        found = [repr(example) for shape in self.shapes for example in shape.get("examples", ())]
        return " or ".join(dict.fromkeys(found))

    @property
    def length(self) -> int:
        """How many values a list of a fixed length has here."""
        return max((len(shape.get("prefixItems", ())) for shape in self.shapes), default=0)

    @property
    def words(self) -> str:
        """Say what may be written here."""
        shapes = self.shapes
        if any("const" in shape for shape in shapes):
            # An amount may stand in quotes too, but who meant one word wants to hear of that.
            shapes = tuple(
                shape for shape in shapes if shape.get("type") != "string" or "const" in shape
            )
        return ", or ".join(dict.fromkeys(map(_words, shapes)))


class Outline:
    """A walk down a schema along the location of a validation error."""

    def __init__(self, schema: Shape) -> None:
        self._schema = schema
        self._parts: dict[str, Shape] = schema.get("$defs", {})

    def place(self, location: Iterable[int | str]) -> Place:
        """Find a place; the labels that name variants of a union are no part of its path."""
        place = Place((), tuple(self._flat(self._schema)))
        for part in location:
            if part != "[key]":
                place = self._below(place, part)
        return place

    def _below(self, place: Place, part: int | str) -> Place:
        tagged = [tags[part] for shape in place.shapes if part in (tags := _tags(shape))]
        if tagged:
            return place._replace(shapes=tuple(self._flat({"anyOf": tagged})))
        found = [child for shape in place.shapes for child in _named(shape, part)]
        is_tried = place.union is not None and place.union.path == place.path
        if not found and len(place.shapes) > 1 and not is_tried:
            chosen = tuple(shape for shape in place.shapes if shape.get("title") == part)
            return Place(place.path, chosen or place.shapes, str(part), place)
        found = found or [child for shape in place.shapes for child in _any_key(shape)]
        return place._replace(
            path=(*place.path, str(part)), shapes=tuple(self._flat({"anyOf": found}))
        )

    def _flat(self, shape: Shape) -> Iterator[Shape]:
        """All the shapes that a reference or a union stands for; a tagged union stays whole."""
        if "$ref" in shape:
            yield from self._flat(self._parts[shape["$ref"].rpartition("/")[2]])
            return
        variants = shape.get("anyOf", shape.get("oneOf", shape.get("allOf")))
        if variants is None or "discriminator" in shape:
            yield from () if shape.get("type") == "null" else (shape,)
            return
        for variant in variants:
            yield from self._flat(variant)


def nearest_first(word: str, known: list[str]) -> str:
    """List what is known, what is spelled nearly the same first."""
    near = get_close_matches(word, known, n=max(1, len(known)))
    return ", ".join([*near, *(name for name in known if name not in near)])


def _named(shape: Shape, part: int | str) -> Iterator[Shape]:
    if isinstance(part, int):
        items = [*shape.get("prefixItems", ())][part : part + 1] or [shape.get("items")]
        yield from (item for item in items if isinstance(item, dict))
    elif part in _properties(shape):
        yield _properties(shape)[part]


def _any_key(shape: Shape) -> Iterator[Shape]:
    yield from shape.get("patternProperties", {}).values()
    if isinstance(shape.get("additionalProperties"), dict):
        yield shape["additionalProperties"]


def _properties(shape: Shape) -> dict[str, Shape]:
    properties: dict[str, Shape] = shape.get("properties", {})
    return properties


def _tags(shape: Shape) -> dict[int | str, Shape]:
    mapping = shape.get("discriminator", {}).get("mapping", {})
    return {tag: {"$ref": to} if isinstance(to, str) else to for tag, to in mapping.items()}


def _words(shape: Shape) -> str:
    values = shape.get("enum", [shape["const"]] if "const" in shape else [])
    if values:
        return ", ".join(map(repr, values))
    keys = ", ".join(_properties(shape))
    return f"a section with {keys}" if keys else _KINDS.get(str(shape.get("type")), "a section")
