"""Programs of others that ours are compared with: fetched once into a cache, never kept here."""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import types
from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Protocol

CACHE = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "underfelt-peers"
PATIENCE_S = 60
PYBACCARAT = "pybaccarat-0.18"
# Its set-up asks for a module of Windows; the standard library must not find it first.
NO_WINDOWS = """import subprocess, sys, types
sys.modules["msvcrt"] = types.ModuleType("msvcrt")
sys.modules["msvcrt"].getch = bytes
"""
BACCARAT_ENGINE = "baccarat-engine@1.1.5"


class PeerError(Exception):
    """A peer cannot be had here; the message says why."""


class PeerBoard(Protocol):
    """A board of pybaccarat, as far as it is used here."""

    def mark(self, side: str) -> None:
        """Add a mark."""

    def get_array(self) -> object:
        """The marks so far."""

    def get_peek_B_array(self, array: object) -> object:  # noqa: N802
        """The marks with a banker more."""

    def get_cs_mark(self, array: object) -> str:
        """What a derived road adds for these marks."""


Scoreboard = Callable[[int], PeerBoard]


def pybaccarat_scoreboard() -> Scoreboard:
    """The class `Scoreboard` of pybaccarat, whose derived roads and ask marks are right."""
    folder = CACHE / PYBACCARAT
    if not (folder / "pybaccarat").is_dir():
        _unpack(_download(PYBACCARAT), folder)
    # It wants a module of Windows for a key press that is never asked for here. The standard
    # library takes its presence for Windows itself, so it goes again at once.
    keys = types.ModuleType("msvcrt")
    vars(keys)["getch"] = bytes
    sys.modules["msvcrt"] = keys
    sys.path.insert(0, str(folder))
    try:
        scoreboard: Scoreboard = import_module("pybaccarat.baccarat").Scoreboard
        return scoreboard
    finally:
        sys.path.remove(str(folder))
        del sys.modules["msvcrt"]


def baccarat_engine() -> Path:
    """The folder whose `node_modules` holds baccarat-engine."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise PeerError("node and npm are not installed; install nodejs and npm")
    folder = CACHE / BACCARAT_ENGINE
    if not (folder / "node_modules" / "baccarat-engine").is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
        command = [*install, "--prefix", str(folder), BACCARAT_ENGINE]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S * 3)
        if done.returncode:
            raise PeerError(f"npm cannot install {BACCARAT_ENGINE}: {done.stderr.strip()[:200]}")
    return folder


def _download(package: str) -> bytes:
    """The source archive of a Python package, through pip."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "sitecustomize.py").write_text(NO_WINDOWS)
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-build-isolation"]
        name = package.replace("-", "==")
        command = [*pip, "--no-binary", ":all:", "--dest", folder, name]
        env = {**os.environ, "PYTHONPATH": folder}
        done = subprocess.run(command, capture_output=True, text=True, env=env)
        if done.returncode:
            raise PeerError(f"pip cannot fetch {name}: {done.stderr.strip()[-200:]}")
        return Path(folder, f"{package}.tar.gz").read_bytes()


def _unpack(content: bytes, folder: Path) -> None:
    """Only its plain sources: its set-up imports what is not there."""
    with tarfile.open(fileobj=BytesIO(content)) as archive:
        for member in archive.getmembers():
            source = archive.extractfile(member) if member.isfile() else None
            parts = Path(member.name).parts
            if source and len(parts) == 3 and parts[1] == "pybaccarat" and parts[2].endswith(".py"):
                path = folder / "pybaccarat" / parts[2]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(source.read())
