"""Card art from elsewhere: fetched into a cache outside the repository, never shipped."""

import hashlib
import shutil
import subprocess
import tarfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from controller.facts.cards import DECK, Card
from controller.facts.failure import OperatorError
from vision.emulation.cards.deck import ART_PX_PER_MM, ART_SIZE_MM, CARD_WIDTH_MM
from vision.picture.frame import Frame

CACHE: Final = Path(__file__).resolve().parents[2] / ".cache" / "art"
_LONG_SUITS: Final = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}
_LONG_RANKS: Final = {11: "jack", 12: "queen", 13: "king"}


class ArtError(OperatorError):
    """Art that cannot be fetched or drawn; says which and what to do."""


@dataclass(frozen=True, slots=True)
class Source:
    """One package of art: npm's or Debian's name of it, its file's checksum and its licence."""

    name: str
    package: str
    sha256: str
    licence: str


_LIST: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
SOURCES: Final = tuple(Source(**source) for source in _LIST["source"])
UNUSABLE: Final = frozenset(_LIST["unusable"])
TRAINING_DECKS: Final = ("react-2color", "react-2color-bf", "react-4color", "react-4color-bf")


def unpacked(name: str, cache: Path = CACHE) -> Path:
    """The folder of a package's files; fetched, checked and unpacked when it is not there yet."""
    source = next(source for source in SOURCES if source.name == name)
    folder = cache / "packages" / name
    if folder.is_dir():
        return folder
    cache.mkdir(parents=True, exist_ok=True)
    (cache.parent / ".gitignore").write_text("*\n")
    package = _fetched(source, cache / "files" / name)
    fresh = folder.with_suffix(".part")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    if package.suffix == ".deb":
        subprocess.run(["dpkg", "-x", str(package), str(fresh)], check=True)
    else:
        with tarfile.open(package) as archive:
            archive.extractall(fresh, filter="data")
    fresh.rename(folder)
    return folder


def _fetched(source: Source, folder: Path) -> Path:
    """The package's file, by the package manager it comes from."""
    folder.mkdir(parents=True, exist_ok=True)
    if not any(folder.iterdir()):
        kind, _, name = source.package.partition(":")
        fetch = ["npm", "pack", "--silent"] if kind == "npm" else ["apt-get", "download", "-q"]
        try:
            subprocess.run([*fetch, name], cwd=folder, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise ArtError(f"{name}: {error}; connect to the network and try again") from None
    (package,) = folder.iterdir()
    if hashlib.sha256(package.read_bytes()).hexdigest() != source.sha256:
        raise ArtError(f"{source.package}: not the file it was; compare its checksum by hand")
    return package


def deck_folders(cache: Path = CACHE) -> dict[str, Path]:
    """The decks drawn so far, by name."""
    folders = sorted((cache / "decks").glob("*"))
    return {folder.name: folder for folder in folders if len(list(folder.glob("*.png"))) >= 52}


def draw_all(cache: Path = CACHE) -> None:
    """Draw every deck that is not in the cache yet."""
    react = unpacked("react-free", cache) / "package/src/images"
    for folder in sorted(path for path in react.iterdir() if path.is_dir()):
        files = {card: folder / f"{card[0]}{card[1].upper()}.svg" for card in DECK}
        _draw(f"react-{folder.name}", ((card, _svg(path)) for card, path in files.items()), cache)
    pngs = unpacked("svg-cards", cache) / "package/png/2x"
    named = ((card, pngs / f"{_LONG_SUITS[card.suit]}_{_long_rank(card)}.png") for card in DECK)
    _draw("svg-cards", ((card, _png(path)) for card, path in named), cache)
    for theme in sorted((unpacked("gnome", cache) / "usr/share/aisleriot/cards").glob("*.svgz")):
        _draw(f"gnome-{theme.stem}", _gnome_cells(theme), cache)
    for theme in sorted((unpacked("kde", cache) / "usr/share/carddecks").glob("*/*.svgz")):
        cells = (
            (card, _svg(theme, f"{_long_rank(card)}_{_LONG_SUITS[card.suit]}")) for card in DECK
        )
        _draw(f"kde-{theme.parent.name}", cells, cache)


def _long_rank(card: Card) -> str:
    return _LONG_RANKS.get(card.rank, str(card.rank))


def _draw(name: str, faces: Iterator[tuple[Card, Frame]], cache: Path) -> None:
    folder = cache / "decks" / name
    if folder.is_dir():
        return
    print(f"  drawing {name}", flush=True)
    fresh = cache / "decks.part" / name
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    try:
        for card, face in faces:
            cv2.imwrite(str(fresh / f"{card.value}.png"), face)
    except ArtError as error:
        print(f"  left out: {error}", flush=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh.rename(folder)


def _svg(path: Path, part: str = "", width: int = 0) -> Frame:
    tool = shutil.which("rsvg-convert") or str(unpacked("rsvg") / "usr/bin/rsvg-convert")
    width = width or round(CARD_WIDTH_MM * ART_PX_PER_MM)
    command = [tool, "--unlimited", "-w", str(width), str(path)]
    if part:
        command += ["--export-id", part]
    run = subprocess.run(command, capture_output=True, check=False)
    image = (
        cv2.imdecode(np.frombuffer(run.stdout, np.uint8), cv2.IMREAD_UNCHANGED)
        if run.stdout
        else None
    )
    if image is None:
        raise ArtError(f"{path.name} {part}: rsvg-convert could not draw it")
    picture = np.asarray(image, np.uint8)
    return picture if width > 2000 else _upper_left(picture)


def _png(path: Path) -> Frame:
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise ArtError(f"{path}: cannot be read; remove the cache and fetch again")
    return _upper_left(np.asarray(image, np.uint8))


def _gnome_cells(theme: Path) -> Iterator[tuple[Card, Frame]]:
    """A theme is one sheet: thirteen columns, clubs, diamonds, hearts, spades and one more row."""
    sheet = _svg(theme, width=13 * round(CARD_WIDTH_MM * ART_PX_PER_MM))
    high, wide = sheet.shape[0] // 5, sheet.shape[1] // 13
    for card in DECK:
        row, column = "cdhs".index(card.suit), card.rank - 1
        cell = sheet[row * high : (row + 1) * high, column * wide : (column + 1) * wide]
        yield card, _upper_left(cell)


def _upper_left(image: Frame) -> Frame:
    """Cut to the card's own outline, scaled to its width, on white; the part a window can see."""
    if image.ndim == 3 and image.shape[2] == 4:
        solid = image[:, :, 3] > 128
        if not solid.any():
            raise ArtError("an empty picture; leave this deck out")
        rows, columns = np.flatnonzero(solid.any(axis=1)), np.flatnonzero(solid.any(axis=0))
        image = image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        cover = image[:, :, 3:].astype(np.float32) / 255
        image = (image[:, :, :3] * cover + 255 * (1 - cover)).astype(np.uint8)
    scale = CARD_WIDTH_MM * ART_PX_PER_MM / image.shape[1]
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    scaled = cv2.resize(image, None, fx=scale, fy=scale, interpolation=way)
    wide, high = (round(side * ART_PX_PER_MM) for side in ART_SIZE_MM)
    return np.ascontiguousarray(scaled[:high, :wide], dtype=np.uint8)
