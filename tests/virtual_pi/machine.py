"""The virtual machine: a card in it, power on and off, cables in and out."""

import os
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.loopback import free_port
from tests.virtual_pi.boards import EVERYWHERE, Board
from tests.virtual_pi.cables import Cables
from tests.virtual_pi.card import fresh_card, take_record
from tests.virtual_pi.monitor import Monitor, MonitorError
from tests.virtual_pi.promises import PROMISES
from tests.virtual_pi.root_shell import RootShell, ShellError
from tests.virtual_pi.stick import Stick
from tests.virtual_pi.switched import PATIENCE_S

NICE: Final = os.environ.get("RIG_NICE", "15")
SOCKET_WITHIN_S: Final = 60.0
# Sockets of the daemon that devices and people on the host need, and the machine's ports for them.
SOCKETS: Final = ("answers", "guarded-answers", "desk")
FIRST_PORT: Final = 7001
PROXY: Final = "/usr/lib/systemd/systemd-socket-proxyd"


class Machine:
    """Runs a card in QEMU; its USB ports and the daemon's sockets are reached from the host."""

    promises = PROMISES
    hands: str | None = None

    def __init__(self, board: Board, folder: Path, run: Path, devices: tuple[str, ...]) -> None:
        self.board, self._folder, self._devices = board, folder, devices
        self._card = fresh_card(board.card, folder / "card.img")
        self._forwards = {name: free_port() for name in SOCKETS}
        self._process: subprocess.Popen[bytes] | None = None
        self._shell: RootShell | None = None
        self._monitor: Monitor | None = None
        self._sticks: dict[str, Stick] = {}
        self._cables = Cables()
        self._cables.start()
        for name, port in self._forwards.items():
            self._cables.socket(run / f"{name}.sock", port)
        for device in devices:
            self._cables.port(self.far_side(device), run / "devices" / device)

    def entry(self, device: str) -> str:
        """A port that is known by the number in its plug."""
        return f'source = "serial"\nmatch = {{ serial = "{device.upper()}" }}'

    @property
    def shell(self) -> RootShell:
        """Root's shell in there."""
        assert self._shell is not None, "the machine is off"
        return self._shell

    def far_side(self, device: str) -> Path:
        """Where the other end of a device's USB port is on the host."""
        return self._folder / f"{device}.usb"

    def on(self) -> None:
        """Switch it on; its shell answers later."""
        log = (self._folder / "qemu.log").open("ab")
        self._process = subprocess.Popen(
            self._words(), stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
        log.close()
        self._monitor = Monitor(self._appeared("monitor"))
        self._shell = RootShell(self._appeared("shell"), self._folder / "shell.log")

    def cut(self) -> None:
        """Take the power away: nothing is told, nothing is finished."""
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        self._let_go()

    def await_system(self, within_s: float) -> None:
        """Wait until root's shell answers."""
        self.shell.await_prompt(within_s)

    def reach(self) -> None:
        """Let the host's people ask the daemon, for as long as the machine runs."""
        for place, name in enumerate(SOCKETS):
            listens = f"--socket-property=ListenStream={FIRST_PORT + place}"
            target = f"{PROXY} /run/underfelt/rig/{name}.sock"
            self.shell.must(f"systemd-run -q --unit=rig-{name} {listens} {target}", PATIENCE_S)

    def off(self, within_s: float) -> None:
        """Let it switch itself off."""
        assert self._process is not None
        with suppress(ShellError):
            self.shell.run("systemctl poweroff", 10.0)
        self._process.wait(within_s)
        self._let_go()

    def record(self) -> Path:
        """The records as they lie on the card."""
        return take_record(self._card, self._folder)

    def close(self) -> None:
        """Cut the power and every cable."""
        self.cut()
        self._cables.close()

    def bite(self) -> str:
        """Let the kernel hang for good: the watchdog of the board resets it."""
        assert self._monitor is not None
        hang = "sysctl -qw kernel.panic=0 && (sleep 2; echo c > /proc/sysrq-trigger) &"
        self.shell.must(hang, PATIENCE_S)
        self._monitor.await_event("WATCHDOG", PATIENCE_S)
        self.await_system(PATIENCE_S)
        self.reach()
        return "the board's"

    def bring(self, bundle: Path) -> str:
        """On a stick: nothing as large as a bundle goes over a serial line."""
        assert self._monitor is not None
        stick = self._sticks.setdefault(
            bundle.name, Stick(bundle, self._folder / f"{bundle.name}.stick")
        )
        stick.make()
        if not stick.is_plugged:
            stick.plug(self._monitor)
        self.shell.until(stick.mount, PATIENCE_S)
        return stick.place

    def unplug(self, device: str) -> None:
        """Pull a device's cable; back when the machine has noticed."""
        assert self._monitor is not None
        self._monitor.ask("device_del", id=device)
        self._monitor.await_event("DEVICE_DELETED")

    def plug(self, device: str) -> None:
        """Plug it in again, into the same port."""
        assert self._monitor is not None
        self._monitor.ask("device_add", **self._usb(device))

    def _let_go(self) -> None:
        for end in (self._monitor, self._shell):
            if end is not None:
                with suppress(OSError):
                    end.close()
        self._process = self._monitor = self._shell = None
        self._sticks.clear()

    def _usb(self, device: str) -> dict[str, object]:
        place = {"driver": "usb-serial", "id": device, "chardev": f"line-{device}"}
        # The port that users see: it is there while the cable is, whoever listens behind it.
        return {**place, "serial": device.upper(), "always-plugged": True}

    def _words(self) -> list[str]:
        board, folder = self.board, self._folder
        named = {"card": str(self._card), "console": str(folder / "console.log")}
        kernel = sorted(board.boot.glob("vmlinuz*"))[-1]
        initrd = sorted(board.boot.glob("initrd*"))[-1]
        words = ["nice", "-n", NICE, board.program, *board.machine, "-display", "none"]
        words += ["-kernel", str(kernel), "-initrd", str(initrd)]
        words += ["-append", f"{EVERYWHERE} {board.append}"]
        words += ["-qmp", f"unix:{folder}/monitor,server=on,wait=off"]
        words += ["-chardev", f"socket,id=shell,path={folder}/shell,server=on,wait=off"]
        words += [word.format(**named) for word in (*board.lines, *board.drive)]
        ways = "".join(
            f",hostfwd=tcp:127.0.0.1:{port}-:{FIRST_PORT + place}"
            for place, port in enumerate(self._forwards.values())
        )
        words += ["-netdev", f"user,id=net{ways}", "-device", f"{board.network},netdev=net"]
        for device in self._devices:
            words += [
                "-chardev",
                f"socket,id=line-{device},path={self.far_side(device)},server=on,wait=off",
            ]
            told = ",".join(
                f"{key}={_word(value)}"
                for key, value in self._usb(device).items()
                if key != "driver"
            )
            words += ["-device", f"usb-serial,{told}"]
        return words

    def _appeared(self, name: str) -> Path:
        path, end = self._folder / name, time.monotonic() + SOCKET_WITHIN_S
        while time.monotonic() < end:
            with suppress(OSError, MonitorError):
                probe = _reachable(path)
                if probe:
                    return path
            time.sleep(0.1)
        raise AssertionError(f"QEMU did not start; see {self._folder / 'qemu.log'}")


def _word(value: object) -> str:
    return (
        {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    )


def _reachable(path: Path) -> bool:
    """Whether QEMU listens there now; a file alone may be of the machine before."""
    listed = Path("/proc/net/unix").read_text()
    return str(path) in listed
