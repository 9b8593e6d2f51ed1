"""A theme as the CSS variables of the pages."""

from typing import Final

from config.theme import BUILT_IN, Theme, built_in_theme, contrast

BLACK: Final = "#000000"
WHITE: Final = "#ffffff"


def theme_css(theme: Theme) -> str:
    """The `:root` rule that carries every colour, and the scheme for the browser's own parts."""
    colours = theme.colours.named()
    ground = colours["ground"]
    scheme = "light" if contrast(ground, BLACK) > contrast(ground, WHITE) else "dark"
    lines = "".join(f"  --{name}: {value.lower()};\n" for name, value in colours.items())
    return f":root {{\n  color-scheme: {scheme};\n{lines}}}\n"


def built_in_css() -> dict[str, str]:
    """The style sheets of our own themes, by name."""
    return {name: theme_css(built_in_theme(name)) for name in BUILT_IN}
