"""From a board to what the page offers: all that is expected of people and of keyed devices."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple, get_args

from config.game import Game
from config.words import Words
from controller.facts.board import Board, HoldView
from controller.facts.cards import RANKS
from controller.facts.decisions import Expectation
from controller.facts.events import (
    Event,
    FaultSeen,
    FloorCalled,
    FloorCallTakenBack,
    KeyTakenBack,
    ShoeLoaded,
    WagerPlaced,
    WagerRemoved,
)
from controller.facts.kinds import SeenFault
from controller.facts.phrase import phrase
from drivers.dealer_page.device_keys import (
    Key,
    cup_keys,
    opened_first,
    shoe_keys,
    shuffler_keys,
)
from drivers.dealer_page.offer import (
    Act,
    Control,
    HandKeys,
    Keypad,
    Offer,
    Tone,
    WagerKeys,
)
from drivers.dealer_page.pad_keys import RESULT, event_of_key, is_entered, keys_of, other_plays

QUIET: Final = frozenset({"bank-no", "shaken-again", "cut-card", "surrender", "rescue"})
# Whose entry it was, and the key that takes it back; of all others the pad tells.
BACK: Final = {
    "card-drawn": ("shoe", "card-back"),
    "card-turned": ("entry-pad", "card-back"),
    "cup-opened": ("dice-cup", "dice-back"),
    "dice-read": ("dice-cup", "dice-back"),
    "stack-dispensed": ("shuffler", "stack-back"),
}
TONES: Final[Mapping[str, Tone]] = {"player": "player", "banker": "banker", "tie": "tie"}


class Site(NamedTuple):
    """Which game is dealt, and which devices of the table are the page, by their kind."""

    game: Game
    devices: Mapping[str, str]


class Offering:
    """The page of one table in one language."""

    def __init__(self, site: Site, said: Words) -> None:
        self._game = site.game
        self._devices = site.devices
        self._said = said
        self._ranks = "".join(rank for rank in RANKS if rank not in site.game.cards.removed)

    def of(self, board: Board) -> Offer:
        """What can be done now; a table on hold lets a card or dice be named, or the floor come."""
        if board.hold is not None:
            return self._in_hold(board, board.hold)
        offers_wagers = any(each.event == "wager_placed" for each in board.expected)
        pad = self._devices.get("entry-pad")
        return Offer(
            controls=tuple(self._controls(board)),
            keypad=self._keypad(board),
            result=tuple(self._result(board)),
            seats=tuple(self._seats(board)) if offers_wagers and pad else (),
            wagers=self._wagers() if offers_wagers and pad else (),
            wager_device=pad if offers_wagers else None,
            hands=tuple(self._hands(board, pad)) if pad else (),
            ranks=self._ranks,
            jokers=self._game.cards.jokers,
            decks=self._game.cards.decks[1],
            more=tuple(self._more(board)),
            floor=self._floor(),
            back=self._back(board),
        )

    def _in_hold(self, board: Board, hold: HoldView) -> Offer:
        call = (FloorCallTakenBack(),)
        is_call = hold.name == "floor-called" and hold.refused is None
        return Offer(
            keypad=self._naming(board),
            controls=tuple(self._unnaming(board)),
            floor=self._control("entry-pad", "floor-back", call, "alarm") if is_call else None,
            back=self._back(board),
        )

    # What is expected

    def _controls(self, board: Board) -> Iterator[Control]:
        for wanted in board.expected:
            yield from self._of_pad(wanted)
            for kind, keys in self._of_devices(wanted, board):
                yield from self._keys(kind, keys)

    def _of_pad(self, wanted: Expectation) -> Iterator[Control]:
        piles = self._game.piles.count if self._game.piles else 0
        for key in keys_of(wanted, piles):
            yield from self._keys("entry-pad", [(key, (event_of_key(key),))], wanted.seat)
        for play in other_plays(wanted):
            label = self._said.say(phrase("seat-plays", seat=play.seat, times=(play.times or 0,)))
            acts = self._acts("entry-pad", (play,))
            if acts:
                key = f"play-{play.seat}-{play.times}"
                yield Control(key=key, label=label, acts=acts, tone="quiet", seat=play.seat)

    def _of_devices(
        self, wanted: Expectation, board: Board
    ) -> tuple[tuple[str, Iterable[Key]], ...]:
        return (
            ("entry-pad" if board.by_hand else "shoe", shoe_keys(wanted, self._game)),
            ("shuffler", shuffler_keys(wanted, board, self._game)),
            ("dice-cup", cup_keys(wanted)),
        )

    def _keys(self, kind: str, keys: Iterable[Key], seat: int | None = None) -> Iterator[Control]:
        for key, events in keys:
            control = self._control(kind, key, events, "quiet" if key in QUIET else "main", seat)
            if control is not None:
                yield control

    # What takes several touches

    def _keypad(self, board: Board) -> Keypad | None:
        for wanted in board.expected:
            found = self._keypad_of(wanted)
            if found is not None:
                return found
        return None

    def _keypad_of(self, wanted: Expectation) -> Keypad | None:
        shoe, cup = self._devices.get("shoe"), self._devices.get("dice-cup")
        pad, has_joker = self._devices.get("entry-pad"), self._game.cards.jokers > 0
        first, dice = opened_first(wanted), self._game.dice
        if wanted.event == "card_drawn" and shoe:
            return Keypad(kind="card", device=shoe, ranks=self._ranks, has_joker=has_joker)
        if first is not None and cup and dice:
            acts = self._acts("dice-cup", first)
            return Keypad(kind="dice", device=cup, first=acts, count=dice.count)
        if wanted.event == "card_turned" and pad:
            return Keypad(kind="rank", device=pad, ranks=self._ranks, has_joker=has_joker)
        return None

    def _naming(self, board: Board) -> Keypad | None:
        hold, pad = board.hold, self._devices.get("entry-pad")
        if hold is None or not hold.naming or not pad:
            return None
        return Keypad(
            kind="name-card" if hold.naming == "card" else "name-dice",
            device=pad,
            ranks=self._ranks,
            count=self._game.dice.count if self._game.dice else 1,
            has_joker=self._game.cards.jokers > 0,
            named=hold.named,
        )

    def _unnaming(self, board: Board) -> Iterator[Control]:
        if board.hold is not None and board.hold.naming:
            keys = ["undo"] if board.hold.named else []
            keys += ["cut-card"] if board.hold.naming == "card" else []
            for key in keys:
                yield from self._keys("entry-pad", [(key, (event_of_key(key),))])

    # Results by hand

    def _result(self, board: Board) -> Iterator[Control]:
        if not board.by_hand:
            return
        for key in RESULT:
            yield self._key_of_result(key, TONES.get(key, ""), is_on=is_entered(board, key))
        yield self._key_of_result("undo")
        # A hand that nobody bet on is entered by holding the key.
        yield self._key_of_result("enter", "enter", holds=True)

    def _key_of_result(
        self, key: str, tone: Tone = "", is_on: bool = False, holds: bool = False
    ) -> Control:
        acts = self._acts("entry-pad", (event_of_key(key),))
        held = self._acts("entry-pad", (event_of_key(key, is_long=True),)) if holds else ()
        label = self._said.key(key)
        return Control(key=key, label=label, acts=acts, held=held, tone=tone, is_on=is_on)

    # Wagers at their seats

    def _seats(self, board: Board) -> Iterator[Control]:
        for seat in range(1, board.seats + 1):
            is_on = seat in board.wagers
            event = WagerRemoved(seat=seat) if is_on else WagerPlaced(seat=seat)
            acts = self._acts("entry-pad", (event,))
            if seat != board.bank:
                label, key = self._said.key(f"seat-{seat}"), f"seat-{seat}"
                yield Control(key=key, label=label, acts=acts, seat=seat, is_on=is_on)

    def _wagers(self) -> tuple[WagerKeys, ...]:
        return tuple(
            WagerKeys(wager=each.name, title=each.title or each.name, stays=bool(each.loses))
            for each in self._game.wagers
        )

    # What lies face up

    def _hands(self, board: Board, pad: str) -> Iterator[HandKeys]:
        open_at: set[int | None] = {each.seat for each in board.hands if each.cards or each.tiles}
        if board.bank_hand and (board.bank_hand.cards or board.bank_hand.tiles):
            open_at.add(board.bank)
        common = len(board.community.cards) if board.community else 0
        for each in board.to_show:
            is_shown = common == sum(each.rows) if each.seat is None else each.seat in open_at
            yield HandKeys(device=pad, is_shown=is_shown, **dict(each))

    # Out of the way

    def _more(self, board: Board) -> Iterator[Control]:
        is_due = any(each.event == "shoe_loaded" for each in board.expected)
        least, most = self._game.decks
        if board.by_hand and not is_due:
            # Any shoe at first, then one like that on the table; a slip must not wipe a board.
            sizes = [board.shoe.decks] if board.shoe else range(most, least - 1, -1)
            for decks in sizes:
                held = self._acts("entry-pad", (ShoeLoaded(decks=decks),))
                key = f"new-shoe-{decks}"
                yield Control(key=key, label=self._said.key(key), held=held, tone="quiet")
        if board.phase in ("dealing", "settling"):
            for fault in get_args(SeenFault):
                yield from self._keys("entry-pad", [(fault, (FaultSeen(fault=fault),))])

    def _floor(self) -> Control | None:
        held = self._acts("entry-pad", (FloorCalled(),))
        label = self._said.key("floor")
        return Control(key="floor", label=label, held=held, tone="alarm") if held else None

    def _back(self, board: Board) -> Control | None:
        """Only what a page keyed in is taken back on it."""
        if board.last_entry is None:
            return None
        kind, key = BACK.get(board.last_entry, ("entry-pad", "key-back"))
        return self._control(kind, key, (KeyTakenBack(entry=board.last_entry),), "quiet")

    # Making controls

    def _control(
        self,
        kind: str,
        key: str,
        events: tuple[Event, ...],
        tone: Tone = "",
        seat: int | None = None,
    ) -> Control | None:
        """A key of a device that is the page; none where the device is another."""
        acts = self._acts(kind, events)
        if not acts:
            return None
        label = self._said.key(key)
        return Control(key=key, label=label, acts=acts, tone=tone, seat=seat)

    def _acts(self, kind: str, events: tuple[Event, ...]) -> tuple[Act, ...]:
        device = self._devices.get(kind)
        return tuple(Act(device=device, event=event) for event in events) if device else ()
