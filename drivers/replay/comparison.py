"""Compares replayed events with what is on record, device by device."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from controller.facts.events import Event
from drivers.replay.replay import Replayed

# The driver and the daemon notice these; no device sends them.
NOT_FROM_A_DEVICE: Final = frozenset({"device_connected", "device_lost", "events_missed"})


@dataclass(frozen=True, slots=True)
class Recorded:
    """One event of a record; `source` is empty in a file of bare events."""

    event: Event
    source: str
    place: str


def first_difference(replayed: Sequence[Replayed], recorded: Iterable[Recorded]) -> str | None:
    """Where capture and record part, in words; None when they agree."""
    kept = [item for item in recorded if item.event.kind not in NOT_FROM_A_DEVICE]
    if not any(item.source for item in kept):
        return _compare("", replayed, kept)
    for device in sorted({item.device for item in replayed}):
        of_device = [item for item in replayed if item.device == device]
        difference = _compare(device, of_device, [item for item in kept if item.source == device])
        if difference is not None:
            return difference
    return None


def _compare(device: str, replayed: Sequence[Replayed], recorded: Sequence[Recorded]) -> str | None:
    whose = f"{device}: " if device else ""
    for number, (ours, theirs) in enumerate(zip(replayed, recorded, strict=False), start=1):
        if ours.event != theirs.event:
            found, wanted = _words(ours.event), _words(theirs.event)
            return (
                f"{whose}event {number}: the capture brings {found} ({ours.place}),"
                f" the record has {wanted} ({theirs.place})"
            )
    if len(recorded) > len(replayed):
        extra = recorded[len(replayed)]
        return (
            f"{whose}event {len(replayed) + 1}: the record has {_words(extra.event)}"
            f" ({extra.place}), the capture brings no more"
        )
    return _unrecorded(whose, replayed[len(recorded) :], len(recorded))


def _unrecorded(whose: str, rest: Sequence[Replayed], before: int) -> str | None:
    # What the daemon never acknowledged need not be on record: the table was stopped before.
    for number, item in enumerate(rest, start=before + 1):
        if item.is_acknowledged:
            return (
                f"{whose}event {number}: the capture brings {_words(item.event)} ({item.place}),"
                " acknowledged, and the record has no more"
            )
    return None


def _words(event: Event) -> str:
    fields = event.model_dump(mode="json", exclude={"kind"})
    return " ".join([event.kind, *(f"{name}={value}" for name, value in fields.items())])
