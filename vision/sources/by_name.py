"""Opens the source a table file names."""

from pathlib import Path
from typing import Final

from vision.sources.camera_wire import camera_socket
from vision.sources.capture import CameraSource, VideoSource
from vision.sources.emulated import EmulatedCamera
from vision.sources.shot import FrameSource
from vision.sources.stills import StillsSource

EMULATED: Final = "emulated"


def open_source(camera: str, device_path: Path) -> FrameSource:
    """A camera by path, number or pipeline, a film, a folder of stills, or the emulated camera."""
    if camera == EMULATED:
        return EmulatedCamera(camera_socket(device_path))
    place = Path(camera)
    if place.is_dir():
        return StillsSource(place)
    if place.is_file():
        return VideoSource(place)
    return CameraSource(camera)
