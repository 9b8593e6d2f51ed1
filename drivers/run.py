"""Runs the driver of one device as this process, until it is told to end."""

import signal
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Final, cast

from controller.bus.endpoints import SocketDirectoryError
from drivers.runtime.place import PortPlace
from drivers.runtime.serial_driver import DriverOptionError
from drivers.runtime.stop_switch import StopSwitch

Run = Callable[[str, Path, Path | PortPlace, Mapping[str, str], StopSwitch], None]

# Imported on demand: a shoe's driver needs no GPIO library.
FOLDERS: Final = {
    "shoe": "drivers.shoe.driver",
    "shuffler": "drivers.shuffler.driver",
    "dice-cup": "drivers.dice_cup.driver",
    "entry-pad": "drivers.entry_pad.driver",
    "lamps": "drivers.lamps.driver",
}


def run_driver(
    kind: str, device: str, run_dir: Path, port: Path | PortPlace, options: Mapping[str, str]
) -> int:
    """Drive one device until SIGTERM or SIGINT; 0 on a clean end, 2 on bad configuration."""
    folder = FOLDERS.get(kind)
    if folder is None:
        return _fail(f"{device}: no device kind {kind}; use one of {', '.join(FOLDERS)}")
    run = cast(Run, import_module(folder).run)
    stop = StopSwitch()
    earlier = {
        number: signal.signal(number, lambda *_: stop.throw())
        for number in (signal.SIGTERM, signal.SIGINT)
    }
    try:
        run(device, run_dir, port, options, stop)
    except (DriverOptionError, SocketDirectoryError) as error:
        return _fail(str(error))
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler)
        stop.close()
    return 0


def _fail(text: str) -> int:
    print(f"error: {text}", file=sys.stderr)
    return 2
