"""The meaning of the dice cup's messages."""

from typing import Final

from drivers.runtime.device_protocol import ReportingProtocol


class DiceCupProtocol(ReportingProtocol):
    """Every wire event is the event of the same name; a dice cup takes no orders."""

    kind = "dice-cup"


PROTOCOL: Final = DiceCupProtocol
