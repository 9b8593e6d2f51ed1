"""An emulator to try a suite on: behind a real pseudo-terminal, on a loop in its own thread."""

import asyncio
import tempfile
import threading
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from drivers.conformance.hands import EmulatorHands
from drivers.emulate.emulators import emulator_of
from drivers.emulator.device import EmulatedDevice


@dataclass(frozen=True, slots=True)
class EmulatedSubject:
    """A device to try: where it is, and the hands that move it."""

    port: Path
    hands: EmulatorHands
    emulator: EmulatedDevice


@contextmanager
def emulated_subject(
    kind: str, faults: Sequence[tuple[str, str | None]] = ()
) -> Iterator[EmulatedSubject]:
    """Run the emulator of a kind, with these faults, as long as the block lasts."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name=f"emulated {kind}")
    thread.start()

    def call(work: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, loop).result()

    try:
        with tempfile.TemporaryDirectory(prefix="underfelt-") as folder:
            port = Path(folder) / kind
            emulator = emulator_of(kind)(kind, port, Random(1), 0.0)
            try:
                for name, argument in faults:
                    call(emulator.fault(name, argument))
                call(emulator.start())
                yield EmulatedSubject(port, EmulatorHands(emulator, loop), emulator)
            finally:
                call(emulator.stop())
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
