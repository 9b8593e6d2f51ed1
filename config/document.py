"""Reading a TOML document: every problem at once, each with file, key and line."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from config.corrections import corrections_of
from config.toml_lines import KeyPath as KeyPath, key_lines
from controller.facts.fact import ON_FIRST_USE
from controller.facts.failure import OperatorError


class Section(BaseModel):
    """A frozen part of a document; unknown keys and wrong types are refused."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", **ON_FIRST_USE)


Model = TypeVar("Model")
DEEPEST = 32
# A sentence is no part of a key.
_NAME = re.compile(r"[\w.-]+")


class Problem(NamedTuple):
    """One thing wrong in a document."""

    file: Path
    line: int
    key: str
    text: str

    def __str__(self) -> str:
        key = f" {self.key}:" if self.key else ""
        return f"{self.file}:{self.line}:{key} {self.text}"


class DocumentError(OperatorError):
    """A document that cannot be used, with all its problems."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(*map(str, self.problems))


class Document(NamedTuple):
    """Parsed content and the text it came from."""

    file: Path
    content: dict[str, Any]
    text: str

    @property
    def lines(self) -> Mapping[KeyPath, int]:
        """The line of every key and item."""
        return key_lines(self.text)

    def problem(self, key: KeyPath, text: str) -> Problem:
        """Name a problem at a key, on its line or that of the nearest key above it."""
        lines = self.lines
        near = (lines[key[:depth]] for depth in range(len(key), 0, -1) if key[:depth] in lines)
        return Problem(self.file, next(near, 1), ".".join(self._named(key)), text)

    def _named(self, key: KeyPath) -> Iterator[str]:
        """A key as a person finds it: items of an array by their name, where they have one."""
        content: object = self.content
        for part in key:
            if isinstance(content, list | tuple) and part.isdecimal() and int(part) < len(content):
                content = content[int(part)]
                name = content.get("name") if isinstance(content, dict) else None
                yield name if isinstance(name, str) and _NAME.fullmatch(name) else part
            else:
                content = content.get(part) if isinstance(content, dict) else None
                yield part

    def repeats(
        self, array: str, key: str, values: Sequence[object], taken: Sequence[object] = ()
    ) -> Iterator[Problem]:
        """Name every item of an array whose key says what one above it, or one taken, says."""
        for number, value in enumerate(values):
            if value in values[:number] or value in taken:
                yield self.problem((array, str(number), key), f"{value} is taken; choose another")

    def build(self, model: type[Model] | TypeAdapter[Model]) -> Model:
        """Validate the whole document; raise DocumentError with every problem."""
        adapter = model if isinstance(model, TypeAdapter) else _adapter(model)
        try:
            # Lists stand for tuples in TOML, which is what strict frozen models hold.
            return adapter.validate_python(frozen(self.content))
        except ValidationError as error:
            faults = corrections_of(error, adapter)
            raise DocumentError(self.problem(*fault) for fault in faults) from None


def _adapter(model: type[Model]) -> TypeAdapter[Model]:
    """The reader of a model; the model is made ready first and once, so that both share it."""
    if issubclass(model, BaseModel):
        model.model_rebuild()
    return TypeAdapter(model)


def frozen(value: Any) -> Any:
    """Turn every list into a tuple, which is what frozen strict models hold."""
    if isinstance(value, list):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: frozen(item) for key, item in value.items()}
    return value


def read_document(file: Path) -> Document:
    """Read and parse a TOML file; raise DocumentError naming the place."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DocumentError([Problem(file, 1, "", "no such file; check the path")]) from None
    except UnicodeDecodeError:
        text = "cannot be read: it is no text; name a TOML file in UTF-8"
        raise DocumentError([Problem(file, 1, "", text)]) from None
    except OSError as error:
        text = f"cannot be read: {error.strerror}; name a file that can"
        raise DocumentError([Problem(file, 1, "", text)]) from None
    return parse_document(file, text)


def parse_document(file: Path, text: str) -> Document:
    """Parse TOML text; numbers with a point stay exact decimals."""
    try:
        content = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = re.search(r"\(at line (\d+), column \d+\)", str(error))
        words = re.sub(r" \(at .*\)$", "", str(error))
        # At the end of the document, or too deep inside an array, tomllib names no line.
        line = int(found.group(1)) if found else text.count("\n") + 1
        raise DocumentError([Problem(file, line, "", f"not valid TOML: {words}")]) from None
    if _depth(content) > DEEPEST:
        text = f"nested more than {DEEPEST} levels deep; no file of ours needs so many"
        raise DocumentError([Problem(file, 1, "", text)])
    return Document(file, content, text)


def _depth(content: object) -> int:
    """How deep a document is nested, walked level by level: recursion has a limit of its own."""
    level: list[Any] = [content]
    depth = 0
    while level and depth <= DEEPEST:
        inner = (each.values() if isinstance(each, dict) else each for each in level)
        level = [item for items in inner for item in items if isinstance(item, dict | list)]
        depth += 1
    return depth
