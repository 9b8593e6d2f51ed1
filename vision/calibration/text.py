"""A calibration as text: the TOML that `config.calibration` reads back, and what was found."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from vision.calibration.cup import CupCalibration
from vision.calibration.shoe import ShoeCalibration


def shoe_text(done: ShoeCalibration, source: str) -> str:
    """The file of a camera over a window."""
    keys = ("left_px", "top_px", "width_px", "height_px", "px_per_mm", "turn_deg", "width_mm")
    at = asdict(done.place.geometry)
    return _text("window", {key: at[key] for key in keys}, source, done.advice)


def cup_text(done: CupCalibration, source: str) -> str:
    """The file of a camera over a dice cup."""
    names = ("left_px", "top_px", "right_px", "bottom_px")
    return _text("cup", dict(zip(names, done.window, strict=True)), source, done.advice)


def _text(section: str, keys: Mapping[str, float], source: str, advice: Sequence[str]) -> str:
    lines = [f"# Written by `underfelt vision calibrate` from {' '.join(source.split())}."]
    lines += [f"# To change: {line}." for line in advice]
    lines += ["", f"[{section}]", *(f"{key} = {value}" for key, value in keys.items())]
    return "\n".join(lines) + "\n"


def facts(done: ShoeCalibration | CupCalibration) -> list[str]:
    """What was found and measured, a line each."""
    return _of_shoe(done) if isinstance(done, ShoeCalibration) else _of_cup(done)


def _of_shoe(done: ShoeCalibration) -> list[str]:
    at, measures, light = done.place.geometry, done.measures, done.measures.light
    lines = [
        f"window at {at.left_px}, {at.top_px}, {at.width_px} x {at.height_px} px",
        f"scale {at.px_per_mm:.2f} px/mm, turned by {at.turn_deg:.1f}°",
    ]
    if light is not None:
        lines.append(f"paper {light.paper:.0f}, bed {light.bed:.0f}, glare {light.glare:.1%}")
        lines.append(f"{light.cards} pictures with a card, {light.empties} without")
    if measures.index is not None:
        kind = "jumbo" if measures.index.is_jumbo else "standard"
        ends = f"ends {measures.index.ends_mm:.0f} mm below the card's edge"
        lines.append(f"index: {kind}, letters {measures.index.rank_mm:.0f} mm high, {ends}")
    if measures.motion_px is not None and measures.edge_px is not None:
        lines.append(f"motion blur {measures.motion_px:.1f} px, edges {measures.edge_px:.1f} px")
    return lines


def _of_cup(done: CupCalibration) -> list[str]:
    left, top, right, low = done.window
    measures = done.measures
    lines = [f"cup at {left}, {top}, {right - left} x {low - top} px"]
    if measures.die_px is not None:
        lines.append(f"dice {measures.die_px:.0f} px wide")
    lines.append(f"dice read in {measures.read} of {measures.pictures} open pictures")
    if measures.edge_px is not None:
        lines.append(f"edges {measures.edge_px:.1f} px, bright parts {measures.bright:.0f}")
    return lines
