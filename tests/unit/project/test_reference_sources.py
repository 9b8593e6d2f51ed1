"""The C devices as firmware shops want them: licensed, small, no heap, and described."""

import re
from pathlib import Path

import pytest

from config.wire_document import load_wire

FOLDER = Path(__file__).parents[3] / "docs" / "reference-device"
SOURCES = sorted(
    file for file in FOLDER.rglob("*") if file.suffix in (".c", ".h", ".S", ".ld", ".py")
)
README = (FOLDER / "README.md").read_text(encoding="utf-8")
LONGEST_FILE, LONGEST_FUNCTION = 400, 40
HEAP = re.compile(r"\b(malloc|calloc|realloc|free|alloca)\s*\(")


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(FOLDER)))
def test_a_file_names_its_licence_and_is_short(file: Path) -> None:
    lines = text_of(file).splitlines()
    assert any("SPDX-License-Identifier: Apache-2.0" in line for line in lines[:16])
    assert len(lines) <= LONGEST_FILE
    assert not HEAP.search(text_of(file))


def test_no_function_is_long() -> None:
    for file in (file for file in SOURCES if file.suffix == ".c"):
        for body in re.findall(r"^\{\n.*?^\}", text_of(file), re.MULTILINE | re.DOTALL):
            assert body.count("\n") <= LONGEST_FUNCTION, f"{file.name}: {body[:80]}"


def test_every_action_of_the_hands_is_described() -> None:
    for file in (FOLDER / "parts").glob("*_parts.c"):
        table = text_of(file).partition("const struct action PARTS[]")[2].partition("};")[0]
        actions = re.findall(r'\{"(\w+)", ', table)
        assert actions
        assert [action for action in actions if f"`{action}" not in README] == []


def test_every_option_is_described() -> None:
    code = "".join(text_of(file) for file in SOURCES if file.suffix in (".c", ".py"))
    options = set(re.findall(r'(?:board_option|\boption)\("(\w+)"', code))
    assert {option for option in options if f"`{option}=" not in README} == set()
    assert "stretch" in options


def test_the_pads_keys_are_those_of_the_wire_document() -> None:
    code = text_of(FOLDER / "parts" / "pad_keys.c")
    found = {name: int(number) for name, number in re.findall(r'\{"([\w-]+)", (\d+)\}', code)}
    for name, *numbers in re.findall(r'\{"([\w-]+-)", (\d+), (\d+), (\d+)\}', code):
        base, first, last = map(int, numbers)
        found |= {f"{name}{number}": base + number for number in range(first, last + 1)}
    del found["flex-4"]
    assert found == dict(load_wire("entry-pad").by_name["key_pressed"].fields[0].values)
