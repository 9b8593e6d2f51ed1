"""Pictures as JPEG files: small enough to keep, and to send to a page."""

import cv2

from vision.picture.frame import Frame


def jpeg_of(picture: Frame, quality: int) -> bytes:
    """The bytes of a JPEG file."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()
