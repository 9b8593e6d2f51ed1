"""Reading runs on OpenCV 4.6, which Debian 12 ships, although newer ones have more names."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

VISION = Path(__file__).parents[2] / "vision"
# Training has its own, newer environment.
SOURCES = sorted(path for path in VISION.rglob("*.py") if "training" not in path.parts)
# Names that came after 4.6, or whose meaning did.
NEWER = {"typing", "ALGO_HINT_APPROX", "ALGO_HINT_ACCURATE", "WARP_RELATIVE_MAP", "transposeND"}


def newer_names(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=ast.Name(id="cv2"), attr=name, lineno=line) if name in NEWER:
                yield f"line {line}: cv2.{name}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(VISION)))
def test_no_name_is_used_that_opencv_4_6_lacks(path: Path) -> None:
    assert list(newer_names(path.read_text())) == []


def test_a_quoted_annotation_is_not_looked_up() -> None:
    assert list(newer_names('def f(a: "cv2.typing.MatLike") -> None: ...')) == []
    assert list(newer_names("def f(a: cv2.typing.MatLike) -> None: ...")) == [
        "line 1: cv2.typing",
    ]
