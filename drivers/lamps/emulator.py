"""An emulated lamp board: two lamps a seat, each with a sense line."""

from pathlib import Path
from random import Random
from typing import ClassVar, Final

from drivers.emulator.device import CABLE_ACTIONS, EmulatedDevice, EmulatorError
from drivers.wire.codec import WireMessage

SEATS: Final = 14

Lamp = tuple[str, int]


class LampsEmulator(EmulatedDevice):
    """A lamp board; a lamp may be stuck dark or lit."""

    kind: ClassVar[str] = "lamps"
    actions: ClassVar[tuple[str, ...]] = (*CABLE_ACTIONS, "stick", "free")

    def __init__(self, device: str, path: Path, rng: Random, stretch: float = 1.0) -> None:
        super().__init__(device, path, rng, stretch)
        self._ordered: frozenset[Lamp] = frozenset()
        self._stuck: dict[Lamp, bool] = {}
        self._shown: tuple[int, int] | None = None
        self._reported_stuck: frozenset[Lamp] = frozenset()

    @property
    def lit(self) -> frozenset[Lamp]:
        """The lamps that give light, as (`bank` or `action`, seat)."""
        stuck_lit = {lamp for lamp, is_lit in self._stuck.items() if is_lit}
        return (self._ordered - self._stuck.keys()) | stuck_lit

    async def stick(self, lamp: str, seat: int, lit: bool = False) -> None:
        """Make a lamp stay dark, or lit, whatever is ordered."""
        self._stuck[self._lamp(lamp, seat)] = lit

    async def free(self, lamp: str, seat: int) -> None:
        """Let a stuck lamp follow its orders again."""
        self._stuck.pop(self._lamp(lamp, seat), None)

    def _lamp(self, lamp: str, seat: int) -> Lamp:
        if lamp not in ("bank", "action") or not 1 <= seat <= SEATS:
            raise EmulatorError(
                f"{self.device}: no lamp {lamp}-{seat}; use bank or action, 1 to 14"
            )
        return lamp, seat

    def _execute(self, command: WireMessage) -> str | None:
        bank, action = command.integer("bank"), command.integer("action")
        wanted = {("bank", bank), ("action", action)}
        self._ordered = frozenset(lamp for lamp in wanted if lamp[1] != 0)
        self._read_back((bank, action))
        return None

    def _read_back(self, order: tuple[int, int]) -> None:
        wrong = self.lit ^ self._ordered
        for lamp, seat in sorted(wrong - self._reported_stuck):
            self._emit("lamp_stuck", lamp=lamp, seat=seat)
        self._reported_stuck = frozenset(wrong)
        shown = None if wrong else order
        if shown is not None and shown != self._shown:
            self._emit("lamps_shown", bank=order[0], action=order[1])
        self._shown = shown


EMULATOR: Final = LampsEmulator
