"""A kind of device is a wire document and a folder; its parts are modules of that folder."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from config.wire_document import DEVICE_KINDS, no_such_kind
from controller.facts.failure import OperatorError
from drivers.runtime.device_protocol import DeviceProtocol


def find_part(kind: str, part: str) -> ModuleType | None:
    """One part of a kind, loaded when it is asked for; None when the folder does not have it."""
    if kind not in DEVICE_KINDS:
        raise OperatorError(no_such_kind(kind))
    folder = f"drivers.{kind.replace('-', '_')}"
    if find_spec(folder) is None or find_spec(f"{folder}.{part}") is None:
        return None
    return import_module(f"{folder}.{part}")


def part_of(kind: str, part: str) -> ModuleType:
    """One part that every kind must have."""
    found = find_part(kind, part)
    if found is None:
        folder = kind.replace("-", "_")
        raise OperatorError(f"device kind {kind} has no drivers/{folder}/{part}.py; add it")
    return found


def protocol_of(kind: str) -> type[DeviceProtocol]:
    """What the messages of a kind mean."""
    protocol: type[DeviceProtocol] = part_of(kind, "protocol").PROTOCOL
    return protocol
