"""A theme: the colours of a room's screens, its name and its logo, checked for legibility."""

import re
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import AfterValidator, ConfigDict, StringConstraints

from config.document import Document, DocumentError, Problem, Section, read_document

THEMES: Final = Path(__file__).parent / "themes"
BUILT_IN: Final = ("dark", "bright")
LOGO_TYPES: Final = {".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp"}
LOGO_LIMIT: Final = 256 * 1024
# WCAG 2 asks this of text against its ground.
LEAST_CONTRAST: Final = 4.5
READ_ON: Final = (
    ("text", "ground"),
    ("text", "panel"),
    ("text", "open"),
    ("text", "closed"),
    ("text", "busy"),
    ("text", "hold"),
    ("dim", "panel"),
    ("alarm-text", "alarm"),
    ("card-red", "card"),
    ("card-black", "card"),
)


def _known_theme(name: str) -> str:
    if name not in BUILT_IN and not name.endswith(".toml"):
        raise ValueError(f"no theme {name!r}; use {', '.join(BUILT_IN)} or a file as room.toml")
    return name


def _colour(text: str) -> str:
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise ValueError(f"{text!r} is no colour; write it as #rrggbb")
    return text


def _beside(name: str) -> str:
    if Path(name).name != name:
        raise ValueError(f"{name!r} is not beside this file; put it there and name it alone")
    return name


ThemeName = Annotated[str, AfterValidator(_known_theme)]
Colour = Annotated[str, AfterValidator(_colour)]
LogoName = Annotated[str, AfterValidator(_beside)]


class Room(Section):
    """What the room calls itself, and its picture beside the theme file."""

    name: Annotated[str, StringConstraints(max_length=60)] = ""
    logo: LogoName | None = None


class Colours(Section):
    """Every colour the pages use, under the name of its CSS variable."""

    model_config = ConfigDict(alias_generator=lambda name: name.replace("_", "-"))

    ground: Colour
    glow: Colour
    panel: Colour
    panel_edge: Colour
    grid: Colour
    text: Colour
    dim: Colour
    gold: Colour
    player: Colour
    player_bright: Colour
    banker: Colour
    banker_bright: Colour
    tie: Colour
    tie_bright: Colour
    felt: Colour
    felt_edge: Colour
    open: Colour
    closed: Colour
    busy: Colour
    hold: Colour
    alarm: Colour
    alarm_text: Colour
    card: Colour
    card_red: Colour
    card_black: Colour

    def named(self) -> dict[str, str]:
        """Each colour under its name in the file."""
        return self.model_dump(by_alias=True)


class Theme(Section):
    """One theme file."""

    # Begin with a built-in theme and change only what is named here.
    base: Literal["dark", "bright"] | None = None
    room: Room = Room()
    colours: Colours


class Logo(NamedTuple):
    """A room's picture and how it is called on the wire."""

    media_type: str
    content: bytes


class RoomTheme(NamedTuple):
    """A theme with the picture it names."""

    theme: Theme
    logo: Logo | None = None


def theme_file(table_file: Path, name: str) -> Path:
    """Where a theme is: a built-in one by its name, else beside the table file."""
    return THEMES / f"{name}.toml" if name in BUILT_IN else table_file.parent / name


def built_in_theme(name: str) -> Theme:
    """Load one of our own themes."""
    return load_theme(THEMES / f"{name}.toml").theme


def usable_theme(table_file: Path, name: str) -> tuple[RoomTheme, tuple[Problem, ...]]:
    """The theme of a table; where it has problems, the dark one and those."""
    try:
        return load_theme(theme_file(table_file, name)), ()
    except DocumentError as error:
        return RoomTheme(built_in_theme(BUILT_IN[0])), tuple(error.problems)


def load_theme(file: Path) -> RoomTheme:
    """Read and check a theme and its logo; DocumentError with every problem."""
    return _checked(read_document(file))


def theme_of(content: dict[str, Any]) -> RoomTheme:
    """Check a theme that is part of another document; ValueError with its first problem."""
    room = content.get("room")
    if isinstance(room, dict) and room.get("logo"):
        raise ValueError("a logo is a file beside the table file; leave it out here")
    try:
        return _checked(Document(Path("theme"), content, ""))
    except DocumentError as error:
        first = error.problems[0]
        raise ValueError(f"{first.key}: {first.text}" if first.key else first.text) from None


def _checked(given: Document) -> RoomTheme:
    document = _completed(given)
    theme = document.build(Theme)
    problems = _illegible(document, theme.colours.named())
    logo, wrong = _logo(document, theme.room.logo)
    if problems or wrong:
        raise DocumentError([*problems, *wrong])
    return RoomTheme(theme, logo)


def contrast(one: str, other: str) -> float:
    """The WCAG contrast of two colours, from 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _completed(document: Document) -> Document:
    """Put the colours of the base under those of the file."""
    base, own = document.content.get("base"), document.content.get("colours", {})
    if not isinstance(own, dict):
        return document
    if base not in BUILT_IN:
        missing = [] if base else [name for name in _names() if name not in own]
        if missing:
            text = f'misses {", ".join(missing)}; add them, or begin with base = "dark"'
            raise DocumentError([document.problem(("colours",), text)])
        return document
    colours: dict[str, Any] = built_in_theme(base).colours.named() | own
    return document._replace(content=document.content | {"colours": colours})


def _names() -> list[str]:
    return [name.replace("_", "-") for name in Colours.model_fields]


def _illegible(document: Document, colours: dict[str, str]) -> list[Problem]:
    problems = []
    for text, ground in READ_ON:
        found = contrast(colours[text], colours[ground])
        if found < LEAST_CONTRAST:
            # A colour the file does not name comes from its base; the other one is at fault.
            named = text if ("colours", text) in document.lines else ground
            words = (
                f"{text} on {ground} has a contrast of {found:.1f}, it needs {LEAST_CONTRAST};"
                " move the two colours further apart"
            )
            problems.append(document.problem(("colours", named), words))
    return problems


def _logo(document: Document, name: str | None) -> tuple[Logo | None, list[Problem]]:
    if name is None:
        return None, []
    file = document.file.parent / name
    media_type = LOGO_TYPES.get(file.suffix.lower())
    if media_type is None:
        return None, [_logo_problem(document, f"is no {', '.join(LOGO_TYPES)} file; convert it")]
    try:
        content = file.read_bytes()
    except OSError as error:
        return None, [_logo_problem(document, f"cannot be read: {error.strerror}; check the path")]
    if len(content) > LOGO_LIMIT:
        text = f"has {len(content)} bytes; make it smaller than {LOGO_LIMIT}"
        return None, [_logo_problem(document, text)]
    if not _is_picture(media_type, content):
        return None, [_logo_problem(document, f"holds no {media_type}; export it again")]
    return Logo(media_type, content), []


def _logo_problem(document: Document, text: str) -> Problem:
    return document.problem(("room", "logo"), text)


def _is_picture(media_type: str, content: bytes) -> bool:
    if media_type == "image/png":
        return content.startswith(b"\x89PNG\r\n\x1a\n")
    if media_type == "image/webp":
        return content[:4] == b"RIFF" and content[8:12] == b"WEBP"
    return b"<svg" in content
