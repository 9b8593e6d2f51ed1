"""The rounds of a table, one after the other, as the decisions of the record tell them."""

from collections import Counter, deque
from collections.abc import Iterable
from typing import Final

from controller.bus.messages import Entry
from controller.facts.decisions import (
    BettingEnded,
    ButtonPlaced,
    DecidedHand,
    Decision,
    DiceCounted,
    HandsDecided,
    LineHit,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from controller.facts.events import CardTurned
from controller.facts.fact import Fact, Pips, RankCode, Seat
from drivers.scoreboard.shares import Tally, percent, shares

MOST_ROUNDS: Final = 3000
SHOWN: Final = 20
RESULTS: Final = ("player-wins", "push", "bank-wins")
_RESULT_OF: Final = {"natural": RESULTS[0], "win": RESULTS[0], "push": RESULTS[1]}


class RoundHand(Fact):
    """What one seat's hand came to."""

    seat: Seat
    cards: tuple[str, ...]
    count: tuple[str, ...]
    result: str


class RoundLine(Fact):
    """One finished round: who banked, what was counted, where the action lay, who won."""

    round: int
    ended_ms: int
    bank: Seat | None
    wagers: int = 0
    dice: tuple[Pips, ...] = ()
    rank: RankCode | None = None
    points: int | None = None
    counted: Seat | None = None
    first_hand: Seat | None = None
    button: Seat | None = None
    bank_cards: tuple[str, ...] = ()
    bank_count: tuple[str, ...] = ()
    hands: tuple[RoundHand, ...] = ()
    won: int = 0
    pushed: int = 0
    lost: int = 0
    bonuses: tuple[LineHit, ...] = ()


class RoundsView(Fact):
    """The last rounds, the newest last, and what the shift brought."""

    rounds: tuple[RoundLine, ...] = ()
    shift_rounds: int = 0
    shift_hands: int = 0
    results: tuple[Tally, ...] = ()
    bonuses: tuple[Tally, ...] = ()
    # How often each seat had the action.
    actions: tuple[Tally, ...] = ()


class RoundShelf:
    """Takes rows of the record in their order and keeps the last rounds that ended in them."""

    def __init__(self, side_wagers: tuple[str, ...] = (), seats: int = 0) -> None:
        self._side_wagers, self._seats = side_wagers, seats
        self._rounds: deque[RoundLine] = deque(maxlen=MOST_ROUNDS)
        self._open: dict[str, object] = {}

    def take(self, entry: Entry) -> None:
        """Learn one row; a round that is voided never was."""
        if isinstance(entry.event, CardTurned):
            self._open["rank"] = entry.event.rank
        match entry.decision:
            case RoundOpened(round=number, bank=bank):
                self._open = {"round": number, "bank": bank}
            case RoundVoided():
                self._open = {}
            case RoundClosed() if "round" in self._open:
                line = RoundLine.model_validate(self._open | {"ended_ms": entry.at_ms})
                self._rounds.append(line)
                self._open = {}
            case None:
                pass
            case decision:
                self._open |= _learned(decision)

    def since(self, start_ms: int) -> tuple[RoundLine, ...]:
        """The rounds that ended since a time."""
        return tuple(line for line in self._rounds if line.ended_ms >= start_ms)

    def view(self, start_ms: int) -> RoundsView:
        """The last rounds for a screen, and the figures of a shift that began then."""
        shift = self.since(start_ms)
        hands = sum(line.won + line.pushed + line.lost for line in shift)
        last = tuple(self._rounds)[-SHOWN:]
        return RoundsView(
            rounds=tuple(line.model_copy(update={"hands": (), "bank_cards": ()}) for line in last),
            shift_rounds=len(shift),
            shift_hands=hands,
            results=_results(shift) if hands else (),
            bonuses=tuple(_bonuses(shift, hands, self._side_wagers)),
            actions=_actions(shift, self._seats),
        )


def _learned(decision: Decision) -> dict[str, object]:
    match decision:
        case BettingEnded(wagers=wagers):
            return {"wagers": len(wagers)}
        case DiceCounted(dice=dice, total=points):
            return {"dice": dice, "points": points}
        case ButtonPlaced() as placed:
            return {
                "points": placed.count or None,
                "counted": placed.counted_seat,
                "first_hand": placed.first_hand,
                "button": placed.button,
            }
        case HandsDecided() as decided:
            return _decided(decided)
    return {}


def _decided(decided: HandsDecided) -> dict[str, object]:
    found = Counter(_RESULT_OF.get(hand.result, RESULTS[2]) for hand in decided.hands)
    return {
        "bank_cards": tuple(map(str, decided.bank)),
        "bank_count": decided.bank_count,
        "hands": tuple(map(_hand, decided.hands)),
        "won": found[RESULTS[0]],
        "pushed": found[RESULTS[1]],
        "lost": found[RESULTS[2]],
        "bonuses": decided.bonuses,
    }


def _hand(hand: DecidedHand) -> RoundHand:
    cards = tuple(map(str, hand.cards))
    return RoundHand(seat=hand.seat, cards=cards, count=hand.count, result=hand.result)


def _results(lines: Iterable[RoundLine]) -> tuple[Tally, ...]:
    counts: Counter[str] = Counter()
    for line in lines:
        counts.update(dict(zip(RESULTS, (line.won, line.pushed, line.lost), strict=True)))
    return shares(counts, RESULTS)


def _actions(lines: tuple[RoundLine, ...], seats: int) -> tuple[Tally, ...]:
    counts = Counter(str(line.button) for line in lines if line.button)
    return shares(counts, [str(seat) for seat in range(1, seats + 1)]) if counts else ()


def _bonuses(lines: tuple[RoundLine, ...], hands: int, wagers: tuple[str, ...]) -> Iterable[Tally]:
    """How often each side wager would have won, of the hands, or of the rounds where it is one."""
    hits = [hit for line in lines for hit in line.bonuses]
    for wager in wagers:
        own = [hit for hit in hits if hit.wager == wager]
        whole = len(lines) if any(hit.seat is None for hit in own) else hands
        yield Tally(name=wager, count=len(own), percent=percent(len(own), whole))
