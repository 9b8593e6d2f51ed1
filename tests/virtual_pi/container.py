"""The card on this machine's own processor: its partitions mounted, its systemd in a container."""

import base64
import os
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final

from drivers.emulate.client import ask_emulator
from drivers.emulate.emulators import CONTROL_SOCKET
from tests.soak.booted import _descendants, _leader
from tests.virtual_pi.boards import IMAGES
from tests.virtual_pi.promises import PROMISES
from tests.virtual_pi.root_shell import Answer, ShellError
from tests.virtual_pi.switched import PATIENCE_S

WORK: Final = IMAGES / "work-amd64"
# The partitions that are written to; a power cut leaves what the kernel had handed to them.
WRITTEN: Final = ("state", "record")
OVERLAID: Final = ("etc", "opt", "var")
BOUND: Final = {
    "underfelt": "underfelt",
    "driver": "underfelt-driver",
    "camera": "underfelt-camera",
}
GLANCE_S: Final = 0.05
# Mounted already; and a machine that shares its cores is not taken for one that hangs.
KERNEL_WORDS: Final = ("fstab=no", "systemd.service_watchdogs=no")
# A container has the kernel, the watchdog and the clock of its host.
UNSEEN: Final = ("the record has a partition", "watchdog", "clock", "boot", "memory")
# Its driver may open the lines of the host's devices, which are no serial ports.
DROP_IN: Final = "etc/systemd/system/underfelt-driver@.service.d/rig.conf"
TAKES_LINES: Final = "[Service]\nDeviceAllow=char-pts rw\n"


class ContainerShell:
    """Root's commands in the container; the same questions as over a serial line."""

    def __init__(self, leader: int) -> None:
        self.leader = leader

    def run(self, command: str, within_s: float) -> Answer:
        """Run a command and wait for its end."""
        words = ["nsenter", "-t", str(self.leader), "-a", "-r", "-w", "env", "-i"]
        path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"
        try:
            done = subprocess.run(
                [*words, path, "HOME=/root", "sh", "-c", command],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                text=True,
                timeout=within_s,
            )
        except subprocess.TimeoutExpired:
            raise ShellError(f"no answer within {within_s:.0f} s: {command}") from None
        return Answer(done.stdout, done.returncode)

    def must(self, command: str, within_s: float) -> str:
        """The same, where it may not fail."""
        answer = self.run(command, within_s)
        if answer.status:
            raise ShellError(f"{command}: status {answer.status}: {answer.text}")
        return answer.text

    def until(self, command: str, within_s: float, pause_s: float = 0.5) -> str:
        """Run a command again and again until it succeeds."""
        end = time.monotonic() + within_s
        while (answer := self.run(command, within_s)).status:
            if time.monotonic() > end:
                raise ShellError(f"in vain for {within_s:.0f} s: {command}: {answer.text}")
            time.sleep(pause_s)
        return answer.text

    def write(self, path: str, content: bytes, within_s: float) -> None:
        """Write a small file over there."""
        self.must(f"base64 -d > {path} <<END\n{base64.b64encode(content).decode()}\nEND", within_s)


