"""Renews those sections of a model card that change with its nets; the rest is written by hand."""

import hashlib
from pathlib import Path


def renew(card: Path, prefix: str, **sections: str) -> None:
    """Replace sections of a card by name, the list of its nets' files included, if it is there."""
    if not card.exists():
        return
    parts = card.read_text().split("\n## ")
    renewed = {"Files": _files(card.parent, prefix), **sections}
    for number, part in enumerate(parts):
        name = part.partition("\n")[0]
        if name in renewed:
            parts[number] = f"{name}\n\n{renewed[name]}\n"
    card.write_text("\n## ".join(parts))


def _files(folder: Path, prefix: str) -> str:
    return "\n".join(
        f"- `{path.name}`: {path.stat().st_size} bytes, "
        f"sha256 {hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in sorted(folder.glob(f"{prefix}-*.onnx"))
    )
