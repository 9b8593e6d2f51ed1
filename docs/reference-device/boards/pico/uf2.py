#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make a .uf2 for a Raspberry Pi Pico: `uf2.py FLASH.bin OUT.uf2`; fills boot2's checksum in."""

import struct
import sys
from pathlib import Path

FLASH = 0x1000_0000
PAGE = 256
BOOT2 = 252
MAGIC = (0x0A32_4655, 0x9E5D_5157)
MAGIC_END = 0x0AB1_6F30
HAS_FAMILY = 0x2000
RP2040 = 0xE48B_FF56


def checksum(data: bytes) -> int:
    """CRC-32/MPEG-2: polynomial 0x04C11DB7, not reflected, no final XOR."""
    crc = 0xFFFF_FFFF
    for byte in data:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1) ^ (0x04C1_1DB7 if crc & 0x8000_0000 else 0)
            crc &= 0xFFFF_FFFF
    return crc


def blocks(image: bytes) -> bytes:
    """The image in blocks of 512 bytes, 256 of them content."""
    pages = [image[at : at + PAGE].ljust(PAGE, b"\0") for at in range(0, len(image), PAGE)]
    made = bytearray()
    for number, page in enumerate(pages):
        place = (HAS_FAMILY, FLASH + number * PAGE, PAGE, number, len(pages), RP2040)
        made += struct.pack("<8I", *MAGIC, *place) + page.ljust(476, b"\0")
        made += struct.pack("<I", MAGIC_END)
    return bytes(made)


def main() -> None:
    """Read the flash image, sign its second stage, write the blocks."""
    image = bytearray(Path(sys.argv[1]).read_bytes())
    image[BOOT2:PAGE] = struct.pack("<I", checksum(image[:BOOT2]))
    Path(sys.argv[2]).write_bytes(blocks(bytes(image)))


if __name__ == "__main__":
    main()
