"""The board itself: its power, its heat, its card, its memory and its watchdog."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.doctor.finding import Finding, bad, good, note
from controller.facts.phrase import phrase

THROTTLED: Final = "sys/devices/platform/soc/soc:firmware/get_throttled"
# Bits of the firmware: now, and at any time since the start.
LOW_VOLTAGE, SLOWED, WAS_LOW_VOLTAGE = 1, 0b1110, 1 << 16
HOT_C: Final = 80
# In tenths of its life, as the card says of itself; 0 is no answer.
WORN_TENTHS: Final = 9
LOW_MEMORY_MB: Final = 150


def look_at_hardware(root: Path = Path("/")) -> Iterator[Finding]:
    """What the kernel says of the board; what it does not say is left out."""
    yield from _power(root)
    yield from _heat(root)
    yield from _cards(root)
    yield from _memory(root)
    yield from _watchdog(root)


def _power(root: Path) -> Iterator[Finding]:
    told = _read(root / THROTTLED)
    if not told:
        return
    bits = int(told, 16)
    if bits & LOW_VOLTAGE:
        yield bad(
            "power", phrase("doctor-voltage"), phrase("cure-supply"), "vcgencmd get_throttled"
        )
    elif bits & SLOWED:
        yield bad("power", phrase("doctor-slowed"), phrase("cure-cool"), "vcgencmd measure_temp")
    elif bits & WAS_LOW_VOLTAGE:
        was = phrase("doctor-voltage-was")
        yield note("power", was, phrase("cure-supply"), "vcgencmd get_throttled")
    else:
        yield good("power", phrase("doctor-power"))


def _heat(root: Path) -> Iterator[Finding]:
    told = _read(root / "sys/class/thermal/thermal_zone0/temp")
    if told and int(told) >= HOT_C * 1000:
        hot = phrase("doctor-hot", degrees=int(told) // 1000)
        yield bad("power", hot, phrase("cure-cool"), "cat /sys/class/thermal/thermal_zone0/temp")


def _cards(root: Path) -> Iterator[Finding]:
    for device in sorted((root / "sys/block").glob("mmcblk*/device")):
        life = _read(device / "life_time").split()
        tenths = max((int(part, 16) for part in life), default=0)
        is_failing = _read(device / "pre_eol_info") in ("0x02", "0x03")
        if tenths >= WORN_TENTHS or is_failing:
            worn = phrase("doctor-card-worn", card=device.parent.name)
            command = "underfelt journal backup RECORD --to /media/stick"
            yield bad("card", worn, phrase("cure-card"), command)


def _memory(root: Path) -> Iterator[Finding]:
    lines = _read(root / "proc/meminfo").splitlines()
    free = next((line.split()[1] for line in lines if line.startswith("MemAvailable")), "")
    if free and int(free) < LOW_MEMORY_MB * 1000:
        told = phrase("doctor-memory", free=int(free) // 1000)
        yield bad("memory", told, phrase("cure-memory"), "ps -eo rss,args --sort=-rss | head")


def _watchdog(root: Path) -> Iterator[Finding]:
    state = _read(root / "sys/class/watchdog/watchdog0/state")
    if state and state != "active":
        command = "echo RuntimeWatchdogSec=15 | sudo tee -a /etc/systemd/system.conf"
        yield note("watchdog", phrase("doctor-watchdog"), phrase("cure-watchdog"), command)


def _read(file: Path) -> str:
    try:
        return file.read_text().strip()
    except OSError:
        return ""
