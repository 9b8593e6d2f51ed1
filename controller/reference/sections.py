"""The keys of a document, written from the models that check it."""

import inspect
import re
from collections.abc import Iterable, Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from config.game import Odds
from config.sourced import Name, SourceLines
from config.wire_document import DEVICE_KINDS, DeviceKind
from controller.reference.markdown import blocks, markdown_table

PLAIN: Final = {
    "str": "text",
    "int": "number",
    "bool": "true or false",
    "Decimal": "amount",
    "object": "anything",
    "Any": "anything",
}
PATTERNS: Final = {
    get_args(Name)[1].pattern: "name",
    get_args(SourceLines)[1].pattern: "source lines",
    get_args(Odds)[1].pattern: "odds",
}
# Where the models are whose comments explain their keys.
OURS: Final = ("config.", "controller.families.")
_FIELD = re.compile(r"^    (\w+): ")
_NOTE = re.compile(r"^    # (.*)$")


class Part(NamedTuple):
    """A section of the file: its heading and the model that checks it."""

    heading: str
    model: type[BaseModel]
    # What all games have of it, where a family adds keys.
    general: type[BaseModel] | None = None


def written(parts: Iterable[Part]) -> str:
    """A chapter for each section; the keys of a model are listed once."""
    seen: dict[type[BaseModel], str] = {}
    pages = []
    for part in parts:
        pages.append(_page(part, seen.get(part.model)))
        seen.setdefault(part.model, part.heading)
    return blocks(pages)


def parts_of(model: type[BaseModel], path: str) -> Iterator[Part]:
    """Every section below a model, in the order of its keys."""
    for name, field in model.model_fields.items():
        for inner, many in _models(field.annotation):
            place = f"{path}{name}{'.NAME' if many == 'named' else ''}"
            heading = f"`[[{place}]]`" if many == "listed" else f"`[{place}]`"
            yield Part(heading, inner)
            yield from parts_of(inner, f"{place}.")


def _models(kind: Any, many: str = "one") -> Iterator[tuple[type[BaseModel], str]]:
    if inspect.isclass(kind) and issubclass(kind, BaseModel):
        yield kind, many
    origin = get_origin(kind)
    if origin is Literal:
        return
    within = {tuple: "listed", dict: "named"}.get(origin, many)
    for inner in get_args(kind)[:1] if origin is Annotated else get_args(kind):
        yield from _models(inner, within)


def _page(part: Part, same_as: str | None) -> str:
    if same_as:
        return blocks((f"## {part.heading}", f"The same keys as {same_as}."))
    notes = _notes(part.model)
    rows = [
        (f"`{name}`", _value(field), _default(field), notes.get(name, ""))
        for name, field in part.model.model_fields.items()
        if part.general is None or name not in part.general.model_fields
    ]
    meaning = " ".join(inspect.cleandoc(part.model.__doc__ or "").split())
    table = markdown_table(("key", "value", "default", "meaning"), rows)
    return blocks((f"## {part.heading}", meaning, table))


def _notes(model: type[BaseModel]) -> dict[str, str]:
    """The comments that stand above the fields of a model and of those it extends."""
    notes: dict[str, str] = {}
    for owner in reversed([m for m in model.__mro__ if m.__module__.startswith(OURS)]):
        said: list[str] = []
        for line in inspect.getsource(owner).splitlines():
            if found := _NOTE.match(line):
                said.append(found.group(1))
                continue
            if (field := _FIELD.match(line)) and said:
                notes[field.group(1)] = " ".join(said)
            said = []
    return notes


def _value(field: FieldInfo) -> str:
    return _limited(_words(field.annotation), field.metadata)


def _words(kind: Any) -> str:
    origin, inner = get_origin(kind), get_args(kind)
    if kind is DeviceKind:
        return ", ".join(f"`{known}`" for known in DEVICE_KINDS)
    if origin is Annotated:
        return _limited(_words(inner[0]), inner[1:])
    if origin is Literal:
        return ", ".join(f"`{str(value).lower()}`" for value in inner)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(_words(item) for item in inner if item is not NoneType))
    if origin is dict:
        return f"table: {_words(inner[0])} = {_words(inner[1])}"
    if origin is tuple and inner[-1] is ...:
        return f"list of {_words(inner[0])}"
    if origin is tuple:
        return f"[{', '.join(map(_words, inner))}]"
    if inspect.isclass(kind) and issubclass(kind, BaseModel):
        return "section"
    return PLAIN.get(getattr(kind, "__name__", ""), str(kind))


def _limited(words: str, metadata: Any) -> str:
    found = {
        key: value
        for item in metadata
        for key in ("ge", "le", "pattern")
        if (value := _of(item, key)) is not None
    }
    if "le" in found:
        return f"{words} from {found.get('ge', 0)} to {found['le']}"
    pattern = found.get("pattern")
    if pattern in PATTERNS:
        return PATTERNS[pattern]
    return f"{words} `{pattern}`".replace("|", "\\|") if pattern else words


def _of(item: Any, key: str) -> Any:
    if isinstance(item, FieldInfo):
        return next((v for part in item.metadata if (v := _of(part, key)) is not None), None)
    return getattr(item, key, None)


def _default(field: FieldInfo) -> str:
    value = field.get_default(call_default_factory=True)
    if value is PydanticUndefined:
        return ""
    if isinstance(value, BaseModel):
        return "those of its keys"
    if value is None or value in ((), {}, ""):
        return "none"
    return f"`{str(value).lower()}`"
