"""Chooses how dice look and how they are lit."""

from dataclasses import replace
from typing import Final, Literal, TypeAlias, get_args

import numpy as np

from vision.emulation.dice.bed import Rng
from vision.emulation.dice.camera import Camera
from vision.emulation.dice.die import Colour, DieLook, Lamp, Light

DiceStyle: TypeAlias = Literal["red on black", "red on blue", "swirled", "translucent"]
STYLES: Final[tuple[DiceStyle, ...]] = get_args(DiceStyle)


def choose_looks(count: int, rng: Rng) -> list[DieLook]:
    """Mostly one set of dice, now and then a mixed one."""
    look = choose_look(rng)
    is_mixed = rng.random() < 0.12
    return [choose_look(rng) if is_mixed else look for _ in range(count)]


def choose_look(rng: Rng) -> DieLook:
    """Dice of one set: white, red, black or any colour, sharp or round, with pips one can see."""
    body, pips, glow = _colours(rng)
    is_asian = rng.random() < 0.18 and _brightness(body) > 0.6
    spread = rng.uniform(0.21, 0.29)
    # Pips of one row never touch.
    pip = min(rng.uniform(0.07, 0.12), 0.42 * spread)
    shine = float(np.exp(rng.uniform(np.log(6), np.log(200))))
    return DieLook(
        body=body,
        pips=pips,
        red_pips=(0.1, 0.1, rng.uniform(0.5, 0.9)) if is_asian else None,
        edge=rng.uniform(0.03, 0.2),
        ball=rng.uniform(0.66, 0.9),
        pip=pip,
        big_one=rng.uniform(0.13, 0.22) if is_asian else pip * rng.choice([1.0, 1.0, 1.2]),
        spread=spread,
        six_columns=spread * rng.uniform(0.62, 1.05),
        # A broad gleam must stay weak, or it whitens the whole face.
        gloss=rng.uniform(0.0, 0.9) ** 2 * min(1.0, shine / 40),
        shine=shine,
        depth=rng.uniform(-0.2, 0.9),
        glow=glow,
    )


def styled_looks(style: DiceStyle, count: int, rng: Rng) -> list[DieLook]:
    """One set of a style that dice readers find hard."""
    look = choose_look(rng)
    red = (0.06, 0.06, float(rng.uniform(0.55, 0.9)))
    light, tone = _light(rng), float(rng.uniform(0.3, 0.6))
    dark = float(rng.uniform(0.01, 0.04))
    made = {
        "red on black": replace(look, body=(dark, dark, dark), pips=red, glow=0.0),
        "red on blue": replace(look, body=(tone, 0.12, 0.06), pips=red, glow=0.0),
        "swirled": replace(
            look, body=_tone(rng, (0.4, 0.08, 0.2)), pips=light, swirl=(0.12, 0.05, 0.35)
        ),
        "translucent": replace(
            look, body=_tone(rng, (0.12, 0.1, 0.7)), pips=light, glow=float(rng.uniform(0.6, 1.0))
        ),
    }
    return [replace(made[style], red_pips=None)] * count


def _colours(rng: Rng) -> tuple[Colour, Colour, float]:
    kind = rng.random()
    if kind < 0.5:
        tone = rng.uniform(0.7, 1.0)
        body: Colour = (tone * rng.uniform(0.65, 1.0), tone * rng.uniform(0.9, 1.0), tone)
        return body, _dark(rng), 0.0
    if kind < 0.64:
        return _tone(rng, (0.1, 0.08, 0.65)), _light_or_dark(rng), rng.uniform(0, 0.6)
    if kind < 0.78:
        shade = rng.uniform(0.01, 0.07)
        return (shade, shade, shade), _light(rng), 0.0
    body = _tone(rng, tuple(float(c) for c in rng.uniform(0.02, 0.9, 3)))
    pips = _light(rng) if _brightness(body) < 0.45 else _dark(rng)
    return body, pips, float(rng.choice([0.0, rng.uniform(0, 0.6)]))


def _tone(rng: Rng, colour: tuple[float, ...]) -> Colour:
    blue, green, red = (float(c * rng.uniform(0.6, 1.3)) for c in colour)
    return blue, green, red


def _brightness(colour: Colour) -> float:
    return 0.11 * colour[0] + 0.59 * colour[1] + 0.3 * colour[2]


def _dark(rng: Rng) -> Colour:
    blue = rng.uniform(0.2, 0.6) if rng.random() < 0.15 else rng.uniform(0, 0.1)
    red = rng.uniform(0.3, 0.6) if blue < 0.2 and rng.random() < 0.1 else rng.uniform(0, 0.08)
    return float(blue), float(rng.uniform(0, 0.1)), float(red)


def _light(rng: Rng) -> Colour:
    tone = rng.uniform(0.6, 1.0)
    return float(tone * rng.uniform(0.6, 1)), float(tone * rng.uniform(0.85, 1)), float(tone)


def _light_or_dark(rng: Rng) -> Colour:
    return _light(rng) if rng.random() < 0.8 else (0.02, 0.02, 0.03)


def choose_light(camera: Camera, rng: Rng) -> Light:
    """One to three lamps, or a ring of LEDs around the lens, and the light from all sides."""
    ambient = float(rng.uniform(0.15, 0.75))
    if rng.random() < 0.25:
        return Light(_ring(camera, rng, 1.1 - ambient), ambient)
    count = int(rng.integers(1, 4))
    return Light([_lamp(rng, (1.15 - ambient) / count) for _ in range(count)], ambient)


def _lamp(rng: Rng, strength: float) -> Lamp:
    around, height = rng.uniform(0, 2 * np.pi), rng.uniform(4, 25)
    away = height * rng.uniform(0.0, 1.3)
    warm = rng.uniform(0.6, 1.0)
    colour = (strength * warm, strength * (0.5 + 0.5 * warm), strength)
    place = (float(away * np.cos(around)), float(away * np.sin(around)), float(height))
    return Lamp(place, colour)


def _ring(camera: Camera, rng: Rng, strength: float) -> list[Lamp]:
    count = int(rng.integers(4, 9))
    radius = rng.uniform(0.5, 4)
    share = strength / count
    x, y, z = (float(v) for v in camera.eye)
    turns = np.arange(count) * 2 * np.pi / count
    return [
        Lamp((float(x + radius * np.cos(a)), float(y + radius * np.sin(a)), z), (share,) * 3)
        for a in turns
    ]
