"""What the devices truly did, against what the record says they did."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from config.wire_document import load_wire
from controller.facts.events import EVENT, DeviceConnected, KeyPressed
from controller.record.journal import EventRow
from drivers.kinds import protocol_of
from drivers.wire.codec import WireMessage, pack, unpack

# A driver numbers what it noticed itself under a boot of its own, above every device's.
LEAST_DRIVER_BOOT = 1 << 32
CONNECTED = b'{"kind":"device_connected"'

# Device, boot and number.
Origin = tuple[str, int, int]


class Comparison(NamedTuple):
    """Where truth and record agree, and everything in which they do not."""

    true: int
    equal: int
    # Not in the record; of the devices' last boot, or before something that is.
    lost: tuple[Origin, ...]
    # The end of a boot whose device then lost its power: no device keeps that.
    lost_with_power: tuple[Origin, ...]
    doubled: tuple[Origin, ...]
    invented: tuple[Origin, ...]
    changed: tuple[Origin, ...]
    disordered: tuple[Origin, ...]

    @property
    def is_clean(self) -> bool:
        """Nothing lost, doubled, invented, changed or out of order."""
        return not (self.lost or self.doubled or self.invented or self.changed or self.disordered)


def read_truth(path: Path, kinds: Mapping[str, str]) -> dict[Origin, bytes]:
    """The events that devices brought about, in their order, as the record should have them."""
    found: dict[Origin, bytes] = {}
    for line in path.read_text().splitlines():
        told = json.loads(line)
        event = _event_of(kinds[told["device"]], told["message"], told["fields"])
        if event is not None:
            found[told["device"], told["boot"], told["number"]] = event
    return found


def compare(
    truth: Mapping[Origin, bytes],
    rows: Iterable[EventRow],
    known: Mapping[Origin, bytes] | None = None,
) -> Comparison:
    """Compare by number and by content; what is in neither truth nor `known` was invented."""
    noted = truth if known is None else known
    told = list(rows)
    recorded = [
        ((source, boot, sequence), body)
        for _, source, boot, sequence, body in told
        if boot is not None and sequence is not None and boot < LEAST_DRIVER_BOOT
    ]
    count = Counter(origin for origin, _ in recorded)
    contents = {origin: _comparable(body) for origin, body in recorded}
    missing = [origin for origin in truth if origin not in contents]
    boots = {device: boot for device, boot, _ in truth} | _connected(told)
    with_power = _lost_with_power(boots, contents, missing)
    return Comparison(
        true=len(truth),
        equal=sum(contents.get(origin) == event for origin, event in truth.items()),
        lost=tuple(origin for origin in missing if origin not in with_power),
        lost_with_power=with_power,
        doubled=tuple(origin for origin, times in count.items() if times > 1),
        invented=tuple(origin for origin in contents if origin not in noted),
        changed=tuple(o for o, event in truth.items() if contents.get(o, event) != event),
        disordered=_disordered([origin for origin, _ in recorded]),
    )


def _connected(rows: Iterable[EventRow]) -> dict[str, int]:
    """The boot under which each device was last connected, also if it has done nothing since."""
    found: dict[str, int] = {}
    for _, source, _, _, body in rows:
        if body.startswith(CONNECTED):
            connected = EVENT.validate_json(body)
            assert isinstance(connected, DeviceConnected)
            if connected.boot is not None:
                found[source] = connected.boot
    return found


def _lost_with_power(
    last_boot: Mapping[str, int], recorded: Iterable[Origin], missing: Iterable[Origin]
) -> tuple[Origin, ...]:
    furthest: dict[tuple[str, int], int] = defaultdict(int)
    for device, boot, number in recorded:
        furthest[device, boot] = max(furthest[device, boot], number)
    return tuple(
        (device, boot, number)
        for device, boot, number in missing
        if boot != last_boot[device] and number > furthest[device, boot]
    )


def _disordered(origins: Iterable[Origin]) -> tuple[Origin, ...]:
    found = []
    last: dict[tuple[str, int], int] = {}
    for device, boot, number in origins:
        if number < last.get((device, boot), 0):
            found.append((device, boot, number))
        last[device, boot] = number
    return tuple(found)


def _event_of(kind: str, name: str, fields: Mapping[str, object]) -> bytes | None:
    """What a message means, read off the wire as its driver reads it."""
    document = load_wire(kind)
    values = {key: tuple(v) if isinstance(v, list) else v for key, v in fields.items()}
    frame = pack(document, WireMessage(name, values))  # type: ignore[arg-type]
    event = protocol_of(kind)().event(unpack(document, frame))
    return None if event is None else _comparable(event.model_dump_json().encode())


def _comparable(body: bytes) -> bytes:
    """An event without the time its driver added."""
    if b'"key_pressed"' not in body:
        return body
    pressed = EVENT.validate_json(body)
    assert isinstance(pressed, KeyPressed)
    return pressed.model_copy(update={"at_ms": None}).model_dump_json().encode()
