"""Gathers the frames of a source for a calibration."""

from typing import Final

from vision.calibration.views import Views
from vision.sources.shot import EndOfFramesError, FrameSource

FRAMES: Final = 150


def gather(source: FrameSource, frames: int = FRAMES) -> Views:
    """So many frames of a source, or all it has; SourceError when it gives none."""
    views = Views()
    try:
        for _ in range(frames):
            views.add(source.read().frame)
    except EndOfFramesError:
        pass
    return views
