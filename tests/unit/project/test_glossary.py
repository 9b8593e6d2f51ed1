"""Words with an address: a name has an ambiguous word in it only where the glossary says."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
GLOSSARY = ROOT / "docs" / "glossary.md"
PRODUCT = ("controller", "drivers", "vision", "config")
ROW = re.compile(r"^\| (\w+) \| .* \| ((?:`[\w/.]+`(?:, )?)+|\*nowhere\*) \|$", re.M)
NOBODYS = {"util", "helper", "common", "manager", "misc"}


def addresses() -> dict[str, list[str]]:
    """The places of every word, from the last table of the glossary."""
    table = GLOSSARY.read_text(encoding="utf-8").partition("## Words with an address")[2]
    found: dict[str, list[str]] = {}
    for word, places in ROW.findall(table):
        found.setdefault(word, []).extend(re.findall(r"`(.+?)`", places))
    return found


def words(name: str) -> set[str]:
    """The words of a name, small and without a plural s: `FaultLine`, `line_faults`."""
    return {part.lower().removesuffix("s") for part in re.findall(r"[A-Z]?[a-z]+", name)}


def names(file: Path) -> Iterator[str]:
    """The names a module brings: its path, its classes and its parameters."""
    yield from file.relative_to(ROOT).with_suffix("").parts
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg


@cache
def used() -> dict[str, list[tuple[Path, str]]]:
    """Every word of the product's names, with the files and names it is in."""
    found: dict[str, list[tuple[Path, str]]] = {}
    for file in (file for top in PRODUCT for file in sorted((ROOT / top).rglob("*.py"))):
        for name in names(file):
            for word in words(name):
                found.setdefault(word, []).append((file.relative_to(ROOT), name))
    return found


def strays(word: str, places: list[str]) -> list[str]:
    """Where a word is used outside its places."""
    return [
        f"{file}: {name}"
        for file, name in used().get(word, [])
        if not any(file.is_relative_to(place) for place in places)
    ]


@pytest.mark.parametrize(("word", "places"), addresses().items())
def test_a_word_is_used_only_where_the_glossary_says(word: str, places: list[str]) -> None:
    assert strays(word, places) == []


def test_every_place_of_the_glossary_uses_its_word() -> None:
    for word, places in addresses().items():
        for place in places:
            assert any(file.is_relative_to(place) for file, _ in used()[word]), (word, place)


def test_nothing_is_called_by_a_word_that_says_nothing() -> None:
    assert [used()[word] for word in NOBODYS if word in used()] == []


def test_the_test_sees_modules_classes_and_parameters() -> None:
    assert "drivers/emulator/faults.py: faults" in strays("fault", [])
    assert "drivers/emulator/fault.py: FaultLine" in strays("fault", [])
    assert "controller/cli/run.py: pace" in strays("pace", [])
    assert addresses()["bench"] == []
