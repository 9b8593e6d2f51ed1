"""What a report must name so that somebody else can hold the device to it."""

from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version

from config.wire_document import WireDocument
from drivers.wire.document_hash import document_hash


@dataclass(frozen=True, slots=True)
class Certificate:
    """By what a device was tried, and when."""

    suite: str
    protocol: int
    document: str
    seed: int
    at: datetime

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Each with its name, for people and for machines."""
        return (
            ("suite", f"underfelt {self.suite}"),
            ("protocol", str(self.protocol)),
            ("document", f"sha256:{self.document}"),
            ("date", self.at.isoformat(timespec="seconds")),
            ("seed", str(self.seed)),
        )


def certificate(document: WireDocument, seed: int, at: datetime) -> Certificate:
    """What this suite and this document are."""
    try:
        suite = version("underfelt")
    except PackageNotFoundError:
        suite = "not installed"
    return Certificate(suite, document.protocol, document_hash(document), seed, at)
