"""An emulated barcode shoe: a plain shoe of cards with printed codes, and a scanner at its lip."""

import asyncio
from pathlib import Path
from random import Random
from typing import ClassVar, Final

from config.barcode_table import EXAMPLE_CODES, BarcodeTable, load_barcodes
from drivers.emulator.device import EmulatorError
from drivers.shoe.emulator import ShoeEmulator
from drivers.wire.codec import Value, WireMessage, wire_message

# What scanners send for a label they cannot read.
NO_READ: Final = "NOREAD"
ANSWER: Final = 0x06
# No hand pulls two cards past a scanner in less, however fast the emulated dealer is.
SAME_CODE_GAP_S: Final = 0.35
ANSWER_PATIENCE_S: Final = 3.0


class BarcodeShoeEmulator(ShoeEmulator):
    """Sends the printed code of each card as a line; knows nothing of sessions and frames."""

    kind: ClassVar[str] = "shoe"
    actions: ClassVar[tuple[str, ...]] = (*ShoeEmulator.actions, "scan")

    def __init__(self, device: str, path: Path, rng: Random, stretch: float = 1.0) -> None:
        super().__init__(device, path, rng, stretch)
        self._table = load_barcodes(EXAMPLE_CODES)
        self._unanswered = 0
        self._last_code = ""
        self._last_at = 0.0

    @property
    def is_linked(self) -> bool:
        """A scanner knows only whether its cable is in."""
        return self._pty.is_plugged

    @property
    def kept_events(self) -> int:
        """How many lines its host has not answered; a scanner stops waiting after a while."""
        if self._now() - self._last_at > ANSWER_PATIENCE_S:
            self._unanswered = 0
        return self._unanswered

    def use_codes(self, table: BarcodeTable) -> None:
        """Play with cards that carry these codes."""
        self._table = table

    async def scan(self, code: str) -> None:
        """Hold any code before the scanner."""
        self._send(code)

    def _get_ready(self) -> None:
        """A scanner says nothing when it starts."""

    def _hear(self, data: bytes) -> None:
        self._unanswered = max(0, self._unanswered - data.count(ANSWER))

    def _emit(self, name: str, **fields: Value) -> None:
        for message in self._faults.emitted(wire_message(name, **fields)):
            self._note(message)
            code = self._printed(message)
            if code is not None:
                self._send(code)

    def _printed(self, message: WireMessage) -> str | None:
        match message.name:
            case "card_drawn":
                return _code_for(self._table.cards, message.text("card"), self.device)
            case "shoe_loaded":
                return _code_for(self._table.new_shoe, message.integer("decks"), self.device)
            case "cut_card_drawn":
                return self._table.cut_card[0]
            case "card_unreadable":
                return NO_READ
        return None

    def _send(self, code: str) -> None:
        now = self._now()
        gap = SAME_CODE_GAP_S if code == self._last_code else 0.0
        self._last_code, self._last_at = code, max(now, self._last_at + gap)
        self._unanswered += 1
        line = f"{code}\r\n".encode()
        asyncio.get_running_loop().call_at(self._last_at, self._put_out, line)


def _code_for(codes: dict[str, str] | dict[str, int], wanted: str | int, device: str) -> str:
    for code, meaning in codes.items():
        if meaning == wanted:
            return code
    raise EmulatorError(f"{device}: no code for {wanted}; add one to the code table")


EMULATOR: Final = BarcodeShoeEmulator
