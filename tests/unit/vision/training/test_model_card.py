"""A model card keeps what was written by hand and says what changed with the nets."""

import hashlib
from pathlib import Path

from vision.training.model_card import renew

CARD = (
    "# Nets\n\nWhat they are.\n\n## Figures\n\n- old\n\n## Limits\n\nNone.\n\n## Files\n\n- old\n"
)


def test_sections_are_renewed_by_name_and_the_rest_stays(tmp_path: Path) -> None:
    card = tmp_path / "card.md"
    card.write_text(CARD)
    (tmp_path / "card-corner.onnx").write_bytes(b"net")
    (tmp_path / "dice-namer.onnx").write_bytes(b"another")
    renew(card, "card", Figures="- new")
    file = f"- `card-corner.onnx`: 3 bytes, sha256 {hashlib.sha256(b'net').hexdigest()}"
    assert card.read_text() == CARD.replace("- old", "- new", 1).replace("- old", file)


def test_models_without_a_card_need_none(tmp_path: Path) -> None:
    renew(tmp_path / "card.md", "card")
    assert list(tmp_path.iterdir()) == []
