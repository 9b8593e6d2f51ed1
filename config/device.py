"""One device in a table file: its kind, where it is, and what its variant needs."""

from typing import Annotated, Final, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from config.document import Section
from config.wire_document import load_wire
from controller.facts.kinds import DeviceKind

EMULATED: Final = "emulated"

HIGHEST_PIN: Final = 27

Pin = Annotated[int, Field(ge=0, le=HIGHEST_PIN)]
# `gpio` leaves the choice of the library to the program; `mock` moves no pin.
Backend = Literal["gpio", "lgpio", "gpiod", "mock"]
UsbNumber = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{4}$")]
UsbText = Annotated[str, StringConstraints(min_length=1, max_length=120)]
PadKey = Annotated[str, StringConstraints(pattern=r"^([a-z][A-Za-z0-9-]{0,39})?$")]
GPIO_KINDS: Final = ("lamps", "entry-pad")
SOURCES: Final = {"barcode": ("shoe",), "web": ("entry-pad",), "camera": ("shoe", "dice-cup")}


class PortMatch(Section):
    """What the USB device behind a port must say of itself."""

    vendor: UsbNumber | None = None
    product: UsbNumber | None = None
    serial: UsbText | None = None
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


class Device(Section):
    """One device of the table; without `port` and `match` it is emulated."""

    kind: DeviceKind
    port: Annotated[str, StringConstraints(min_length=1)] = EMULATED
    match: PortMatch | None = None
    when_lost: Literal["hold", "go-on"] = "hold"
    decks: Annotated[int, Field(ge=1, le=8)] | None = None
    backend: Backend | None = None
    bank_pins: tuple[Pin, ...] = ()
    action_pins: tuple[Pin, ...] = ()
    row_pins: tuple[Pin, ...] = ()
    column_pins: tuple[Pin, ...] = ()
    keys: tuple[tuple[PadKey, ...], ...] = ()
    echo_pin: Pin | None = None
    debounce_ms: Annotated[int, Field(ge=1, le=100)] = 8
    long_press_ms: Annotated[int, Field(ge=200, le=5000)] = 600
    # Another make of its kind: a shoe with a barcode scanner, an entry pad on a web page.
    source: Literal["barcode", "web", "camera"] | None = None
    codes: Annotated[str, StringConstraints(min_length=1)] | None = None
    same_pass_ms: Annotated[int, Field(ge=0, le=5000)] = 300
    # A path, a number, a pipeline, a film or a folder of stills; without it, the emulated camera.
    camera: Annotated[str, StringConstraints(min_length=1)] = EMULATED
    calibration: Annotated[str, StringConstraints(min_length=1)] | None = None

    @property
    def is_emulated(self) -> bool:
        """Whether an emulator stands for this device."""
        is_placed = self.match is not None or self.backend is not None or self.is_web
        return self.port == self.camera == EMULATED and not is_placed

    @property
    def has_port(self) -> bool:
        """Whether its driver opens a port of the system."""
        is_elsewhere = self.backend is not None or self.is_web or self.is_camera
        return not self.is_emulated and not is_elsewhere

    @property
    def is_camera(self) -> bool:
        """Whether a camera and a process of ours stand in for the device."""
        return self.source == "camera"

    @property
    def is_web(self) -> bool:
        """Whether it is a page that the scoreboard serves, and has no driver of its own."""
        return self.source == "web"

    @property
    def emulator(self) -> str:
        """Which emulator stands for it: its kind, or the variant of it."""
        return f"{self.kind}/{self.source}" if self.source else self.kind

    @model_validator(mode="after")
    def _is_in_one_place(self) -> Self:
        if self.match is not None and "port" in self.model_fields_set:
            raise ValueError("give port or match, not both")
        if self.backend is not None and (self.match or "port" in self.model_fields_set):
            raise ValueError("a GPIO device has neither port nor match; remove them or backend")
        return self

    @model_validator(mode="after")
    def _has_its_source(self) -> Self:
        kinds = SOURCES.get(self.source or "", (self.kind,))
        if self.kind not in kinds:
            raise ValueError(f"source {self.source} is for kind {' or '.join(kinds)}; remove it")
        if self.is_camera and (self.match or "port" in self.model_fields_set):
            raise ValueError("a camera has neither port nor match; give camera, or remove them")
        if self.is_web and (self.backend or self.match or "port" in self.model_fields_set):
            raise ValueError("a web pad has no port, match or backend; remove it")
        return self

    @model_validator(mode="after")
    def _names_its_backend(self) -> Self:
        if self.kind not in GPIO_KINDS and self.backend is not None:
            raise ValueError("only lamps and entry pads have a GPIO backend; remove it")
        if self.kind == "entry-pad" and self.backend is not None:
            self._check_matrix()
        return self

    @model_validator(mode="after")
    def _has_only_its_own_keys(self) -> Self:
        for needed, names in _VARIANT_KEYS:
            extra = sorted(self.model_fields_set & names)
            if extra and not self._is(needed):
                raise ValueError(f"{extra[0]} is for {needed}; remove it")
        return self

    def _is(self, variant: str) -> bool:
        return {
            LAMPS: self.kind == "lamps" and self.backend is not None,
            GPIO_PAD: self.kind == "entry-pad" and self.backend is not None,
            BARCODE_SHOE: self.source == "barcode",
            CAMERA: self.is_camera,
        }[variant]

    def _check_matrix(self) -> None:
        rows, columns = len(self.row_pins), len(self.column_pins)
        if not rows or not columns:
            raise ValueError("a GPIO entry pad needs row_pins and column_pins")
        pins = [*self.row_pins, *self.column_pins]
        pins += [] if self.echo_pin is None else [self.echo_pin]
        doubles = sorted({pin for pin in pins if pins.count(pin) > 1})
        if doubles:
            raise ValueError(f"pin {doubles[0]} is used twice; give each line its own pin")
        if len(self.keys) != rows or any(len(row) != columns for row in self.keys):
            raise ValueError(
                f"keys must have {rows} rows of {columns} names, one for each crossing"
            )
        known = load_wire("entry-pad").by_name["key_pressed"].fields[0].values
        for key in (key for row in self.keys for key in row if key and key not in known):
            raise ValueError(f"no key {key}; see config/wire/entry-pad.toml, or leave it empty")


LAMPS: Final = "lamps with a GPIO backend"
GPIO_PAD: Final = "an entry pad with a GPIO backend"
BARCODE_SHOE: Final = 'a shoe with source = "barcode"'
CAMERA: Final = 'a shoe or dice cup with source = "camera"'
_VARIANT_KEYS: Final = (
    (LAMPS, {"bank_pins", "action_pins"}),
    (
        GPIO_PAD,
        {"row_pins", "column_pins", "keys", "echo_pin", "debounce_ms", "long_press_ms"},
    ),
    (BARCODE_SHOE, {"codes", "same_pass_ms"}),
    (CAMERA, {"camera", "calibration"}),
)
