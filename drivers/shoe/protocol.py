"""The meaning of the shoe reader's messages."""

from typing import Final

from drivers.runtime.device_protocol import ReportingProtocol


class ShoeProtocol(ReportingProtocol):
    """Every wire event is the event of the same name; a shoe takes no orders."""

    kind = "shoe"


PROTOCOL: Final = ShoeProtocol
