"""Misreads: how often each device could not read, in which shoe, at which hour, and which card."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from math import sqrt
from typing import Final

from controller.audit.chance import binomial_tail
from controller.audit.check import LEAST_DUE, Check, CheckName, Deviation, frequency_check
from controller.audit.told import Told
from controller.facts.cards import Card
from controller.facts.decisions import HoldReleased
from controller.facts.events import (
    CardDrawn,
    CardTurned,
    CardUnreadable,
    DiceRead,
    DiceUnreadable,
    KeyPressed,
    RulingGiven,
    ShoeLoaded,
)
from controller.facts.fact import Fact

HOUR_MS: Final = 3_600_000
READS_NEEDED: Final = 2000
NAMED_NEEDED: Final = 8
# Two standard errors.
_WIDTH: Final = 2.0
# Reads and misreads of a device, in one shoe or one hour.
_Counts = dict[tuple[str, int], list[int]]
_SUITS: Final = {"suit-clubs": "c", "suit-diamonds": "d", "suit-hearts": "h", "suit-spades": "s"}


class Share(Fact):
    """Misreads among the reads of something, and the share between two bounds."""

    device: str
    # The shoe or the hour; "" for all of them.
    of: str
    reads: int
    misreads: int
    share: float
    least: float
    most: float


class MisreadFigures(Fact):
    """Misreads of each device, also by shoe and by hour; by card where somebody named it."""

    devices: tuple[Share, ...]
    shoes: tuple[Share, ...]
    hours: tuple[Share, ...]
    cards: dict[str, int]


class MisreadWatch:
    """Counts reads and misreads; learns the card when the house dealer or the floor names it."""

    def __init__(self) -> None:
        self._devices: _Counts = defaultdict(lambda: [0, 0])
        self._shoes: _Counts = defaultdict(lambda: [0, 0])
        self._hours: _Counts = defaultdict(lambda: [0, 0])
        self._shoe = 0
        self._named: Counter[Card] = Counter()
        self._drawn: Counter[Card] = Counter()
        self._is_unread = False
        self._rank = self._suit = ""

    def take(self, told: Told) -> None:
        """Look at one fact."""
        match told.fact:
            case ShoeLoaded():
                self._shoe += 1
            case CardDrawn(card=card):
                self._drawn[card] += 1
                self._count(told, 0)
            case CardUnreadable():
                self._is_unread, self._rank, self._suit = True, "", ""
                self._count(told, 1)
            case DiceRead():
                self._count(told, 0)
            case DiceUnreadable():
                self._count(told, 1)
            case _ if self._is_unread:
                self._learn(told)
            case _:
                pass

    def _count(self, told: Told, is_misread: int) -> None:
        counts = [self._devices[told.source, 0], self._hours[told.source, told.at_ms // HOUR_MS]]
        if isinstance(told.fact, CardDrawn | CardUnreadable):
            counts.append(self._shoes[told.source, self._shoe])
        for count in counts:
            count[0] += 1
            count[1] += is_misread

    def _learn(self, told: Told) -> None:
        match told.fact:
            case CardTurned(rank=rank):
                self._rank = rank
            case KeyPressed(key=key) if key in _SUITS:
                self._suit = _SUITS[key]
            case RulingGiven(ruling="use-card", card=Card() as card):
                self._rank, self._suit = card.rank_code, card.suit
            case HoldReleased(name="card-unreadable", ruling=ruling):
                self._is_unread = False
                if ruling == "use-card" and self._rank:
                    self._named[Card(self._rank + self._suit)] += 1
            case _:
                pass

    def checks(self) -> Iterator[Check]:
        """Does a shoe, an hour or a card stand out?"""
        for device, _ in self._devices:
            if any(each == device for each, _ in self._shoes):
                yield _spread("misread-shoes", device, self._shoes)
            yield _spread("misread-hours", device, self._hours)
        if self._shoes:
            yield self._one_card()

    def _one_card(self) -> Check:
        """No card is misread more often than it is drawn: a marked or a damaged one is."""
        named = sum(self._named.values())
        blank = Check(name="misread-card", subject="", samples=named, needed=NAMED_NEEDED)
        passed = self._drawn + self._named
        if named < NAMED_NEEDED or not passed:
            return blank
        total = sum(passed.values())
        chances = {
            card: binomial_tail(count, named, passed[card] / total)
            for card, count in self._named.items()
        }
        card = min(chances, key=lambda each: (chances[each], each))
        due = named * passed[card] / total
        most = Deviation(what=str(card), seen=self._named[card], due=due)
        chance = min(1.0, chances[card] * len(passed))
        return blank.model_copy(update={"chance": chance, "most": most})

    def figures(self) -> MisreadFigures:
        """The counts, with what they say of the true share."""
        return MisreadFigures(
            devices=tuple(_share(device, "", *n) for (device, _), n in self._devices.items()),
            shoes=_shares(self._shoes),
            hours=_shares(self._hours),
            cards={str(card): count for card, count in sorted(self._named.items())},
        )


def _spread(name: CheckName, device: str, counts: _Counts) -> Check:
    """The share is the same everywhere; places are joined until each has enough of both."""
    cells = [(str(place), n[0], n[1]) for (each, place), n in counts.items() if each == device]
    reads = sum(count for _, count, _ in cells)
    misreads = sum(bad for _, _, bad in cells)
    blank = Check(name=name, subject=device, samples=reads, needed=READS_NEEDED)
    joined = _joined(cells, misreads / reads)
    if len(joined) < 2 or misreads == reads:
        return blank
    labels, read, bad = zip(*joined, strict=True)
    due = [count * misreads / reads for count in read]
    # Reads that were good deviate by as much: two rows of one table.
    factor = reads / (reads - misreads)
    found = frequency_check(name, device, labels, bad, due, READS_NEEDED, factor)
    return found.model_copy(update={"samples": reads})


def _shares(counts: _Counts) -> tuple[Share, ...]:
    return tuple(_share(device, str(place), *n) for (device, place), n in counts.items())


def _joined(
    cells: list[tuple[str, int, int]], share: float, least: float = LEAST_DUE
) -> list[tuple[str, int, int]]:
    joined: list[tuple[str, int, int]] = []
    label, reads, misreads = "", 0, 0
    for place, count, bad in cells:
        label = f"{label.partition('-')[0]}-{place}" if label else place
        reads, misreads = reads + count, misreads + bad
        if reads * share >= least:
            joined.append((label, reads, misreads))
            label, reads, misreads = "", 0, 0
    if joined and reads:
        before, count, bad = joined[-1]
        joined[-1] = (f"{before.partition('-')[0]}-{label}", count + reads, bad + misreads)
    return joined


def _share(device: str, place: str, reads: int, misreads: int) -> Share:
    """A share with the bounds of Wilson's interval."""
    share, square = misreads / reads, _WIDTH**2
    middle = share + square / (2 * reads)
    spread = _WIDTH * sqrt(share * (1 - share) / reads + square / (4 * reads * reads))
    bottom = 1 + square / reads
    return Share(
        device=device,
        of=place,
        reads=reads,
        misreads=misreads,
        share=share,
        least=max(0.0, (middle - spread) / bottom),
        most=min(1.0, (middle + spread) / bottom),
    )
