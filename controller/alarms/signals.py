"""How each priority shows and sounds: one table, within the bounds of IEC 60601-1-8."""

from collections.abc import Mapping
from typing import Final

from controller.facts.alarms import Priority
from controller.facts.fact import Fact


class Sound(Fact):
    """A burst of equal pulses, repeated; a pulse is its ground tone with harmonics."""

    pulses: int
    pulse_ms: int
    # From the end of a pulse to the beginning of the next; a longer pause parts the burst in two.
    gap_ms: int
    every_s: int
    tone_hz: int
    harmonics: int


class Signal(Fact):
    """The light of a priority, and its sound where it has one; 0 Hz is a steady light."""

    colour: str
    flash_hz: float
    # How much of a flash is bright.
    duty: float
    sound: Sound | None = None


SIGNALS: Final[Mapping[Priority, Signal]] = {
    "high": Signal(
        colour="red",
        flash_hz=2.0,
        duty=0.5,
        sound=Sound(pulses=10, pulse_ms=150, gap_ms=100, every_s=10, tone_hz=523, harmonics=4),
    ),
    "medium": Signal(
        colour="yellow",
        flash_hz=0.6,
        duty=0.5,
        sound=Sound(pulses=3, pulse_ms=200, gap_ms=200, every_s=20, tone_hz=440, harmonics=4),
    ),
    "low": Signal(colour="cyan", flash_hz=0, duty=1.0),
}
