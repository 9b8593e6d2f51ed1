"""Answers to bridges: how far a table is kept, and whether this bridge may send. Pure."""

from typing import Final, NamedTuple

from controller.floor.beat import Beat, Refusal, Where
from controller.floor.service.keeper import Named
from controller.floor.store.rows import StoredHead

# So long a record that does not fit is refused; then it may be shown again, mended or not.
REFUSED_MS: Final = 30_000
# A bridge that was not heard of for so long is gone.
GONE_MS: Final = 12_000
_REFUSALS: Final[dict[str, Refusal]] = {
    "forked": "record-forked",
    "broken": "record-broken",
    "opened-otherwise": "record-broken",
}


class Sender(NamedTuple):
    """The bridge that sends for a table."""

    bridge: str
    heard_ms: int


class Senders:
    """One bridge for each table: the first keeps its place while it lives."""

    def __init__(self) -> None:
        self._senders: dict[str, Sender] = {}
        # Tables for which a second bridge asked, and when it last did.
        self.doubled_ms: dict[str, int] = {}

    def admits(self, beat: Beat, now_ms: int) -> bool:
        """Whether the bridge of a beat is the one that may send."""
        known = self._senders.get(beat.table)
        is_other = known is not None and known.bridge != beat.bridge
        if known is not None and is_other and now_ms - known.heard_ms < GONE_MS:
            self.doubled_ms[beat.table] = now_ms
            return False
        self._senders[beat.table] = Sender(beat.bridge, now_ms)
        if beat.leaves:
            del self._senders[beat.table]
        return True


def where(head: StoredHead | None, held_back_from: int, named: Named | None, now_ms: int) -> Where:
    """How far a table is kept, and what was wrong with its last rows."""
    if head is None:
        return Where(is_missing=named is not None and named.misfit == "gap")
    is_fresh = named is not None and now_ms - named.seen_ms < REFUSED_MS
    refused = _REFUSALS.get(named.misfit) if named and is_fresh else None
    return Where(
        number=head.head.number,
        hash=head.head.hash.hex(),
        held_back_from=held_back_from,
        is_missing=named is not None and refused is None,
        refused=refused,
    )
