"""A port that is there now, with what its USB device says of itself."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict


class Candidate(BaseModel):
    """One port; what its USB device does not say is empty."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    path: str
    vendor: str = ""
    product: str = ""
    serial: str = ""
    location: str = ""
    description: str = ""

    @property
    def file(self) -> Path:
        """The port's path."""
        return Path(self.path)

    @property
    def is_usb(self) -> bool:
        """Whether there is a USB device to match."""
        return bool(self.vendor)

    def __str__(self) -> str:
        words = [f"serial {self.serial}" if self.serial else "", f"location {self.location}"]
        return f"{self.path} ({', '.join(word for word in words if word)})"
