"""Reading a document: every problem at once, with file, line and key."""

from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import Field, TypeAdapter

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


class Wood(Section):
    stuff: Literal["wood"]
    rings: int


class Iron(Section):
    stuff: Literal["iron"]
    rust: bool = False


class Lock(Section):
    key: int


class Latch(Section):
    spring: int


class Box(Section):
    name: str
    sizes: tuple[int, ...] = ()
    lid: Lid | None = None
    lids: tuple[Lid, ...] = ()
    made_of: Annotated[Wood | Iron, Field(discriminator="stuff")] | None = None
    closes: dict[str, bool | Literal["tight"] | Lock | Latch] = Field(default_factory=dict)


def problems(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(DocumentError) as refused:
        parse_document(FILE, text).build(Box)
    return [(p.line, p.key, p.text) for p in refused.value.problems]


def test_an_unknown_key_is_named_with_file_line_and_remedy() -> None:
    with pytest.raises(DocumentError) as refused:
        parse_document(FILE, 'name = "a"\n\nnmae = "b"\n').build(Box)
    assert str(refused.value) == (
        "shelf/box.toml:3: nmae: unknown key; known here: name, sizes, lid, lids, made_of, closes"
    )


def test_a_wrong_type_shows_what_was_written() -> None:
    ((line, key, text),) = problems('name = "a"\n[lid]\ncolour = "red"\nholes = "two"\n')
    assert (line, key) == (4, "lid.holes")
    assert "valid integer" in text
    assert "'two'" in text


@pytest.mark.parametrize(
    ("text", "key", "known"),
    [
        ("lid = { color = 1 }", "lid.color", "colour, holes"),
        ("lids = [{ colour = 'red', size = 3 }]", "lids.0.size", "colour, holes"),
        ("made_of = { stuff = 'iron', rusty = 1 }", "made_of.rusty", "rust, stuff"),
    ],
)
def test_an_unknown_key_lists_those_of_its_section(text: str, key: str, known: str) -> None:
    found = {key: text for _, key, text in problems(f"name = 'a'\n{text}\n")}
    assert found[key] == f"unknown key; known here: {known}"


def test_a_wrong_tag_is_one_problem_at_the_key_that_chooses() -> None:
    assert problems("name = 'a'\n[made_of]\nrings = 1\nstuff = 'woods'\n") == [
        (4, "made_of.stuff", "'woods' is unknown; known here: wood, iron")
    ]
    assert problems("name = 'a'\n[made_of]\nrings = 1\n") == [
        (2, "made_of.stuff", "missing; known here: iron, wood")
    ]


def test_a_problem_below_a_tag_has_the_key_of_the_file() -> None:
    assert problems("name = 'a'\n[made_of]\nstuff = 'wood'\nrings = 'x'\n") == [
        (4, "made_of.rings", "input should be a valid integer, got 'x'")
    ]


@pytest.mark.parametrize("value", ["5", "{ }", "{ lever = 1 }", '["tight"]'])
def test_a_value_that_fits_no_variant_is_one_problem(value: str) -> None:
    assert problems(f"name = 'a'\ncloses.a = {value}\n") == [
        (
            2,
            "closes.a",
            "fits no variant; write true or false, or 'tight', or a section with key,"
            " or a section with spring",
        )
    ]


def test_a_document_of_several_kinds_is_built_from_their_union() -> None:
    stuff: TypeAdapter[Wood | Iron] = TypeAdapter(
        Annotated[Wood | Iron, Field(discriminator="stuff")]
    )
    assert parse_document(FILE, "stuff = 'iron'").build(stuff) == Iron(stuff="iron")
    with pytest.raises(DocumentError, match="toml:2: ruts: unknown key; known here: rust, stuff"):
        parse_document(FILE, "stuff = 'iron'\nruts = true").build(stuff)


def test_what_is_no_section_or_list_is_told_without_python() -> None:
    assert problems("name = 'a'\nlid = 1\nsizes = 2.5\n") == [
        (3, "sizes", "should be a list; write it in [ ], got 2.5"),
        (2, "lid", "should be a section; write its keys in [ ] or { }, got 1"),
    ]


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
    for file, why in ((tmp_path, "Is a directory; name a file"), (binary, "it is no text; name")):
        with pytest.raises(DocumentError, match=f"cannot be read: {why}"):
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


DEEP = [
    f"a = {'[' * 500}{']' * 500}",
    f"a = {'[' * 90}{']' * 90}",
    f"a = {'{b = ' * 500}1{'}' * 500}",
    f"{'.'.join('a' * 3000)} = 1",
    f"[{'.'.join('a' * 3000)}]\nb = 1",
]


@pytest.mark.parametrize("text", DEEP, ids=["arrays", "some", "tables", "keys", "header"])
def test_a_document_nested_too_deep_is_an_error_in_one_line(text: str) -> None:
    with pytest.raises(DocumentError) as refused:
        parse_document(Path("deep.toml"), text)
    assert len(refused.value.problems) == 1


@pytest.mark.parametrize("package", ["config", "controller", "drivers", "vision"])
def test_no_folder_can_hide_a_module_beside_it(package: str) -> None:
    modules = (Path(__file__).parents[3] / package).rglob("*.py")
    assert [file for file in modules if file.with_suffix("").is_dir()] == []
