"""Players who mean to win: they see their cards and decide by a simple strategy."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, TypeVar, cast

from controller.dealing.people import SeededPeople, Sight
from controller.facts.cards import Card
from controller.facts.decisions import Expectation
from controller.simulate.strategies import drawing, poker
from controller.simulate.unseen import NOTHING, Unseen, deal_unseen
from controller.table.state import RoundState, TableState

T = TypeVar("T")
May = Sequence[Expectation]
Draw = Callable[[TableState, RoundState, May], Expectation]
# Who decides about cards; both halves of these families' matters are named by what may happen.
DRAWS: Final[Mapping[str, Draw]] = {"nine": drawing.draw_nine, "twenty-one": drawing.play_hand}
FOLDS: Final[Mapping[str, Callable[[tuple[Card, ...]], bool]]] = {
    "three-card-poker": poker.plays_three,
    "stud": poker.plays_five,
}
HAND: Final = frozenset({"card_drawn", "hand_stood"})
WINDOW: Final = frozenset({"play_closed", "play_placed", "hand_folded"})
INSURED: Final = "insurance_taken"


class Players(SeededPeople):
    """All seats bet, insure whatever can be insured, and play their hands to win."""

    def __init__(self, seed: int) -> None:
        chance = Random(f"players {seed}")
        super().__init__(lambda _sight, _matter: chance, lambda _sight, _wanted: "")
        self._chance_of_cards = Random(f"unseen {seed}")
        self._table: TableState | None = None
        self._round = 0
        self.unseen: Unseen = NOTHING
        # By seat, how many times its Ante it played for.
        self.played: dict[int, int] = {}

    def watch(self, table: TableState) -> None:
        """See the table; a new round brings cards that only their holders see."""
        self._table = table
        if table.round is not None and table.round.number != self._round:
            self._round = table.round.number
            seats = range(1, table.rules.seats + 1)
            self.unseen = deal_unseen(table.rules, seats, self._chance_of_cards)
            self.played = {}

    def one(self, sight: Sight, matter: str, options: Sequence[T]) -> T:
        """By the strategy where cards decide, else as anybody does."""
        table = self._table
        if table is None or table.round is None or not isinstance(options[0], Expectation):
            return super().one(sight, matter, options)
        return cast(T, self._decide(table, table.round, matter, cast(May, options)))

    def some(self, sight: Sight, matter: str, options: Sequence[int], fewest: int) -> list[int]:
        """Everybody."""
        return super().some(sight, matter, options, max(fewest, len(options)))

    def _decide(self, table: TableState, current: RoundState, matter: str, may: May) -> Expectation:
        if matter in WINDOW:
            return self._play(table, may)
        if matter == "insurance_closed":
            return next((wanted for wanted in may if wanted.event == INSURED), may[0])
        draw = DRAWS.get(table.rules.game.family)
        return draw(table, current, may) if draw and matter in HAND else may[0]

    def _play(self, table: TableState, may: May) -> Expectation:
        """The next seat's word in a betting window; closed when all have had theirs."""
        by_seat: dict[int, dict[str, Expectation]] = {}
        for wanted in may:
            if wanted.seat is not None:
                by_seat.setdefault(wanted.seat, {})[wanted.event] = wanted
        for seat, entries in by_seat.items():
            wish = self._wish(table, seat, entries)
            if wish in entries:
                return entries[wish]
        return may[0]

    def _wish(self, table: TableState, seat: int, entries: Mapping[str, Expectation]) -> str:
        """To play, to fold, or neither; a seat that has played is not among the entries."""
        cards = self.unseen.cards.get(seat, ())
        stays = FOLDS.get(table.rules.game.family)
        if stays is not None:
            return "play_placed" if stays(cards) else "hand_folded"
        plays = entries.get("play_placed")
        if plays is None:
            return ""
        times = max(cast(tuple[int, ...], plays.arguments["times"]))
        if not poker.plays_holdem(cards, self.unseen.community, times):
            return "hand_folded"
        self.played[seat] = times
        return "play_placed"
