"""Reading a TOML document: every problem at once, each with file, key and line."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from controller.facts.failure import OperatorError


class Section(BaseModel):
    """A frozen part of a document; unknown keys and wrong types are refused."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


Model = TypeVar("Model", bound=BaseModel)
KeyPath = tuple[str, ...]


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
    """Parsed content and the line of every key."""

    file: Path
    content: dict[str, Any]
    lines: Mapping[KeyPath, int]

    def problem(self, key: KeyPath, text: str) -> Problem:
        """Name a problem at a key, on its line or that of the nearest key above it."""
        near = next(
            (self.lines[key[:n]] for n in range(len(key), 0, -1) if key[:n] in self.lines), 1
        )
        return Problem(self.file, near, ".".join(key), text)

    def build(self, model: type[Model]) -> Model:
        """Validate the whole document; raise DocumentError with every problem."""
        try:
            # Lists stand for tuples in TOML, so the strict model reads JSON-like input.
            return model.model_validate(frozen(self.content))
        except ValidationError as error:
            raise DocumentError(self.problems_of(error)) from None

    def problems_of(self, error: ValidationError) -> list[Problem]:
        """Translate a validation error to problems at their lines."""
        return [
            self.problem(tuple(str(part) for part in item["loc"]), plain_words(item))
            for item in error.errors(include_url=False)
        ]


def plain_words(item: Any) -> str:
    """Say a validation error the way a person would."""
    message = str(item["msg"])
    if item["type"] == "extra_forbidden":
        return "unknown key; remove it or correct its spelling"
    if item["type"] == "missing":
        return "missing; add this key"
    if item["type"] in ("value_error", "assertion_error"):
        return message.split(", ", 1)[-1]
    return f"{message[:1].lower()}{message[1:]}, got {item['input']!r}"


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
    except (OSError, UnicodeDecodeError) as error:
        raise DocumentError([Problem(file, 1, "", f"cannot be read: {error}")]) from None
    return parse_document(file, text)


def parse_document(file: Path, text: str) -> Document:
    """Parse TOML text; numbers with a point stay exact decimals."""
    try:
        content = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column \d+\)", str(error))
        words = re.sub(r" \(at .*\)$", "", str(error))
        # At the end of the document tomllib gives no number.
        line = int(found.group(1)) if found else text.count("\n") + 1
        raise DocumentError([Problem(file, line, "", f"not valid TOML: {words}")]) from None
    return Document(file, content, key_lines(text))


_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(
    r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"))*)\s*="""
)
_PART = re.compile(r'"([^"]*)"|\'([^\']*)\'|([A-Za-z0-9_-]+)')


def key_lines(text: str) -> dict[KeyPath, int]:
    """Find the line of every key; array tables carry their index as in a validation error."""
    lines: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    depth = 0
    for number, line in enumerate(text.splitlines(), start=1):
        bare = _without_strings(line)
        if depth == 0 and (header := _HEADER.match(line)):
            table = _enter(header, counts)
            lines.setdefault(table, number)
        elif depth == 0 and (key := _KEY.match(line)):
            lines[table + _parts(key.group(1))] = number
        if not _HEADER.match(line) or depth:
            depth += bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}")
    return lines


def _enter(header: re.Match[str], counts: dict[KeyPath, int]) -> KeyPath:
    path: KeyPath = ()
    parts = _parts(header.group(2))
    for position, part in enumerate(parts):
        path += (part,)
        last = position == len(parts) - 1
        if last and header.group(1) == "[[":
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path += (str(counts[path]),)
    return path


def _parts(dotted: str) -> KeyPath:
    return tuple("".join(groups) for groups in _PART.findall(dotted))


def _without_strings(line: str) -> str:
    return re.sub(r'"[^"]*"|\'[^\']*\'', "", line).split("#", 1)[0]
