"""SQLite's log beside a journal: what is missing from it that was on the disk."""

from collections.abc import Iterator
from pathlib import Path
from struct import Struct
from typing import NamedTuple

# Magic, version, page size, number, two salts, two checksums; page, size when committed, salts.
_HEADER = Struct(">8I")
_FRAME = Struct(">4I8x")


class Frame(NamedTuple):
    """The head of one page in the log."""

    page: int
    is_commit: bool
    salts: tuple[int, int]


def read_log(journal: Path) -> bytes | None:
    """The log as it lies there; None where there is none."""
    file = journal.with_name(journal.name + "-wal")
    content = file.read_bytes() if file.exists() else b""
    return content or None


def lost_commits(log: bytes, believed: int) -> int:
    """How many commits stand in the log after what SQLite believed, and were synced.

    A commit is synced before the next one is written. So the last one may be torn by a power cut;
    whatever has another one after it was whole, and somebody or something damaged it.
    """
    frames = list(_frames(log))
    current = frames[0].salts if frames else (0, 0)
    after = [frame for frame in frames[believed:] if frame.salts == current]
    if believed == 0 and not _is_begun(log, current):
        # A log begun anew has other salts in its header than the pages of its predecessor.
        return 0
    ends = [place for place, frame in enumerate(after) if frame.is_commit]
    return sum(place < len(after) - 1 for place in ends)


def _is_begun(log: bytes, salts: tuple[int, int]) -> bool:
    """Tell whether the header names the pages' salts, or cannot be believed at all."""
    *words, first, second = _HEADER.unpack_from(log)
    return tuple(words[4:6]) == salts or _checksum(log[:24], words[0] & 1 == 1) != (first, second)


def _checksum(content: bytes, is_big: bool) -> tuple[int, int]:
    words = Struct(f"{'>' if is_big else '<'}{len(content) // 4}I").unpack(content)
    one = two = 0
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return one, two


def _frames(log: bytes) -> Iterator[Frame]:
    if len(log) < _HEADER.size:
        return
    size = _page_size(_HEADER.unpack_from(log)[2])
    for at in range(_HEADER.size, len(log) - _FRAME.size - size + 1, _FRAME.size + size):
        page, committed, *salts = _FRAME.unpack_from(log, at)
        yield Frame(page, committed > 0, (salts[0], salts[1]))


def _page_size(told: int) -> int:
    """The size of a page; a damaged header tells none, and ours is then the best guess."""
    is_size = 512 <= told <= 65536 and told & (told - 1) == 0
    return told if is_size else 1024
