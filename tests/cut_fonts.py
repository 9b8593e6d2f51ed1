"""Cuts the Chinese faces of the screens down to the letters the words have.

`python -m tests.cut_fonts FOLDER`: the folder has the whole faces, as the read-me file beside
the cut ones says. What a face covers only grows: a letter in use once may be so again.
Needs fonttools and brotli.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

from config.words import SUITS, WORDS
from tests.font_files import FONTS

FACES: Final = {"zh-Hans": "sc", "zh-Hant": "tc"}
WEIGHTS: Final = {"500": "500Medium", "800": "800ExtraBold"}


def letters_of(language: str) -> set[str]:
    """Every letter of the words of a language."""
    files = sorted((WORDS / language).glob("*.toml"))
    return set("".join(file.read_text("utf-8") for file in files)) - {"\n"}


def cover(language: str) -> Path:
    """Write down what the face of a language covers."""
    file = FONTS / f"covered-{language}.txt"
    covered = set(file.read_text("utf-8")) | letters_of(language) | set(SUITS.values())
    file.write_text("".join(sorted(covered - {"\n"})) + "\n", "utf-8")
    return file


def cut(language: str, whole: Path) -> None:
    """Cut both weights of a face."""
    covered, face = cover(language), FACES[language]
    for weight, name in WEIGHTS.items():
        source = whole / f"NotoSans{face.upper()}_{name}.ttf"
        options = (
            f"--text-file={covered}",
            "--unicodes=U+0020",
            "--flavor=woff2",
            "--no-hinting",
            "--layout-features=kern",
            f"--output-file={FONTS / f'noto-sans-{face}-{weight}.woff2'}",
        )
        subprocess.run([sys.executable, "-m", "fontTools.subset", source, *options], check=True)


if __name__ == "__main__":
    for each in FACES:
        cut(each, Path(sys.argv[1]))
