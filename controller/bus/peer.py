"""Who is at the other end of a socket, as the kernel says: user and process."""

from functools import lru_cache
from typing import NamedTuple


class Peer(NamedTuple):
    """The credentials of a connected process; None where the kernel names none."""

    user: int | None = None
    process: int | None = None

    @property
    def is_root(self) -> bool:
        """Whether it runs with all rights of the machine."""
        return self.user == 0

    def __str__(self) -> str:
        known = {"user": self.user, "process": self.process}
        return ", ".join(f"{name} {number}" for name, number in known.items() if number is not None)


NOBODY_KNOWN = Peer()


# Few processes say many things.
@lru_cache(maxsize=256)
def peer_of(address: str | None) -> Peer:
    """Read the address libzmq gives a message of a unix socket: `localhost:USER:GROUP:PROCESS`."""
    parts = (address or "").split(":")[-3:]
    if len(parts) < 3 or not all(part.isdecimal() for part in parts):
        return NOBODY_KNOWN
    user, _group, process = map(int, parts)
    # A process of another namespace has no number here.
    return Peer(user, process or None)
