"""What every emulated camera device shares: a stand in place of a cable, scenes for events."""

import asyncio
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from drivers.camera.stand import CameraStand, Stage
from drivers.emulator.device import CABLE_ACTIONS, EmulatedDevice, EmulatorError
from drivers.emulator.fault import Fault
from drivers.emulator.fault_entry import FaultError
from drivers.emulator.faults import make_fault
from drivers.wire.codec import Value, WireMessage, wire_message
from vision.sources.camera_wire import camera_socket

if TYPE_CHECKING:
    from vision.picture.frame import Frame

CAMERA_ACTIONS: Final = (*CABLE_ACTIONS, "freeze", "thaw")
Scene: TypeAlias = "Callable[[], Iterator[Frame]]"


class CameraEmulator(EmulatedDevice):
    """Shows to a camera what a serial device would say; the reading is left to the watcher."""

    actions: ClassVar[tuple[str, ...]] = CAMERA_ACTIONS

    def __init__(self, device: str, path: Path, rng: Random, stretch: float = 1.0) -> None:
        super().__init__(device, path, rng, stretch)
        self._stand = CameraStand(camera_socket(path), stretch)
        self._unshown: deque[WireMessage] = deque()
        self._showing = asyncio.Lock()
        # Apart from the device's own chance: a hard picture must not change a card.
        self.seed = [Random(f"{device}/camera").getrandbits(32)]

    @property
    def is_linked(self) -> bool:
        """Whether a process watches now and has a host; its last answer outlives it."""
        return self._stand.is_watched and self._stand.answer.is_linked

    @property
    def kept_events(self) -> int:
        """What was not shown yet, and what the watching process has not brought into the record."""
        return len(self._unshown) + self._stand.answer.kept

    async def start(self) -> None:
        """Build the stage and switch the camera on."""
        await self._stand.start(await asyncio.to_thread(self._build_stage))

    async def stop(self) -> None:
        """Switch the camera off."""
        await self._stand.stop()

    async def unplug(self) -> None:
        """Pull the camera's cable."""
        await self._stand.unplug()

    async def replug(self) -> None:
        """Plug the camera in again."""
        await self._stand.plug()

    async def reboot(self) -> None:
        """Cut the power of the watching device for a moment."""
        await self._stand.power_cut()

    async def freeze(self) -> None:
        """Let the camera give the same picture for ever."""
        self._stand.is_frozen = True

    async def thaw(self) -> None:
        """Let the camera see again."""
        self._stand.is_frozen = False

    async def fault(self, name: str, argument: str | None = None) -> None:
        """Break what the camera is shown; the wire behind it is not the emulator's to break."""
        try:
            found = make_fault(self, name, argument)
        except FaultError as error:
            raise EmulatorError(f"{self.device}: {error}") from None
        if type(found).emitted is Fault.emitted:
            raise EmulatorError(
                f"{self.device}: a camera cannot have {name}; try misread or freeze"
            )
        self._faults.put_on(name, found, self._session)

    @abstractmethod
    def _build_stage(self) -> Stage:
        """What stands before the camera; called in a thread, for drawing takes time."""

    @abstractmethod
    def _scene(self, message: WireMessage) -> "Scene | None":
        """What the camera sees when a serial device would say this."""

    def _enough(self, message: WireMessage) -> int:  # noqa: ARG002
        """After how many events a hand goes on; 0 when it does not wait for any."""
        return 0

    def _emit(self, name: str, **fields: Value) -> None:
        for message in self._faults.emitted(wire_message(name, **fields)):
            self._note(message)
            self._unshown.append(message)

    def _check_watched(self) -> None:
        if not self._stand.is_watched:
            raise EmulatorError(f"{self.device}: nobody watches; start `underfelt camera`")

    async def _show_all(self) -> None:
        async with self._showing:
            while self._unshown:
                scene = self._scene(self._unshown[0])
                if scene is not None:
                    await self._stand.show(scene, self._enough(self._unshown[0]))
                self._unshown.popleft()
