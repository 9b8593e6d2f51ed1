"""One thread for OpenCV: a table's processes share few cores."""

import cv2


def use_one_thread() -> None:
    """Keep OpenCV from starting threads of its own in this process."""
    cv2.setNumThreads(1)
