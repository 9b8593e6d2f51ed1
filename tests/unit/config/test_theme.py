"""Themes: every colour named, legible, and the room's logo a picture that fits."""

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from config.document import DocumentError
from config.table import TABLES, theme_problems
from config.theme import (
    BUILT_IN,
    LEAST_CONTRAST,
    LOGO_LIMIT,
    READ_ON,
    THEMES,
    built_in_theme,
    contrast,
    load_theme,
    theme_file,
)
from config.theme_css import built_in_css, theme_css
from controller.families.tables import load_table

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
WEBP = b"RIFF\0\0\0\0WEBP"
colours = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")


def theme(folder: Path, text: str) -> Path:
    file = folder / "room.toml"
    file.write_text(text, encoding="utf-8")
    return file


def problems(file: Path) -> list[str]:
    with pytest.raises(DocumentError) as refused:
        load_theme(file)
    return [str(problem).removeprefix(str(file)) for problem in refused.value.problems]


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_built_in_themes_are_legible(name: str) -> None:
    named = built_in_theme(name).colours.named()
    assert min(contrast(named[text], named[ground]) for text, ground in READ_ON) >= LEAST_CONTRAST


def test_a_room_changes_only_what_it_names(tmp_path: Path) -> None:
    file = theme(tmp_path, 'base = "bright"\n[room]\nname = "River"\n[colours]\ngold = "#705000"\n')
    changed, plain = load_theme(file).theme, built_in_theme("bright")
    assert changed.room.name == "River"
    assert changed.colours.named() == plain.colours.named() | {"gold": "#705000"}


def test_without_a_base_every_colour_must_be_there(tmp_path: Path) -> None:
    (problem,) = problems(theme(tmp_path, '[colours]\nground = "#000000"\n'))
    assert problem.startswith(":1: colours: misses glow, panel, panel-edge")
    assert problem.endswith('or begin with base = "dark"')


def test_a_whole_theme_needs_no_base(tmp_path: Path) -> None:
    file = theme(tmp_path, (THEMES / "dark.toml").read_text(encoding="utf-8"))
    assert load_theme(file).theme == built_in_theme("dark")


@pytest.mark.parametrize(
    ("line", "place", "words"),
    [
        ('gold = "yellow"', ":3: colours.gold:", "write it as #rrggbb"),
        ('gold = "#fff"', ":3: colours.gold:", "write it as #rrggbb"),
        ("gold = 3", ":3: colours.gold:", "valid string"),
        ('grund = "#000000"', ":3: colours.grund:", "unknown key"),
        ('panel_edge = "#000000"', ":3: colours.panel_edge:", "unknown key"),
        ('text = "#0b1114"', ":3: colours.text:", "text on ground has a contrast of 1.0"),
        ('panel = "#dddddd"', ":3: colours.panel:", "text on panel has a contrast of 1."),
        ('alarm = "#301000"', ":3: colours.alarm:", "alarm-text on alarm"),
    ],
)
def test_a_wrong_colour_is_named_with_its_line(
    tmp_path: Path, line: str, place: str, words: str
) -> None:
    found = problems(theme(tmp_path, f'base = "dark"\n[colours]\n{line}\n'))
    assert found[0].startswith(place)
    assert words in found[0]


def test_an_unknown_base_is_refused(tmp_path: Path) -> None:
    found = problems(theme(tmp_path, 'base = "pink"\n'))
    assert any(problem.startswith(":1: base:") for problem in found)


@pytest.mark.parametrize(
    ("name", "content", "media_type"),
    [
        ("logo.svg", b'<?xml version="1.0"?><svg/>', "image/svg+xml"),
        ("logo.png", PNG, "image/png"),
        ("logo.webp", WEBP, "image/webp"),
    ],
)
def test_a_logo_lies_beside_the_theme(
    tmp_path: Path, name: str, content: bytes, media_type: str
) -> None:
    (tmp_path / name).write_bytes(content)
    logo = load_theme(theme(tmp_path, f'base = "dark"\n[room]\nlogo = "{name}"\n')).logo
    assert logo == (media_type, content)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("logo.svg", None, "cannot be read: No such file"),
        ("logo.gif", b"GIF89a", "is no .svg, .png, .webp file; convert it"),
        ("logo.png", b"<svg/>", "holds no image/png; export it again"),
        ("logo.webp", PNG, "holds no image/webp"),
        ("logo.svg", PNG, "holds no image/svg+xml"),
        ("logo.png", PNG + b"\0" * LOGO_LIMIT, f"make it smaller than {LOGO_LIMIT}"),
        ("../logo.png", None, "is not beside this file"),
    ],
)
def test_a_logo_that_cannot_be_shown_is_refused(
    tmp_path: Path, name: str, content: bytes | None, words: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    (problem,) = problems(theme(tmp_path, f'base = "dark"\n[room]\nlogo = "{name}"\n'))
    assert problem.startswith(":3: room.logo:")
    assert words in problem


def test_a_theme_is_looked_for_beside_the_table_file(tmp_path: Path) -> None:
    assert theme_file(tmp_path / "table.toml", "room.toml") == tmp_path / "room.toml"
    assert theme_file(tmp_path / "table.toml", "bright") == THEMES / "bright.toml"


def test_a_bad_theme_does_not_keep_the_table_from_loading(tmp_path: Path) -> None:
    text = (TABLES / "emulated-baccarat.toml").read_text(encoding="utf-8")
    file = tmp_path / "table.toml"
    file.write_text(f'{text}theme = "room.toml"\n', encoding="utf-8")
    name = load_table(file).table.scoreboard.theme
    (problem,) = theme_problems(file, name)
    assert (problem.file.name, problem.text) == ("room.toml", "no such file; check the path")


@given(one=colours, other=colours)
def test_contrast_goes_from_1_to_21_either_way_round(one: str, other: str) -> None:
    assert 1 <= contrast(one, other) <= 21.001
    assert contrast(one, other) == contrast(other, one)
    assert contrast(one, one) == 1


def test_contrast_of_black_and_white_is_21() -> None:
    assert round(contrast("#000000", "#FFFFFF"), 6) == 21


def test_the_style_sheet_carries_every_colour_and_the_scheme() -> None:
    sheets = built_in_css()
    assert "color-scheme: dark;" in sheets["dark"]
    assert "color-scheme: light;" in sheets["bright"]
    for name, value in built_in_theme("bright").colours.named().items():
        assert f"  --{name}: {value};\n" in sheets["bright"]
    assert theme_css(built_in_theme("dark")) == sheets["dark"]
