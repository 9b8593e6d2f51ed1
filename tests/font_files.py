"""Where the faces of the screens are, and how much they may weigh."""

from typing import Final

from controller.web.shared_files import SHARED

FONTS: Final = SHARED / "fonts"
# All faces together, in bytes; a screen loads those of its own script.
FONTS_LIMIT: Final = 900_000
