"""An emulated camera shoe: the same cards as the emulated reader, slid past a camera."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final, cast

from controller.facts.cards import Card
from drivers.camera.emulator import CAMERA_ACTIONS, CameraEmulator, Scene
from drivers.camera.stand import Stage
from drivers.shoe.emulator import ShoeEmulator
from drivers.wire.codec import WireMessage

if TYPE_CHECKING:
    from vision.emulation.cards.stage import Odd, WindowStage

# So many cards are worn or wet and cannot be read by anybody.
WORN: Final = 0.02
# The dealer's hand is in the picture of every third card: mostly for its first frames, of one in
# five for all of them.
HAND_EVERY: Final = 3
HAND_FRAMES: Final = (1, 2, 3, 3, 6)


class CameraShoeEmulator(CameraEmulator, ShoeEmulator):
    """A plain shoe with a window; the cards come from the same seed as the emulated reader's."""

    kind: ClassVar[str] = "shoe"
    actions: ClassVar[tuple[str, ...]] = (
        *CAMERA_ACTIONS,
        *(action for action in ShoeEmulator.actions if action not in CAMERA_ACTIONS),
    )

    # How well the camera sees, by the renderer's names; one of these for each card.
    levels: Sequence[str] = ("clean", *("mid",) * 6, "hard")

    def __init__(self, device: str, path: Path, rng: Random, stretch: float = 1.0) -> None:
        super().__init__(device, path, rng, stretch)
        self.worn = WORN if stretch else 0.0
        self._window: WindowStage | None = None
        self._wear = Random(f"{device}/wear")
        self._reach = Random(f"{device}/hand")
        self._slid = 0

    async def load(
        self, decks: int = 8, cut_depth: int | None = None, cards: Sequence[str] | None = None
    ) -> None:
        """Fill the shoe and show the card that says so."""
        self._check_watched()
        await super().load(decks, cut_depth, cards)
        await self._show_all()

    async def draw(self) -> str:
        """Pull the next card past the camera."""
        self._check_watched()
        card = await super().draw()
        await self._show_all()
        return card

    async def open_lid(self) -> None:
        """Open the lid: its tab comes into the window."""
        await super().open_lid()
        await self._show_all()

    async def close_lid(self) -> None:
        """Close the lid: its tab leaves the window."""
        await super().close_lid()
        await self._show_all()

    def _build_stage(self) -> Stage:
        from vision.emulation.cards.stage import WindowStage

        self._window = WindowStage(self.seed, self.levels)
        return self._window

    def _scene(self, message: WireMessage) -> "Scene | None":
        window = self._window
        assert window is not None
        match message.name:
            case "card_drawn" if self._wear.random() < self.worn:
                return lambda: window.odd("unread")
            case "card_drawn":
                card, hand_frames = Card(message.text("card")), self._next_hand()
                return lambda: window.card(card, hand_frames)
            case "card_unreadable":
                reason = cast("Odd", message.text("reason"))
                return lambda: window.odd(reason)
            case "cut_card_drawn":
                return lambda: window.odd("cut-card")
            case "shoe_loaded":
                decks = message.integer("decks")
                return lambda: window.pass_mark(decks)
            case "shoe_emptied":
                return lambda: window.show_mark("shoe-empty")
            case "shoe_lid_opened":
                return lambda: window.show_mark("lid-open")
        return window.clear

    def _next_hand(self) -> int:
        """In how many of its frames the next card is partly under the dealer's hand."""
        self._slid += 1
        is_handled = self.worn and self._slid % HAND_EVERY == 0
        return self._reach.choice(HAND_FRAMES) if is_handled else 0


EMULATOR: Final = CameraShoeEmulator
