"""Where every key of a TOML document stands, for text that `tomllib` has accepted."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

KeyPath = tuple[str, ...]

_TOKEN: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'"
    r"|(?P<nothing>[ \t\r]+|#[^\n]*)"
    r"|[^\s\"'#\[\]{},=.]+"
    r"|.",
    re.DOTALL,
)
_END_OF_VALUE: Final = frozenset({",", "]", "}", "\n", ""})
_CLOSING: Final = {"[": "]", "{": "}"}
_BETWEEN: Final = frozenset({",", "\n"})


@lru_cache(maxsize=4)
def key_lines(text: str) -> Mapping[KeyPath, int]:
    """Find the line of every key and item, under the path a validation error has."""
    scan = _Scan(text)
    table: KeyPath = ()
    while scan.ahead:
        if scan.ahead == "[":
            table = scan.header()
        elif scan.ahead == "\n":
            scan.take()
        else:
            scan.pair(table)
    return scan.lines


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    line = 1
    for found in _TOKEN.finditer(text):
        if found["nothing"] is None:
            yield found[0], line
        line += found[0].count("\n")
    while True:
        yield "", line


class _Scan:
    """A walk over the tokens of a document that keeps the line of whatever it meets."""

    def __init__(self, text: str) -> None:
        self.lines: dict[KeyPath, int] = {}
        self._newest: dict[KeyPath, int] = {}
        self._tokens = _tokens(text)
        self.ahead, self._line = next(self._tokens)

    def take(self) -> str:
        taken = self.ahead
        self.ahead, self._line = next(self._tokens)
        return taken

    def header(self) -> KeyPath:
        """Read `[table]` or `[[array]]`; below an array of tables its newest item is meant."""
        self.take()
        path: KeyPath = ()
        line, is_array = self._line, self.ahead == "["
        *above, last = self._key("]")
        for part in above:
            path = self._item((*path, part))
        path += (last,)
        if is_array:
            self.take()
            self._newest[path] = self._newest.get(path, -1) + 1
            path = self._item(path)
        self._mark(path, line)
        return path

    def pair(self, table: KeyPath) -> None:
        """Read `key = value`, also inside an inline table."""
        line = self._line
        path = table + self._key("=")
        self._mark(path, line)
        self._value(path)

    def _key(self, end: str) -> KeyPath:
        parts: list[str] = []
        while (token := self.take()) != end:
            if token not in (".", "["):
                parts.append(_plain(token))
        return tuple(parts)

    def _item(self, path: KeyPath) -> KeyPath:
        return (*path, str(self._newest[path])) if path in self._newest else path

    def _mark(self, path: KeyPath, line: int) -> None:
        for depth in range(1, len(path)):
            self.lines.setdefault(path[:depth], line)
        self.lines[path] = line

    def _value(self, path: KeyPath) -> None:
        opening = self.take()
        if opening in _CLOSING:
            self._inside(path, _CLOSING[opening])
        while self.ahead not in _END_OF_VALUE:
            self.take()

    def _inside(self, path: KeyPath, closing: str) -> None:
        count = 0
        while self.ahead != closing:
            if self.ahead in _BETWEEN:
                self.take()
            elif closing == "}":
                self.pair(path)
            else:
                item = (*path, str(count))
                self._mark(item, self._line)
                self._value(item)
                count += 1
        self.take()


def _plain(key: str) -> str:
    return str(tomllib.loads(f"key = {key}")["key"]) if key[0] in "\"'" else key
