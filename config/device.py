"""One device in a table file: `source` says what it is, and so which further keys it has."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, Self

from pydantic import (
    BeforeValidator,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from config.document import Section
from config.wire_document import DEVICE_KINDS, DeviceKind, load_wire

EMULATED: Final = "emulated"
HIGHEST_PIN: Final = 27
MOST_SEATS: Final = 14
# Lamps only repeat what pages say: any table may do without them.
SPARED: Final = ("lamps",)

Text = Annotated[str, StringConstraints(min_length=1)]
Pin = Annotated[int, Field(ge=0, le=HIGHEST_PIN)]
Pins = Annotated[tuple[Pin, ...], Field(min_length=1)]
SeatPins = Annotated[tuple[Pin, ...], Field(min_length=1, max_length=MOST_SEATS)]
# `mock` moves no pin.
Backend = Literal["lgpio", "gpiod", "mock"]
UsbNumber = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{4}$")]
UsbText = Annotated[str, StringConstraints(min_length=1, max_length=120)]
PadKey = Annotated[str, StringConstraints(pattern=r"^([a-z][A-Za-z0-9-]{0,39})?$")]


class PortMatch(Section):
    """What the USB device behind a port must say of itself."""

    # As `lsusb` prints it, four hexadecimal digits.
    vendor: UsbNumber | None = None
    # As `lsusb` prints it.
    product: UsbNumber | None = None
    # The unit's serial number: the surest.
    serial: UsbText | None = None
    # The USB socket, as 1-1.2, for cables without a number.
    location: UsbText | None = None

    @property
    def given(self) -> dict[str, str]:
        """Only what the table file says."""
        return {key: value for key, value in self if value is not None}

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.given:
            raise ValueError("match is empty; give vendor, product, serial or location")
        return self

    def __str__(self) -> str:
        return ", ".join(f"{key} {value}" for key, value in self.given.items())


class AnyEntry(Section):
    """What a table file says of every device."""

    # What the device is.
    kind: DeviceKind
    # Whether the table waits for it when it is lost.
    when_lost: Literal["hold", "go-on"] = "hold"

    @property
    def emulator(self) -> str | None:
        """Which emulator stands for it, `kind` or `kind/source`; none where it is real."""
        return None


class EmulatedEntry(AnyEntry):
    """A device of any kind that is emulated on its wire."""

    source: Literal["emulated"] = "emulated"

    @property
    def emulator(self) -> str:
        """The emulator of its kind."""
        return self.kind


class PortEntry(AnyEntry):
    """A device at a port: its path, or what its USB device says of itself."""

    # The path of the port, as /dev/ttyACM0 or /dev/underfelt/shoe-1.
    port: Text | None = None
    # Instead of a port: what the USB device says of itself (`underfelt devices --suggest`).
    match: PortMatch | None = None

    @model_validator(mode="after")
    def _is_in_one_place(self) -> Self:
        if self.port is not None and self.match is not None:
            raise ValueError("give port or match, not both")
        if self.port is None and self.match is None:
            raise ValueError(f"has no place; add port or match, or {self._emulation}")
        return self

    @property
    def _emulation(self) -> str:
        return f'write source = "{EMULATED}"'


class SerialEntry(PortEntry):
    """A device of any kind that speaks its wire on a serial port."""

    source: Literal["serial"] = "serial"


class BarcodeEntry(PortEntry):
    """A plain shoe with a scanner at its lip."""

    source: Literal["barcode"] = "barcode"
    kind: Literal["shoe"]
    # The file of the codes on the cards, beside the table file; without it the built-in ones.
    codes: Text | None = None
    # Readings of one code within this time are one card.
    same_pass_ms: Annotated[int, Field(ge=0, le=5000)] = 300

    @property
    def emulator(self) -> str | None:
        """The emulated scanner, where the port is the word for it."""
        return "shoe/barcode" if self.port == EMULATED else None

    @property
    def _emulation(self) -> str:
        return f'port = "{EMULATED}"'


class CameraEntry(AnyEntry):
    """A plain shoe or dice cup that a camera and a process of ours watch."""

    source: Literal["camera"] = "camera"
    kind: Literal["shoe", "dice-cup"]
    # A path, a number, a pipeline, a film, a folder of stills, or the word for the emulated one.
    camera: Text
    # The file that `underfelt vision calibrate` wrote, beside the table file.
    calibration: Text | None = None

    @property
    def emulator(self) -> str | None:
        """The emulated camera, where it is named."""
        return f"{self.kind}/camera" if self.camera == EMULATED else None


class PinsEntry(AnyEntry):
    """A device on GPIO pins; without `backend`, whichever library is installed moves them."""

    source: Literal["gpio"] = "gpio"
    # Which library moves the pins; without it whichever is installed.
    backend: Literal["lgpio", "gpiod"] | None = None


class GpioLampsEntry(PinsEntry):
    """Lamps on GPIO pins, listed from seat 1 on."""

    kind: Literal["lamps"]
    # BCM numbers of the lamps that show the bank, from seat 1 on.
    bank_pins: SeatPins
    # BCM numbers of the lamps that show the action button, from seat 1 on.
    action_pins: SeatPins

    @model_validator(mode="after")
    def _fits_the_seats(self) -> Self:
        if len(self.bank_pins) != len(self.action_pins):
            raise ValueError("give as many bank_pins as action_pins, one each for every seat")
        _check_single([*self.bank_pins, *self.action_pins])
        return self


class GpioPadEntry(PinsEntry):
    """An entry pad that is a matrix of keys on GPIO pins."""

    kind: Literal["entry-pad"]
    # BCM numbers, driven one at a time.
    row_pins: Pins
    # BCM numbers, read.
    column_pins: Pins
    # Names of keys, row by row; an empty name is a crossing without a key.
    keys: tuple[tuple[PadKey, ...], ...]
    # A lamp or buzzer that answers an accepted key.
    echo_pin: Pin | None = None
    # A key counts when it has been steady for this long.
    debounce_ms: Annotated[int, Field(ge=1, le=100)] = 8
    # A key held for this long is a long press.
    long_press_ms: Annotated[int, Field(ge=200, le=5000)] = 600

    @model_validator(mode="after")
    def _is_a_matrix(self) -> Self:
        echo = [] if self.echo_pin is None else [self.echo_pin]
        _check_single([*self.row_pins, *self.column_pins, *echo])
        rows, columns = len(self.row_pins), len(self.column_pins)
        if len(self.keys) != rows or any(len(row) != columns for row in self.keys):
            raise ValueError(
                f"keys must have {rows} rows of {columns} names, one for each crossing"
            )
        known = load_wire("entry-pad").by_name["key_pressed"].fields[0].values
        for key in (key for row in self.keys for key in row if key and key not in known):
            raise ValueError(f"no key {key}; see config/wire/entry-pad.toml, or leave it empty")
        return self


class PageEntry(AnyEntry):
    """A device that is the house dealer's page, and has no driver process of its own."""


