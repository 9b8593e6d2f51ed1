"""An emulated camera cup: the same throws as the emulated dice cup, seen from above."""

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final, cast

from drivers.camera.emulator import CAMERA_ACTIONS, CameraEmulator, Scene
from drivers.camera.stand import Stage
from drivers.dice_cup.emulator import DiceCupEmulator
from drivers.wire.codec import WireMessage

if TYPE_CHECKING:
    from vision.emulation.dice.stage import CupStage, Spoilt

SHORTEST_SHAKE_S: Final = 0.6


class CameraCupEmulator(CameraEmulator, DiceCupEmulator):
    """A plain cup under a camera; the throws come from the same seed as the emulated cup's."""

    kind: ClassVar[str] = "dice-cup"
    actions: ClassVar[tuple[str, ...]] = (
        *CAMERA_ACTIONS,
        *(action for action in DiceCupEmulator.actions if action not in CAMERA_ACTIONS),
    )

    def __init__(self, device: str, path: Path, rng: Random, stretch: float = 1.0) -> None:
        super().__init__(device, path, rng, stretch)
        self._cup: CupStage | None = None
        self._shake_s = SHORTEST_SHAKE_S

    async def shake(self, duration: float = 2.0, throw: int | None = None) -> None:
        """Shake the closed cup before the camera."""
        self._check_watched()
        self._shake_s = max(SHORTEST_SHAKE_S, duration * min(1.0, self._stretch))
        await super().shake(0.0, throw)
        await self._show_all()

    async def open(self) -> list[int]:
        """Lift the lid; the camera sees the dice."""
        self._check_watched()
        dice = await super().open()
        await self._show_all()
        return dice

    async def close(self) -> None:
        """Put the lid back."""
        await super().close()
        await self._show_all()

    def _build_stage(self) -> Stage:
        from vision.emulation.dice.stage import CupStage

        self._cup = CupStage(self.seed)
        return self._cup

    def _enough(self, message: WireMessage) -> int:
        """Nobody puts the lid back before it is seen to be off and the dice are read."""
        return 2 if message.name in ("dice_read", "dice_unreadable") else 0

    def _scene(self, message: WireMessage) -> "Scene | None":
        cup, dice = self._cup, self.dice
        assert cup is not None
        match message.name:
            case "shake_started":
                seconds = self._shake_s
                return lambda: cup.shake(seconds)
            case "dice_read":
                return lambda: cup.open(dice)
            case "dice_unreadable":
                reason = cast("Spoilt", message.text("reason"))
                return lambda: cup.open(dice, reason)
            case "cup_closed":
                return cup.close
        return None


EMULATOR: Final = CameraCupEmulator
