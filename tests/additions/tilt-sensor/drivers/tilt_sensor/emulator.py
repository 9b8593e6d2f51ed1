"""An emulated tilt sensor: a table that can be bumped."""

from typing import ClassVar, Final

from drivers.emulator.device import CABLE_ACTIONS, EmulatedDevice, EmulatorError

BUMP: Final = 600


class TiltSensorEmulator(EmulatedDevice):
    """A sensor that feels a bump and not a touch."""

    kind: ClassVar[str] = "tilt-sensor"
    actions: ClassVar[tuple[str, ...]] = (*CABLE_ACTIONS, "bump")

    async def bump(self, strength: int = BUMP) -> None:
        """Bump the table with a strength in thousandths of gravity."""
        if strength < 0:
            raise EmulatorError(f"{self.device}: {strength} is no strength; give 0 or more")
        (felt,) = self.document.by_name["table_bumped"].fields
        if strength >= felt.min:
            self._emit("table_bumped", strength=min(strength, felt.ceiling))


EMULATOR: Final = TiltSensorEmulator
