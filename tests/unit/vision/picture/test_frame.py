"""Picture files that hold nothing readable are named, with what to do."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.picture.frame import ImageFileError, load_image


@pytest.fixture
def picture() -> np.ndarray:
    return np.random.default_rng(1).integers(0, 255, (60, 40, 3), dtype=np.uint8)


def test_loads_a_picture_as_bgr(tmp_path: Path, picture: np.ndarray) -> None:
    path = tmp_path / "card.png"
    cv2.imwrite(str(path), picture)
    assert np.array_equal(load_image(path), picture)


@pytest.mark.parametrize("suffix", [".jpg", ".png"])
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_names_a_picture_that_is_cut_short(
    tmp_path: Path, picture: np.ndarray, suffix: str, share: float
) -> None:
    path = tmp_path / f"card{suffix}"
    data = cv2.imencode(suffix, picture)[1].tobytes()
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(ImageFileError, match=f"card{suffix}: the picture is cut short; copy"):
        load_image(path)


def test_names_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "card.jpg"
    path.touch()
    with pytest.raises(ImageFileError, match="empty; take the picture again"):
        load_image(path)


def test_names_a_file_that_is_no_picture(tmp_path: Path) -> None:
    path = tmp_path / "cat.png"
    path.write_text("meow")
    with pytest.raises(ImageFileError, match="not a picture; use PNG"):
        load_image(path)


def test_names_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ImageFileError, match="no such file or directory; give a picture"):
        load_image(tmp_path / "gone.png")


def test_names_a_folder_given_for_a_picture(tmp_path: Path) -> None:
    with pytest.raises(ImageFileError, match="is a directory; give a picture"):
        load_image(tmp_path)
