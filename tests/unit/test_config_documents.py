"""Reading a document: every problem at once, with file, line and key."""

from pathlib import Path

import pytest

from config.document import (
    DocumentError,
    Section,
    parse_document,
    read_document,
)
from config.toml_lines import key_lines

FILE = Path("shelf/box.toml")


class Lid(Section):
    colour: str
    holes: int = 0


class Box(Section):
    name: str
    sizes: tuple[int, ...] = ()
    lid: Lid | None = None
    lids: tuple[Lid, ...] = ()


def problems(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(DocumentError) as refused:
        parse_document(FILE, text).build(Box)
    return [(p.line, p.key, p.text) for p in refused.value.problems]


def test_an_unknown_key_is_named_with_file_line_and_remedy() -> None:
    with pytest.raises(DocumentError) as refused:
        parse_document(FILE, 'name = "a"\n\nnmae = "b"\n').build(Box)
    assert str(refused.value) == (
        "shelf/box.toml:3: nmae: unknown key; remove it or correct its spelling"
    )


def test_a_wrong_type_shows_what_was_written() -> None:
    ((line, key, text),) = problems('name = "a"\n[lid]\ncolour = "red"\nholes = "two"\n')
    assert (line, key) == (4, "lid.holes")
    assert "valid integer" in text
    assert "'two'" in text


def test_a_missing_key_points_at_its_section() -> None:
    assert problems('name = "a"\n[lid]\nholes = 2\n') == [
        (2, "lid.colour", "missing; add this key")
    ]


def test_items_of_an_array_are_told_apart() -> None:
    text = 'name = "a"\n[[lids]]\ncolour = "red"\n[[lids]]\ncolour = 5\n'
    assert [(line, key) for line, key, _ in problems(text)] == [(5, "lids.1.colour")]


def test_every_problem_is_reported_at_once() -> None:
    found = problems("sizes = [1, 'x']\nwidth = 3\n[lid]\nholes = 1\n")
    assert [(line, key) for line, key, _ in found] == [
        (1, "name"),
        (1, "sizes.1"),
        (3, "lid.colour"),
        (2, "width"),
    ]


def test_bad_toml_names_the_line() -> None:
    ((line, key, text),) = problems('name = "a"\nlid = = 3\n')
    assert (line, key) == (2, "")
    assert text.startswith("not valid TOML: ")
    assert "line" not in text


def test_toml_that_stops_too_early_points_at_its_end() -> None:
    ((line, _key, text),) = problems('name = "a"\nsizes = [1,\n')
    assert line == 3
    assert text.startswith("not valid TOML: ")


def test_arrays_too_deep_to_read_are_one_problem() -> None:
    ((_line, _key, text),) = problems("sizes = " + "[" * 5000 + "]" * 5000)
    assert text.startswith("not valid TOML: ")


def test_a_missing_file_is_one_problem(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="no such file; check the path"):
        read_document(tmp_path / "nowhere.toml")


def test_a_folder_or_a_binary_file_cannot_be_read(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    for file in (tmp_path, binary):
        with pytest.raises(DocumentError, match="cannot be read"):
            read_document(file)


def test_lines_are_found_behind_strings_comments_and_nested_arrays() -> None:
    text = """\
# [not.a.header]
name = "[also] = not" # = a key
sizes = [
  1, # [deep
  2,
]
"odd key" = 1
[a.b]
c.d = 2
[[e]]
f = 1
[[e]]
[e.g]
h = 1
"""
    assert key_lines(text) == {
        ("name",): 2,
        ("sizes",): 3,
        ("sizes", "0"): 4,
        ("sizes", "1"): 5,
        ("odd key",): 7,
        ("a",): 8,
        ("a", "b"): 8,
        ("a", "b", "c"): 9,
        ("a", "b", "c", "d"): 9,
        ("e",): 10,
        ("e", "0"): 10,
        ("e", "0", "f"): 11,
        ("e", "1"): 12,
        ("e", "1", "g"): 13,
        ("e", "1", "g", "h"): 14,
    }


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ('x = "esc \\" [ "\ny = 1\n', ("y",), 2),
        ("x = 'a\\'\ny = 1\n", ("y",), 2),
        ("x = '\"' # [\ny = 1\n", ("y",), 2),
        ('x = """\n[z]\n"" \\""" [\n"""""\ny = 1\n', ("y",), 5),
        ("x = '''\ny = [\n''''\ny = 1\n", ("y",), 4),
        ("a = [\n  { b = 1 },\n  { c = 2,\n    d.e = 3 },\n]\n", ("a", "1", "c"), 3),
        ("\"a.b\".'c' . d = 1\n", ("a.b", "c", "d"), 1),
        ('[ "x]" . y ]\nz = 1\n', ("x]", "y", "z"), 2),
        ("[a.b]\n[a]\nc = 1\n", ("a",), 2),
        # Not an end of line to TOML, though Python splits lines there.
        ("# a\u2028b\x85c\ny = 1\n", ("y",), 2),
    ],
)
def test_the_line_of_a_key_is_found_whatever_stands_before_it(
    text: str, key: tuple[str, ...], line: int
) -> None:
    assert key_lines(text)[key] == line


def test_a_header_inside_a_long_string_is_no_table() -> None:
    assert set(key_lines('x = """\n[y]\nz = 1\n"""\n')) == {("x",)}


def test_a_wrong_item_of_a_long_array_is_named_by_its_own_line() -> None:
    text = 'name = "a"\nsizes = [\n  1,\n  "x",\n]\nlids = [\n  { colour = 5 },\n]\n'
    found = [(line, key) for line, key, _ in problems(text)]
    assert found == [(4, "sizes.1"), (7, "lids.0.colour")]


@pytest.mark.parametrize("package", ["config", "controller", "drivers", "vision"])
def test_no_folder_can_hide_a_module_beside_it(package: str) -> None:
    modules = (Path(__file__).parents[2] / package).rglob("*.py")
    assert [file for file in modules if file.with_suffix("").is_dir()] == []
