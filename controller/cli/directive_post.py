"""The way a rollout takes to the tables: folders, or the floor's NATS."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.directives.rollout import FolderPost, Post
from controller.facts.failure import OperatorError
from controller.record.note import PublicKey


@contextmanager
def post_of(
    folder: str | None, floor_file: Path | None, room: str | None, keys: dict[str, PublicKey]
) -> Iterator[Post]:
    """Open the one way that was named."""
    if (folder is None) == (floor_file is None):
        raise OperatorError("give --to FOLDER or --floor FILE, one of them")
    if folder is not None:
        yield FolderPost(folder, keys)
        return
    assert floor_file is not None
    from config.floor import read_floor

    settings = read_floor(floor_file)
    named = _room(settings.rooms, room)
    try:
        from controller.floor.link.post import FloorPost
    except ImportError:
        raise OperatorError("nats-py is not installed; pip install 'underfelt[floor]'") from None
    with FloorPost(settings.nats, floor_file.resolve().parent, named, keys) as post:
        yield post


def _room(rooms: tuple[str, ...], named: str | None) -> str:
    if named is None and len(rooms) == 1:
        return rooms[0]
    if named not in rooms:
        raise OperatorError(f"this floor keeps {', '.join(rooms)}; name one of them with --room")
    assert named is not None
    return named
