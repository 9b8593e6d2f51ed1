"""What the wire messages of each kind of device mean."""

from typing import Final

from drivers.dice_cup.protocol import DiceCupProtocol
from drivers.entry_pad.protocol import EntryPadProtocol
from drivers.lamps.protocol import LampsProtocol
from drivers.runtime.device_protocol import DeviceProtocol
from drivers.shoe.protocol import ShoeProtocol
from drivers.shuffler.protocol import ShufflerProtocol

PROTOCOLS: Final[dict[str, type[DeviceProtocol]]] = {
    "shoe": ShoeProtocol,
    "shuffler": ShufflerProtocol,
    "dice-cup": DiceCupProtocol,
    "entry-pad": EntryPadProtocol,
    "lamps": LampsProtocol,
}
