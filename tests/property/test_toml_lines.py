"""Documents written key by key, with the line of each key known while it is written."""

import tomllib
from collections.abc import Iterator

from hypothesis import given, strategies as st

from config.toml_lines import KeyPath, key_lines

BARE = st.text("abcXYZ019_-", min_size=1, max_size=4)
AWKWARD = st.text("ab \"'\\[]{}#=.,\t\u2028\u0085é", max_size=6)
KEYS = BARE | AWKWARD
NUMBERS = st.sampled_from(["1", "-2.5e3", "true", "inf", "1979-05-27 07:32:00", "07:32:00.5"])


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


class Writer:
    """A document as it grows, and where each of its keys stands."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.text = ""
        self.lines: dict[KeyPath, int] = {}

    def add(self, text: str) -> None:
        self.text += text

    def gap(self) -> None:
        """What may stand between the items of an array."""
        self.add(self.draw(st.sampled_from(["", " ", "\n", "# ]}\n", "\r\n\t"])))

    def mark(self, path: KeyPath, known: int = 0) -> None:
        line = self.text.count("\n") + 1
        for depth in range(known + 1, len(path)):
            self.lines.setdefault(path[:depth], line)
        self.lines[path] = line

    def key(self, parts: KeyPath) -> None:
        dot = self.draw(st.sampled_from([".", " . "]))
        self.add(dot.join(self.quoted(part) for part in parts))

    def quoted(self, part: str) -> str:
        ways = [f'"{escaped(part)}"']
        if part and part.isascii() and part.replace("_", "").replace("-", "").isalnum():
            ways.append(part)
        if "'" not in part:
            ways.append(f"'{part}'")
        return self.draw(st.sampled_from(ways))

    def value(self, path: KeyPath, depth: int) -> None:
        kinds = ["number", "string", "long", *(["array", "inline"] if depth else [])]
        match self.draw(st.sampled_from(kinds)):
            case "number":
                self.add(self.draw(NUMBERS))
            case "string":
                self.add(f'"{escaped(self.draw(AWKWARD))}"')
            case "long":
                self.add(self.draw(long_strings()))
            case "array":
                self.array(path, depth - 1)
            case "inline":
                self.inline(path, depth - 1)

    def array(self, path: KeyPath, depth: int) -> None:
        self.add("[")
        for number in range(self.draw(st.integers(0, 3))):
            self.gap()
            self.mark((*path, str(number)), len(path))
            self.value((*path, str(number)), depth)
            self.gap()
            self.add(",")
        self.gap()
        self.add("]")

    def inline(self, path: KeyPath, depth: int) -> None:
        self.add("{ ")
        for number, key in enumerate(self.draw(st.lists(KEYS, max_size=3, unique=True))):
            self.add(", " if number else "")
            self.pair(path, key, depth)
        self.add(" }")

    def pair(self, table: KeyPath, key: str, depth: int) -> None:
        parts = (key, *self.draw(st.lists(KEYS, max_size=1)))
        self.mark(table + parts, len(table))
        self.key(parts)
        self.add(self.draw(st.sampled_from([" = ", "=", "\t= "])))
        self.value(table + parts, depth)

    def pairs(self, table: KeyPath, keys: list[str]) -> None:
        for key in keys:
            self.add(self.draw(st.sampled_from(["", "  ", "\n", "# [no.table]\n"])))
            self.pair(table, key, 2)
            self.add(self.draw(st.sampled_from(["\n", " # ] = }\n", "\r\n"])))

    def tables(self, path: KeyPath, named: KeyPath, depth: int) -> None:
        """Write the keys of a table, then the tables and arrays of tables below it."""
        keys = self.draw(st.lists(KEYS, max_size=5, unique=True))
        below = keys[3:] if depth else []
        self.pairs(path, [key for key in keys if key not in below])
        for key in below:
            count = self.draw(st.integers(0, 2))
            for number in range(count or 1):
                here = (*path, key, str(number)) if count else (*path, key)
                self.header((*named, key), "[[" if count else "[", here, len(path))
                self.tables(here, (*named, key), depth - 1)

    def header(self, named: KeyPath, opening: str, path: KeyPath, known: int) -> None:
        self.mark(path, known)
        self.add(f" {opening} ")
        self.key(named)
        self.add(" " + "]" * len(opening) + " # [x]\n")


@st.composite
def long_strings(draw: st.DrawFn) -> str:
    text = draw(st.text("a\"'\n[]=#", max_size=8))
    if draw(st.booleans()):
        return f'"""{text.replace(chr(34) * 3, "")}{draw(st.sampled_from(["", chr(92) * 2]))}"""'
    return f"'''{text.replace(chr(39) * 3, '')}'''"


@st.composite
def documents(draw: st.DrawFn) -> Writer:
    writer = Writer(draw)
    writer.tables((), (), 2)
    return writer


def paths(value: object, above: KeyPath = ()) -> Iterator[KeyPath]:
    pairs = value.items() if isinstance(value, dict) else ()
    for key, item in enumerate(value) if isinstance(value, list) else pairs:
        yield (*above, str(key))
        yield from paths(item, (*above, str(key)))


@given(documents())
def test_every_key_of_a_document_has_the_line_it_was_written_on(document: Writer) -> None:
    assert key_lines(document.text) == document.lines
    assert set(document.lines) == set(paths(tomllib.loads(document.text)))
