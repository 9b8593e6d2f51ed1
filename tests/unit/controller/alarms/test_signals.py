"""Lights and sounds stay within the bounds that people can tell apart and can bear."""

import pytest

from controller.alarms.signals import SIGNALS
from controller.facts.alarms import PRIORITIES, Priority


def test_every_priority_has_its_signal() -> None:
    assert tuple(SIGNALS) == PRIORITIES


@pytest.mark.parametrize(
    ("priority", "slowest", "fastest"), [("high", 1.4, 2.8), ("medium", 0.4, 0.8)]
)
def test_a_light_flashes_within_its_bounds(
    priority: Priority, slowest: float, fastest: float
) -> None:
    signal = SIGNALS[priority]
    assert slowest <= signal.flash_hz <= fastest
    assert 0.2 <= signal.duty <= 0.6


def test_the_least_urgent_neither_flashes_nor_sounds() -> None:
    assert SIGNALS["low"].flash_hz == 0
    assert SIGNALS["low"].sound is None


@pytest.mark.parametrize(
    ("priority", "pulses", "shortest", "longest"), [("high", 10, 75, 200), ("medium", 3, 125, 250)]
)
def test_a_sound_is_a_burst_of_short_pulses(
    priority: Priority, pulses: int, shortest: int, longest: int
) -> None:
    sound = SIGNALS[priority].sound
    assert sound is not None
    assert sound.pulses == pulses
    assert shortest <= sound.pulse_ms <= longest
    assert 150 <= sound.tone_hz <= 1000
    assert sound.harmonics >= 4
    assert sound.tone_hz * (sound.harmonics + 1) <= 4000
    assert sound.pulses * (sound.pulse_ms + sound.gap_ms) < sound.every_s * 1000
