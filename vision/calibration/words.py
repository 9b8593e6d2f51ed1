"""What a calibration found, in words."""

from vision.calibration.cup import CupCalibration
from vision.calibration.shoe import ShoeCalibration


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
