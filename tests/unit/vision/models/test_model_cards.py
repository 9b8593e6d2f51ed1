"""Every shipped model is small and stands in a model card with its size and hash."""

import hashlib
import re
from importlib import resources
from pathlib import Path

import pytest

MODELS = Path(str(resources.files("vision.models")))
FILE_LINE = re.compile(r"^- `(.+\.onnx)`: (\d+) bytes, sha256 ([0-9a-f]{64})$", re.MULTILINE)
LISTED = {
    name: (int(size), digest)
    for card in MODELS.glob("*.md")
    for name, size, digest in FILE_LINE.findall(card.read_text())
}
SHIPPED = sorted(path.name for path in MODELS.glob("*.onnx"))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_model_is_the_one_in_its_card(name: str) -> None:
    content = (MODELS / name).read_bytes()
    assert LISTED[name] == (len(content), hashlib.sha256(content).hexdigest())
    assert len(content) < 2_000_000


def test_cards_list_what_is_shipped() -> None:
    assert sorted(LISTED) == SHIPPED
