"""A room with keys, and the directives it signs for the tests."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from config.directive import KINDS
from controller.cli.directive_drafts import draft_of
from controller.directives.signed import SignedText, signed_text
from controller.record.keys import SigningKey, room_key

NOW = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
LATER = NOW + timedelta(days=30)


class Room:
    """Two keys, a root that lets either sign anything but staff, which needs both."""

    def __init__(self, folder: Path, name: str = "office") -> None:
        self.folder = folder
        self.keys = [room_key(folder / f"{name}-{n}.key", f"{name}-{n}") for n in (1, 2)]
        self.root = self.signed(self.root_text(1))

    def root_text(self, version: int, keys: Sequence[SigningKey] | None = None) -> str:
        lines = {key.public.name: key.public.text for key in keys or self.keys}
        text = draft_of("root", (), version, LATER, lines)
        names = "[" + ", ".join(f'"{name}"' for name in lines) + "]"
        one = f"[root.roles.staff]\nkeys = {names}\nthreshold = "
        assert one + "1" in text
        return text.replace(one + "1", one + str(len(lines)))

    def signed(self, text: str, *keys: SigningKey) -> str:
        signed: SignedText = signed_text(text)
        for key in keys or self.keys[:1]:
            signed = signed.signed(key)
        return signed.text

    def draft(self, kind: str, version: int = 1, to: tuple[str, ...] = ()) -> str:
        assert kind in KINDS
        return draft_of(kind, to, version, LATER, {})

    def limits(self, low: int, high: int, version: int = 1, to: tuple[str, ...] = ()) -> str:
        text = self.draft("limits", version, to)
        return self.signed(text.replace("= 25", f"= {low}").replace("= 500", f"= {high}"))