class Container:
    """Switches the card on and off; devices are on the host, their lines reach in."""

    promises: ClassVar = {what: command for what, command in PROMISES.items() if what not in UNSEEN}

    hands: str | None = f"/media/{CONTROL_SOCKET}"

    def __init__(self, folder: Path, run: Path) -> None:
        self._folder, self._run = folder, run
        self._root = folder / "root"
        self._terminal: subprocess.Popen[bytes] | None = None
        self.shell = ContainerShell(0)
        self._lines = Lines(run / "devices", folder / "ports")
        for name in WRITTEN:
            words = ["cp", "--sparse=always", str(WORK / f"{name}.ext4"), str(self._image(name))]
            subprocess.run(words, check=True)
        self._lines.start()

    def on(self) -> None:
        """Mount what the initramfs mounts, and start systemd."""
        self._mount()
        command = ["systemd-nspawn", "-q", "--register=no", "--keep-unit", "--private-network"]
        command += [
            "--resolv-conf=off",
            "--timezone=off",
            "--link-journal=no",
            # Two rigs of one machine must not be taken for one.
            f"--machine={self._folder.name.replace('_', '-').strip('-')}",
            "--bind=/dev/pts:/mnt",
        ]
        command += [
            f"--bind={self._folder / 'ports'}:/srv",
            f"--bind={self._run}:/media",
            "-b",
            "-D",
            str(self._root),
            *KERNEL_WORDS,
        ]
        settings = dict(os.environ)
        if not Path("/sys/fs/cgroup/cgroup.controllers").exists():
            settings["SYSTEMD_NSPAWN_UNIFIED_HIERARCHY"] = "0"
        with (self._folder / "console.log").open("ab") as console:
            self._terminal = subprocess.Popen(
                ["script", "-qfec", shlex.join(command), "/dev/null"],
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                env=settings,
            )
        leader = _leader(self._terminal.pid)
        self.shell = ContainerShell(leader)
        self._reach(leader)

    def cut(self) -> None:
        """Take the power away: what was not yet handed to the card never was."""
        if self._terminal is None:
            return
        processes = [*_descendants(self._terminal.pid)]
        for pid in processes:
            _send(pid, signal.SIGSTOP)
        for name in WRITTEN:
            self._keep_as_it_is(name)
        for pid in reversed(processes):
            _send(pid, signal.SIGKILL)
        # It stops itself with its child.
        self._terminal.kill()
        self._terminal.wait()
        self._terminal = None
        self._unmount()
        for name in WRITTEN:
            self._image(name).with_suffix(".cut").replace(self._image(name))

    def await_system(self, within_s: float) -> None:
        """Wait until systemd answers."""
        self.shell.until("systemctl list-units >/dev/null", within_s)

    def reach(self) -> None:
        """The sockets are reached by their paths."""

    def entry(self, device: str) -> str:
        """A line that is known by its path: a container has no udev of its own."""
        return f'source = "serial"\nport = "/srv/{device}"'

    def off(self, within_s: float) -> None:
        """Switch it off as a person would, by the system itself."""
        assert self._terminal is not None
        self.shell.run("systemctl poweroff", within_s)
        self._terminal.wait(within_s)
        self._terminal = None
        self._unmount()

    def unplug(self, device: str) -> None:
        """Pull a device's cable."""
        ask_emulator(self._run / CONTROL_SOCKET, device, "unplug")

    def plug(self, device: str) -> None:
        """Plug it in again."""
        ask_emulator(self._run / CONTROL_SOCKET, device, "replug")

    def bite(self) -> str:
        """Stop the daemon's process: systemd's own watchdog over it ends it and starts another."""
        shell, asked = self.shell, "systemctl show -P MainPID underfelt-daemon"
        before = shell.must(asked, PATIENCE_S).strip()
        shell.must(f"systemctl service-watchdogs yes && kill -STOP {before}", PATIENCE_S)
        other = f'test "$({asked})" != {before} && systemctl -q is-active underfelt-daemon'
        shell.until(other, PATIENCE_S)
        shell.must("systemctl service-watchdogs no", PATIENCE_S)
        return shell.must("systemctl show -P NRestarts underfelt-daemon", PATIENCE_S).strip()

    def bring(self, bundle: Path) -> str:
        """Copy it into the machine's memory."""
        place = Path(f"/proc/{self.shell.leader}/root/run") / bundle.name
        if not place.exists():
            shutil.copytree(bundle, place)
        return f"/run/{bundle.name}"

    def close(self) -> None:
        """Leave nothing mounted and nothing running."""
        self.cut()
        self._lines.end()

    def record(self) -> Path:
        """The record as it lies on the card, mounted to be read; the machine is off."""
        place = self._folder / "taken"
        place.mkdir(exist_ok=True)
        image = self._image("record")
        checked = subprocess.run(["e2fsck", "-fp", str(image)], capture_output=True, text=True)
        assert checked.returncode < 4, checked.stdout
        asked = f"rdump /underfelt {place}"
        subprocess.run(["debugfs", "-R", asked, str(image)], check=True, capture_output=True)
        return place / "underfelt"

    def _image(self, name: str) -> Path:
        return self._folder / f"{name}.ext4"

    def _keep_as_it_is(self, name: str) -> None:
        """Copy a partition; once more if the kernel wrote to it meanwhile."""
        image, copy = self._image(name), self._image(name).with_suffix(".cut")
        while True:
            before = image.stat().st_mtime_ns
            subprocess.run(["cp", "--sparse=always", str(image), str(copy)], check=True)
            if image.stat().st_mtime_ns == before:
                return

    def _mount(self) -> None:
        root = self._root
        root.mkdir(exist_ok=True)
        _mount(WORK / "root.ext4", root, "loop,ro")
        for name in WRITTEN:
            subprocess.run(["e2fsck", "-p", str(self._image(name))], capture_output=True)
            _mount(self._image(name), root / name, "loop,noatime")
        for folder in OVERLAID:
            for part in ("upper", "work"):
                (root / "state" / folder / part).mkdir(parents=True, exist_ok=True)
            layer = f"{root}/state/{folder}"
            told = f"lowerdir={root}/{folder},upperdir={layer}/upper,workdir={layer}/work"
            _run("mount", "-t", "overlay", "-o", told, "overlay", str(root / folder))
        for kept, name in BOUND.items():
            _run("mount", "--bind", str(root / "record" / kept), str(root / "var/lib" / name))
        (root / DROP_IN).parent.mkdir(exist_ok=True)
        (root / DROP_IN).write_text(TAKES_LINES)

    def _unmount(self) -> None:
        for _ in range(50):
            if (
                subprocess.run(["umount", "-R", str(self._root)], capture_output=True).returncode
                == 0
            ):
                return
            time.sleep(0.2)
        raise AssertionError(f"{self._root} is still in use")

    def _reach(self, leader: int) -> None:
        """Let the host's clients find the daemon's sockets behind the machine's first process."""
        for name in ("answers", "guarded-answers", "desk"):
            link = self._run / f"{name}.sock"
            link.unlink(missing_ok=True)
            link.symlink_to(f"/proc/{leader}/root/run/underfelt/rig/{name}.sock")


class Lines(threading.Thread):
    """Names of the devices' lines as the container sees them: a plugged device is there."""

    def __init__(self, devices: Path, ports: Path) -> None:
        super().__init__(name="lines", daemon=True)
        self._devices, self._ports = devices, ports
        self._is_over = threading.Event()
        ports.mkdir()

    def run(self) -> None:
        """Follow every plug and unplug."""
        while not self._is_over.wait(GLANCE_S):
            there = dict(self._there())
            for link in self._ports.iterdir():
                if there.get(link.name) != str(link.readlink()):
                    link.unlink()
            for name, target in there.items():
                if not (self._ports / name).is_symlink():
                    (self._ports / name).symlink_to(target)

    def end(self) -> None:
        """Follow no more."""
        self._is_over.set()
        self.join()

    def _there(self) -> Iterator[tuple[str, str]]:
        for link in self._devices.glob("*-*"):
            with suppress(OSError):
                line = link.readlink()
                line.chmod(0o666)
                yield link.name, f"/mnt/{line.name}"


def _mount(image: Path, place: Path, options: str) -> None:
    _run("mount", "-o", options, str(image), str(place))


def _run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)
