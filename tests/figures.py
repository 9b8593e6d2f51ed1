"""Print the figures of the product's source; a figure over its limit is an error."""

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from controller.families import families
from controller.table.parts import parts_of

ROOT: Final = Path(__file__).parents[1]
PRODUCT: Final = ("controller", "drivers", "vision", "config")
LONGEST_FILE, LONGEST_CLASS, LONG_FUNCTION, WIDEST_PART = 400, 300, 20, 8
Named = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Sized(NamedTuple):
    """Something with a name and a size: a file, a class, a function, a part."""

    name: str
    size: int


class Figure(NamedTuple):
    """One line of the report; what is over the limit is named."""

    what: str
    value: float
    limit: float | None = None
    over: tuple[Sized, ...] = ()

    @property
    def is_broken(self) -> bool:
        """Whether the limit is passed."""
        return self.limit is not None and self.value > self.limit

    def __str__(self) -> str:
        limit = "" if self.limit is None else f"at most {self.limit:,.0f}"
        names = ", ".join(f"{item.name} {item.size}" for item in self.over)
        return f"{self.what:<24} {self.value:>9,.0f}  {limit:<14} {names}".rstrip()


def main() -> int:
    """Print every figure; the status is 1 if one is over its limit."""
    figures = list(figures_of(sources(ROOT, PRODUCT), _parts()))
    for figure in figures:
        print(figure)
    broken = [figure.what for figure in figures if figure.is_broken]
    if broken:
        print(f"error: over the limit: {', '.join(broken)}; part what is too long", file=sys.stderr)
    return int(bool(broken))


def sources(root: Path, folders: Iterable[str]) -> dict[str, str]:
    """The text of every module below some folders."""
    files = sorted(file for folder in folders for file in (root / folder).rglob("*.py"))
    return {str(file.relative_to(root)): file.read_text(encoding="utf-8") for file in files}


def figures_of(texts: dict[str, str], parts: Iterable[Sized] = ()) -> Iterator[Figure]:
    """Measure modules, given as their texts, and the parts of a round."""
    trees = {name: ast.parse(text) for name, text in texts.items()}
    files = [Sized(name, len(text.splitlines())) for name, text in texts.items()]
    functions = list(_nodes(trees, ast.FunctionDef, ast.AsyncFunctionDef))
    lengths = sorted(item.size for item in functions) or [0]
    yield Figure("lines", sum(item.size for item in files))
    yield Figure("files", len(files))
    yield _longest("longest file", files, LONGEST_FILE)
    yield _longest("longest class", _nodes(trees, ast.ClassDef), LONGEST_CLASS)
    yield Figure("functions", len(functions))
    yield Figure("function length, median", median(lengths))
    yield Figure("function length, p95", lengths[len(lengths) * 95 // 100], LONG_FUNCTION)
    yield _longest("widest part, fields", parts, WIDEST_PART)


def _longest(what: str, items: Iterable[Sized], limit: int) -> Figure:
    found = sorted(items, key=lambda item: -item.size)
    over = tuple(item for item in found if item.size > limit)
    return Figure(what, found[0].size if found else 0, limit, over)


def _nodes(trees: dict[str, ast.Module], *kinds: type[Named]) -> Iterator[Sized]:
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, kinds):
                yield Sized(f"{name}:{node.name}", (node.end_lineno or 0) - node.lineno + 1)


def _parts() -> Iterator[Sized]:
    """The fields of every part of a round."""
    for family in families().values():
        for part in parts_of(family):
            yield Sized(part.__name__, len(part.__annotations__))


if __name__ == "__main__":
    sys.exit(main())
