"""The keys a person presses to say a thing: the entry pad's protocol, read backwards."""

from collections.abc import Mapping
from functools import cache

from config.wire_document import load_wire
from controller.facts.events import Event
from drivers.emulator.device import EmulatorError
from drivers.entry_pad.protocol import EntryPadProtocol
from drivers.wire.codec import wire_message


def key_of(event: Event) -> tuple[str, bool]:
    """The key that says this, and whether it is held."""
    found = _keys().get(event)
    if found is None:
        raise EmulatorError(f"no key of the pad says {event!r}; enter it in another way")
    return found


@cache
def _keys() -> Mapping[Event, tuple[str, bool]]:
    protocol = EntryPadProtocol()
    keys: dict[Event, tuple[str, bool]] = {}
    for key in load_wire("entry-pad").by_name["key_pressed"].fields[0].values:
        for press in ("short", "long"):
            event = protocol.event(wire_message("key_pressed", key=key, press=press))
            if event is not None:
                keys.setdefault(event, (key, press == "long"))
    return keys
