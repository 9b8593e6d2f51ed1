"""An emulated entry pad: keys that are pressed, a display, and an echo for each recorded press."""

from pathlib import Path
from random import Random
from typing import ClassVar, Final

from drivers.emulator.device import CABLE_ACTIONS, EmulatedDevice, EmulatorError
from drivers.wire.codec import WireMessage
from drivers.wire.notice import DeviceNotice, EventAcknowledged

SHORT_PRESS_S: Final = 0.08
LONG_PRESS_S: Final = 0.6


class EntryPadEmulator(EmulatedDevice):
    """The house dealer's pad; `press` is a finger."""

    kind: ClassVar[str] = "entry-pad"
    actions: ClassVar[tuple[str, ...]] = (*CABLE_ACTIONS, "press")

    def __init__(self, device: str, path: Path, rng: Random, stretch: float = 1.0) -> None:
        super().__init__(device, path, rng, stretch)
        self.prompt = ""
        self.echoed: list[str] = []
        self.keys: Final = frozenset(self.document.by_name["key_pressed"].fields[0].values)

    async def press(self, key: str, long: bool = False) -> None:
        """Press a key, shortly or long."""
        if key not in self.keys:
            raise EmulatorError(f"{self.device}: no key {key}; see the wire document for its keys")
        await self._pause(LONG_PRESS_S if long else SHORT_PRESS_S)
        self._emit("key_pressed", key=key, press="long" if long else "short")

    def _execute(self, command: WireMessage) -> str | None:
        self.prompt = command.text("text")
        return None

    def _meet(self, notice: DeviceNotice) -> None:
        if isinstance(notice, EventAcknowledged):
            self.echoed.append(notice.message.text("key"))


EMULATOR: Final = EntryPadEmulator
