"""A card of one rig: a copy that grows like a larger card, and the record read back from it."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

# A card for QEMU has a size that is a power of two; larger than the image, so that it must grow.
CARD_BYTES: Final = 8 << 30
SECTOR: Final = 512
RECORD: Final = "record"


class Partition(NamedTuple):
    """Where a partition is, in bytes."""

    start: int
    size: int


def fresh_card(image: Path, card: Path) -> Path:
    """A copy of an image on a larger card."""
    subprocess.run(["cp", "--sparse=always", str(image.resolve()), str(card)], check=True)
    with card.open("r+b") as file:
        file.truncate(CARD_BYTES)
    return card


def partitions(card: Path) -> dict[str, Partition]:
    """The partitions of a card by their names."""
    done = subprocess.run(["sfdisk", "-J", str(card)], check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)["partitiontable"]["partitions"]
    return {
        each["name"]: Partition(each["start"] * SECTOR, each["size"] * SECTOR) for each in found
    }


def take_record(card: Path, folder: Path) -> Path:
    """Read the record off a card that lies on the desk: mended as at a start, then copied out."""
    place = partitions(card)[RECORD]
    copy = folder / "record.ext4"
    words = [
        "dd",
        f"if={card}",
        f"of={copy}",
        "bs=1M",
        f"skip={place.start}",
        f"count={place.size}",
    ]
    flags = ["iflag=skip_bytes,count_bytes", "conv=sparse", "status=none"]
    subprocess.run([*words, *flags], check=True)
    checked = subprocess.run(["e2fsck", "-fp", str(copy)], capture_output=True, text=True)
    assert checked.returncode < 4, checked.stdout
    record = folder / "record"
    shutil.rmtree(record, ignore_errors=True)
    record.mkdir()
    asked = f"rdump /underfelt {record}"
    subprocess.run(["debugfs", "-R", asked, str(copy)], check=True, capture_output=True)
    copy.unlink()
    return record / "underfelt"