class WebPadEntry(PageEntry):
    """An entry pad that is the house dealer's page."""

    source: Literal["web"] = "web"
    kind: Literal["entry-pad"]


class KeyedEntry(PageEntry):
    """A plain shoe, deck or cup: what a device would report, the house dealer keys in on a page."""

    source: Literal["keyed"] = "keyed"
    kind: Literal["shoe", "shuffler", "dice-cup"]


class MockLampsEntry(AnyEntry):
    """Lamps that a table does without: orders are obeyed and nothing lights."""

    source: Literal["mock"] = "mock"
    kind: Literal["lamps"]


def _check_single(pins: list[int]) -> None:
    doubles = sorted({pin for pin in pins if pins.count(pin) > 1})
    if doubles:
        raise ValueError(f"pin {doubles[0]} is used twice; give each its own pin")


ENTRIES: Final[Mapping[str, Mapping[str, type[AnyEntry]]]] = {
    "serial": dict.fromkeys(DEVICE_KINDS, SerialEntry),
    "emulated": dict.fromkeys(DEVICE_KINDS, EmulatedEntry),
    "camera": {"shoe": CameraEntry, "dice-cup": CameraEntry},
    "barcode": {"shoe": BarcodeEntry},
    "gpio": {"entry-pad": GpioPadEntry, "lamps": GpioLampsEntry},
    "keyed": dict.fromkeys(("shoe", "shuffler", "dice-cup"), KeyedEntry),
    "web": {"entry-pad": WebPadEntry},
    "mock": {"lamps": MockLampsEntry},
}


def _read_entry(value: object) -> object:
    """The entry of the source that is named; refused when none is, or its kind does not fit."""
    if isinstance(value, AnyEntry):
        return value
    if not isinstance(value, dict):
        raise ValueError("is no table of keys; write [devices.NAME] above its keys")
    source, kind = value.get("source"), value.get("kind")
    if source is None:
        raise ValueError(f"has no source; add source, one of {', '.join(ENTRIES)}")
    kinds = ENTRIES.get(str(source))
    if kinds is None:
        raise ValueError(f"no source {source!r}; use one of {', '.join(ENTRIES)}")
    if kind in DEVICE_KINDS and kind not in kinds:
        text = f"source {source} is for kind {' or '.join(kinds)}"
        raise ValueError(f"{text}; correct source or kind")
    # A kind that does not exist is refused by whichever entry takes it.
    entry = kinds.get(str(kind), next(iter(kinds.values())))
    _check_keys(entry, source, value)
    return entry.model_validate(value)


def _check_keys(entry: type[AnyEntry], source: str, value: Mapping[str, object]) -> None:
    known = ", ".join(sorted(entry.model_fields))
    # A validation error, not a sentence: each key is told at its own line.
    text = f"Value error, no key of source {source}; remove it, or use {known}"
    wrong = PydanticCustomError("value_error", text)
    problems = [
        InitErrorDetails(type=wrong, loc=(key,), input=value[key])
        for key in value
        if key not in entry.model_fields
    ]
    if problems:
        raise ValidationError.from_exception_data(entry.__name__, problems)


DeviceEntry = Annotated[
    SerialEntry
    | EmulatedEntry
    | CameraEntry
    | BarcodeEntry
    | GpioPadEntry
    | GpioLampsEntry
    | WebPadEntry
    | KeyedEntry
    | MockLampsEntry,
    BeforeValidator(_read_entry),
]
