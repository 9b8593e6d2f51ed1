"""What QEMU is told to be: a Raspberry Pi 3B, a plain ARM machine, or a PC with the same card."""

import os
import subprocess
from pathlib import Path
from typing import Final, Literal, NamedTuple

BoardName = Literal["pi", "virt", "pc", "container"]
BOARDS: Final[tuple[BoardName, ...]] = ("pi", "virt", "pc", "container")
IMAGES: Final = Path(os.environ.get("PLACE", "/var/tmp/underfelt-image"))
# No login on a line of the rig, no screen without a display, and a machine that shares its cores
# with others is not taken for one that hangs.
EVERYWHERE: Final = (
    "root=PARTLABEL=root ro rootwait panic=10 systemd.show_status=no systemd.service_watchdogs=no"
    " systemd.mask=underfelt-kiosk.service systemd.default_timeout_start_sec=1200"
    " systemd.default_device_timeout_sec=1200 systemd.watchdog_sec=300"
)
USB_OF_PI: Final = "/soc/usb@7e980000"


class Board(NamedTuple):
    """The words for QEMU that differ from board to board."""

    name: BoardName
    architecture: str
    program: str
    machine: tuple[str, ...]
    append: str
    # The last of them is the root shell.
    lines: tuple[str, ...]
    drive: tuple[str, ...]
    network: str
    usb: str

    @property
    def card(self) -> Path:
        """The card as `make image` made it."""
        return IMAGES / f"card-{self.architecture}.img"

    @property
    def boot(self) -> Path:
        """Kernel and initramfs of that card."""
        return IMAGES / f"boot-{self.architecture}"


def card_of(name: BoardName) -> Path:
    """The card of a board as `make image` made it."""
    architecture = "amd64" if name in ("pc", "container") else "arm64"
    return IMAGES / f"card-{architecture}.img"


def board_of(name: BoardName) -> Board:
    """The words for one board."""
    if name == "pi":
        return _pi()
    arm = (
        "-M",
        "virt",
        "-cpu",
        "cortex-a72",
        "-m",
        "1G",
        "-smp",
        "2",
        "-device",
        "qemu-xhci,id=usb",
    )
    pc = ("-M", "q35", "-cpu", "max", "-m", "1G", "-smp", "2", "-device", "qemu-xhci,id=usb")
    is_pc = name == "pc"
    console = "ttyS0" if is_pc else "ttyAMA0"
    return Board(
        name,
        "amd64" if is_pc else "arm64",
        "qemu-system-x86_64" if is_pc else "qemu-system-aarch64",
        pc if is_pc else arm,
        f"console={console} systemd.mask=serial-getty@{console}.service systemd.debug_shell=hvc0"
        " systemd.mask=serial-getty@hvc0.service",
        (
            "-serial",
            "file:{console}",
            "-device",
            "virtio-serial-pci",
            "-device",
            "virtconsole,chardev=shell",
        ),
        ("-drive", "file={card},if=virtio,format=raw,cache=writethrough", "-device", "i6300esb"),
        "virtio-net-pci",
        "usb.0",
    )


def _pi() -> Board:
    # QEMU resets this machine at once when its watchdog is started, so that module stays out.
    return Board(
        "pi",
        "arm64",
        "qemu-system-aarch64",
        ("-M", "raspi3b", "-m", "1G", "-smp", "4", "-dtb", str(_tree())),
        "console=ttyS1,115200 quiet loglevel=1 systemd.mask=serial-getty@ttyS1.service"
        " systemd.debug_shell=ttyS1 module_blacklist=bcm2835_wdt",
        ("-serial", "null", "-serial", "chardev:shell"),
        ("-drive", "file={card},if=sd,format=raw,cache=writethrough"),
        "usb-net",
        "usb-bus.0",
    )


def _tree() -> Path:
    """The Pi's device tree; QEMU's USB is a host at once and has no power domain."""
    made = IMAGES / "boot-arm64" / "rig.dtb"
    if not made.exists():
        made.write_bytes((made.parent / "bcm2837-rpi-3-b.dtb").read_bytes())
        for words in (
            ["fdtput", "-t", "s", made, USB_OF_PI, "dr_mode", "host"],
            ["fdtput", "-d", made, USB_OF_PI, "power-domains"],
        ):
            subprocess.run(list(map(str, words)), check=True)
    return made
