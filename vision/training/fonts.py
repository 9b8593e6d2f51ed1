"""Rank letters from free fonts, as typefaces of our renderer."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.emulation.cards.skeletons import Rng
from vision.emulation.cards.typeface import CAP_PX, Typeface, random_typeface
from vision.picture.frame import Map
from vision.training.art import unpacked

_LETTERS: Final = {"T": "10", **{letter: letter for letter in "A23456789JQKVDRBEO"}}
_THINNEST: Final = ("-100-", "-200-")


def font_files() -> list[Path]:
    """The fonts that may be trained on: CC0 or public domain, with figures of full height."""
    files: list[Path] = []
    for package in ("aileron", "metropolis"):
        files += sorted((unpacked(package) / "package/files").glob("*-latin-*.woff"))
    files += sorted((unpacked("tuffy") / "usr/share/fonts").rglob("Tuffy*.ttf"))
    return [path for path in files if not any(thin in path.name for thin in _THINNEST)]


def font_typeface(path: Path, rng: Rng) -> Typeface:
    """A typeface whose letters are drawn with a font, squeezed and slanted by chance."""
    font = ImageFont.truetype(str(path), 200)
    squeeze = rng.uniform(0.55, 1.0)
    masks = {code: _mask(font, text, float(squeeze)) for code, text in _LETTERS.items()}
    return replace(random_typeface(rng), cache=masks)


def _mask(font: ImageFont.FreeTypeFont, text: str, squeeze: float) -> Map:
    canvas = Image.new("L", (500, 320), 0)
    ImageDraw.Draw(canvas).text((60, 20), text, font=font, fill=255)
    ink = np.asarray(canvas)
    rows, columns = np.flatnonzero(ink.max(axis=1)), np.flatnonzero(ink.max(axis=0))
    cut = canvas.crop((int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1))
    height = CAP_PX
    width = max(round(cut.width * squeeze * height / cut.height), 4)
    return np.asarray(cut.resize((width, height), Image.Resampling.LANCZOS), np.uint8)
