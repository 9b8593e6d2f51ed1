"""One result for each card that passes, out of all its frames; pure, time is an argument."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Literal

from controller.facts.cards import Card
from vision.cards.hindrance import OBSTACLES, Obstacle
from vision.cards.sighting import CardSighting
from vision.cards.votes import AGREEING, speaks_against

Passing = Literal["card", "cut-card", "unread", "boxed", "two-cards"]
GAP_FRAMES: Final = 2
STALL_S: Final = 0.5
# A window with dirt on its glass and nothing behind is an empty one.
NOTHING: Final = frozenset({"empty", "dirty"})
# What half a mark that slides in may be taken for.
UNCLEAR: Final = frozenset({"unreadable", "two-cards", "back", "boxed", "cut-card"})
GLIMPSES: Final = frozenset({"back", "boxed", "cut-card", "two-cards"})
WRONG_SIDE: Final = frozenset({"back", "boxed"})


@dataclass(frozen=True, slots=True)
class CardPassed:
    """One card that passed: what it was, or why nobody knows; `frames` showed it."""

    kind: Passing
    card: Card | None
    reason: str
    frames: int
    # What was in the way of most frames of a card nobody read.
    obstacle: Obstacle | None = None


@dataclass(slots=True)
class _Pass:
    last_t_s: float
    frames: int = 0
    gap: int = 0
    votes: Counter[str] = field(default_factory=Counter)
    leanings: Counter[Card] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    doubt: str = ""


class CardJoiner:
    """One result per card, after it has left: the dark bed between two cards parts them."""

    def __init__(self) -> None:
        self._pass: _Pass | None = None

    def add(self, sighting: CardSighting, t_s: float) -> CardPassed | None:
        """Take the next frame's sighting; return the card that has just left."""
        if sighting.kind in NOTHING:
            return self._see_nothing(t_s)
        if sighting.kind == "finger":
            self._note(sighting)
            return None
        vote = str(Card.JOKER) if sighting.kind == "joker" else str(sighting.card or sighting.kind)
        if self._pass is None:
            self._pass = _Pass(t_s)
        elif self._is_next(self._pass, vote):
            return self._close_and_begin(vote, t_s)
        self._count(self._pass, vote, t_s)
        self._note(sighting)
        if sighting.leaning is not None and sighting.card is None:
            self._pass.leanings[sighting.leaning] += 1
        return None

    def wait(self, t_s: float) -> None:
        """A frame like the one before: nothing new, but the camera is not asleep."""
        if self._pass is not None:
            self._pass.last_t_s = t_s

    def flush(self, reason: str) -> CardPassed | None:
        """The camera is lost: a card half seen is a card nobody read."""
        if self._pass is not None:
            self._pass.doubt = reason
        return self._close()

    def end_by_mark(self) -> CardPassed | None:
        """A printed mark is in the window: unclear frames before it were the mark's own."""
        if self._pass is not None and not set(self._pass.votes) - UNCLEAR:
            self._pass = None
        return self._close()

    def _note(self, sighting: CardSighting) -> None:
        """Remember what was in the way of a frame."""
        if self._pass is not None and sighting.card is None and sighting.reason:
            self._pass.reasons[sighting.reason] += 1

    def _see_nothing(self, t_s: float) -> CardPassed | None:
        if self._pass is None:
            return None
        self._pass.gap += 1
        self._pass.last_t_s = t_s
        return self._close() if self._pass.gap >= GAP_FRAMES else None

    def _is_next(self, passing: _Pass, vote: str) -> bool:
        """Another face after a glimpse of the bed is another card; the same one may be either."""
        others = set(passing.votes) - {"unreadable"}
        return passing.gap > 0 and bool(others) and vote != "unreadable" and vote not in others

    def _close_and_begin(self, vote: str, t_s: float) -> CardPassed | None:
        passed = self._close()
        self._pass = _Pass(t_s)
        self._count(self._pass, vote, t_s)
        return passed

    def _count(self, passing: _Pass, vote: str, t_s: float) -> None:
        if passing.gap:
            passing.doubt = "the window was empty for a moment; it may have been two cards"
        if t_s - passing.last_t_s > STALL_S:
            passing.doubt = "pictures are missing; it may have been two cards"
        passing.gap, passing.last_t_s = 0, t_s
        passing.frames += 1
        passing.votes[vote] += 1

    def _close(self) -> CardPassed | None:
        passing, self._pass = self._pass, None
        if passing is None:
            return None
        votes = Counter(passing.votes)
        unreadable = votes.pop("unreadable", 0)
        if not votes and unreadable < AGREEING and not passing.doubt:
            # No card is that fast: a flash, or a shadow.
            return None
        kind, card, reason = self._verdict(votes, passing.leanings, passing.doubt)
        if kind != "unread" or not passing.reasons:
            return CardPassed(kind, card, reason, passing.frames)
        ((why, _),) = passing.reasons.most_common(1)
        return CardPassed(kind, card, f"{reason}: {why}", passing.frames, OBSTACLES.get(why))

    def _are_two(self, votes: Counter[str]) -> bool:
        """A court's picture may look like a card's edge, but not in most of its frames."""
        two = votes["two-cards"]
        named = votes.total() - sum(votes[vote] for vote in GLIMPSES)
        is_outvoted = named > AGREEING and 2 * named >= 3 * two
        return (two >= AGREEING and not is_outvoted) or set(votes) == {"two-cards"}

    def _without_glimpse(self, votes: Counter[str]) -> Counter[str]:
        """Half a card at the edge may pass for something else once; never for another card."""
        odd = {vote for vote in votes if vote in GLIMPSES}
        faces = votes.total() - sum(votes[vote] for vote in odd)
        is_glimpse = sum(votes[vote] for vote in odd) == 1 or odd == {"two-cards"}
        if not is_glimpse or faces <= AGREEING:
            return votes
        return Counter({vote: n for vote, n in votes.items() if vote not in odd})

    def _verdict(
        self, votes: Counter[str], leanings: Counter[Card], doubt: str
    ) -> tuple[Passing, Card | None, str]:
        if self._are_two(votes):
            return "two-cards", None, "two cards at once"
        if votes and set(votes) <= WRONG_SIDE:
            return "boxed", None, "the card shows its back"
        if doubt:
            return "unread", None, doubt
        votes = self._without_glimpse(votes)
        if len(votes) > 1:
            return "unread", None, f"read as {' and as '.join(sorted(votes))}"
        if not votes:
            return "unread", None, "no clear picture"
        ((vote, frames),) = votes.items()
        if frames < AGREEING:
            return "unread", None, f"only {frames} clear picture"
        if vote != "cut-card" and speaks_against(Card(vote), frames, leanings):
            return "unread", None, "as many pictures look like another card"
        return ("cut-card", None, "") if vote == "cut-card" else ("card", Card(vote), "")
