"""What a version is called: its number, and a digest of all that makes it."""

import hashlib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.installation.failure import InstallError

MADE_OF: Final = ("controller", "drivers", "vision", "config", "systemd")
LOCK: Final = "requirements.txt"
PROJECT: Final = "pyproject.toml"


def identity_of(source: Path) -> str:
    """The name of the version in a source folder, as 0.1.0-1a2b3c4d."""
    try:
        about = tomllib.loads((source / PROJECT).read_text(encoding="utf-8"))["project"]
    except (OSError, ValueError, KeyError):
        raise InstallError(f"{source} is no source folder of underfelt; name one") from None
    digest = hashlib.sha256()
    for file in sorted(_files(source)):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        digest.update(f"{content}  {file.relative_to(source)}\n".encode())
    return f"{about['version']}-{digest.hexdigest()[:8]}"


def _files(source: Path) -> Iterator[Path]:
    yield from (source / LOCK, source / PROJECT)
    for folder in MADE_OF:
        for file in (source / folder).rglob("*"):
            if file.is_file() and not {"__pycache__"} & set(file.parts):
                yield file
