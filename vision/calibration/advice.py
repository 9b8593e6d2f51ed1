"""What to change about a camera, in words; pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from vision.calibration.index import IndexMeasures
from vision.calibration.light import Light
from vision.cards.geometry import WINDOW_PX_PER_MM as SHOWN_PX_PER_MM, WINDOW_SIZE

# A card drawn by hand passes at about this speed.
SPEED_MM_PER_MS: Final = 1.0
WANTED_BLUR_PX: Final = 4.0
MOST_BLUR_PX: Final = 5.0
MOST_EDGE_PX: Final = 4.0
DARK_PAPER: Final = 110
BRIGHT_BED: Final = 80
LEAST_CONTRAST: Final = 70
MOST_AT_LIMIT: Final = 0.35
MOST_GLARE: Final = 0.03
MOST_SLOPE: Final = 0.3
MOST_TURN_DEG: Final = 3.0
COARSE: Final = 5.0
# The opening for jumbo indices.
LARGE_MM: Final = 34.0


@dataclass(frozen=True, slots=True)
class Measures:
    """What was measured of a camera over a window; None when it could not be."""

    px_per_mm: float
    turn_deg: float
    light: Light | None
    motion_px: float | None
    edge_px: float | None
    exposure_ms: float | None = None
    index: IndexMeasures | None = None


def advice(measures: Measures) -> tuple[str, ...]:
    """Every change that would make reading safer; nothing when all is well."""
    return (
        *_on_place(measures),
        *_on_index(measures.index),
        *_on_light(measures.light),
        *_on_sharpness(measures),
    )


def _on_place(measures: Measures) -> Iterator[str]:
    if measures.px_per_mm < COARSE:
        yield (
            f"scale {measures.px_per_mm:.1f} px/mm is coarse: move the camera nearer "
            "or take larger pictures, 8 px/mm is best"
        )
    if abs(measures.turn_deg) > MOST_TURN_DEG:
        way = "clockwise" if measures.turn_deg > 0 else "anticlockwise"
        yield f"turned by {measures.turn_deg:.1f}°: turn the camera {way}; the file corrects it"


def _on_index(index: IndexMeasures | None) -> Iterator[str]:
    if index is None or index.fits:
        return
    wide, high = index.window_mm
    seen = f"the index ends {index.ends_mm:.0f} mm below the card's edge, and the window of "
    seen += f"{wide:.0f} x {high:.0f} mm shows {high - index.inside_mm:.0f} mm of the card"
    if wide < LARGE_MM:
        kind = "jumbo deck" if index.is_jumbo else "this deck does not fit"
        yield f"{kind}: {seen}; make the opening 35 x 47 mm and calibrate with --window 35x47"
    else:
        yield f"{seen}; let cards stop nearer to the window's upper rim"


def _on_light(light: Light | None) -> Iterator[str]:
    if light is None:
        yield "no card was in the window: let some pass, so that light and focus can be measured"
        return
    if light.is_upside_down:
        yield "cards come in upside down: turn the camera by 180°"
    yield from _on_brightness(light)
    if light.glare > MOST_GLARE:
        yield (
            f"glare on {light.glare:.0%} of the paper: tilt the lamp, add a diffuser "
            "or crossed polarising film"
        )
    for x, y in light.lamps:
        yield (
            f"a point lamp is mirrored {x / SHOWN_PX_PER_MM:.0f} mm from the left and "
            f"{y / SHOWN_PX_PER_MM:.0f} mm from the top of the window: put the diffuser between "
            f"the glass and the lamp on the {_side(x, y)}"
        )
    yield from _on_evenness(light)
    if light.dirt:
        places = "place" if len(light.dirt) == 1 else "places"
        yield f"dirt at {len(light.dirt)} {places}: clean the glass"


def _on_brightness(light: Light) -> Iterator[str]:
    if light.paper < DARK_PAPER:
        yield f"too dark: paper shows at {light.paper:.0f} of 255; raise light or exposure"
    elif light.at_limit > MOST_AT_LIMIT:
        yield (
            f"too bright: {light.at_limit:.0%} of the paper is at the sensor's limit; "
            "lower light or exposure"
        )
    if light.bed > BRIGHT_BED:
        yield f"bed too bright: {light.bed:.0f} of 255; make it matt black, keep room light out"
    elif light.paper - light.bed < LEAST_CONTRAST:
        yield (
            f"paper stands out by {light.paper - light.bed:.0f} only: "
            "raise the light, darken the bed"
        )


def _side(x: int, y: int) -> str:
    """Where a lamp stands that is mirrored there, seen from the window's middle."""
    across = "left" if x < WINDOW_SIZE[0] / 2 else "right"
    return f"{'upper' if y < WINDOW_SIZE[1] / 2 else 'lower'} {across}"


def _on_evenness(light: Light) -> Iterator[str]:
    for slope, sides in (
        (light.left_to_right, ("left", "right")),
        (light.top_to_low, ("upper", "lower")),
    ):
        if abs(slope) > MOST_SLOPE:
            darker = sides[0] if slope > 0 else sides[1]
            yield f"uneven light: the {darker} half is {abs(slope):.0%} darker; move the lamp"


def _on_sharpness(measures: Measures) -> Iterator[str]:
    if measures.motion_px is not None and measures.motion_px > MOST_BLUR_PX:
        yield (
            f"motion blur {measures.motion_px:.0f} px: shorten exposure to "
            f"{_exposure_ms(measures):.1f} ms, and raise the light to match"
        )
    if measures.edge_px is not None and measures.edge_px > MOST_EDGE_PX:
        yield (
            f"out of focus: edges are {measures.edge_px:.0f} px wide; "
            "focus on a card's face and lock the lens"
        )


def _exposure_ms(measures: Measures) -> float:
    """What leaves a blur of four pixels: from the exposure now, or at the speed of a hand."""
    blur_now = max(measures.motion_px or 0.0, WANTED_BLUR_PX)
    if measures.exposure_ms is not None:
        wanted = measures.exposure_ms * WANTED_BLUR_PX / blur_now
    else:
        wanted = WANTED_BLUR_PX / (SPEED_MM_PER_MS * measures.px_per_mm)
    return max(wanted, 0.1)
