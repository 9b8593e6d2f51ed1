"""What a wager gives back: every wager staked in every round, settled as `settle` does it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from math import sqrt
from typing import Final

from config.game import Game, Wager
from controller.families.settle import settle_played
from controller.families.twenty_one.verdict import INSURANCE
from controller.settlement.finished import FinishedRound, SeatRound
from controller.settlement.ledger import LedgerLine
from controller.settlement.showdown import ANTE, PLAY
from controller.settlement.verdict import Result
from controller.simulate.players import Players
from controller.simulate.unseen import with_unseen
from controller.table.state import ClosedRound, Rules, TableState
from controller.table.steps.finished import finished_round

# A stake that can be halved, meets every printed limit and earns what a side bet may earn.
UNIT: Final = Decimal(20)


@dataclass
class Tally:
    """Sums over rounds; stakes of one round share the bank's hand, so a round is one sample."""

    rounds: int = 0
    net: float = 0.0
    staked: float = 0.0
    squares: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])

    def add(self, net: float, staked: float, rounds: int = 1) -> None:
        """Add what a round's stakes of one kind won or lost, or so many equal rounds'."""
        if not staked:
            return
        self.rounds += rounds
        self.net += net * rounds
        self.staked += staked * rounds
        for place, square in enumerate((net * net, net * staked, staked * staked)):
            self.squares[place] += square * rounds

    @property
    def result(self) -> float:
        """What a unit staked wins, or loses, on average."""
        return self.net / self.staked if self.staked else 0.0

    @property
    def error(self) -> float:
        """The standard error of that, of a quotient of two sums over rounds."""
        if not self.staked:
            return 0.0
        net, both, staked = self.squares
        spread = net - 2 * self.result * both + self.result**2 * staked
        return sqrt(max(spread, 0.0)) / self.staked


class Returns:
    """Stakes a unit on everything in every round, and sums up what comes back."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self._rules = rules
        self.players = Players(seed)
        names = [wager.name for wager in rules.game.wagers]
        self.wagers = {name: Tally() for name in names}
        # Ante, Play and whatever must be staked with them, measured by the Ante.
        self.together = Tally() if ANTE in names else None

    def watch(self, table: TableState) -> None:
        """Show the players the table, and settle the rounds it has closed."""
        for closed in table.closed:
            self.settle(closed)
        self.players.watch(table)

    def settle(self, closed: ClosedRound) -> None:
        """Settle a round that the table has closed."""
        game, seats = self._rules.game, self._rules.seats
        known = _with_bettors(self._rules, finished_round(self._rules, *closed))
        whole = with_unseen(game, known, self.players.unseen)
        stakes = {
            number: stakes_of(game, seat, self.players.played.get(int(number), 0))
            for number, seat in whole.seats.items()
        }
        staked = {n: s.model_copy(update={"wagers": stakes[n]}) for n, s in whole.seats.items()}
        lines = settle_played(game, seats, whole.model_copy(update={"seats": staked}))
        self._add(list(stakes.values()), lines)

    def _add(self, stakes: list[dict[str, Decimal]], lines: Iterable[LedgerLine]) -> None:
        net: defaultdict[str, float] = defaultdict(float)
        staked: defaultdict[str, float] = defaultdict(float)
        for seat in stakes:
            for name, amount in seat.items():
                staked[name] += float(amount)
        for wager in self._rules.game.wagers:
            if wager.earned_from is not None:
                staked[wager.name] += staked[wager.needs[0]]
        for line in lines:
            net[line.wager] += float(line.paid - line.taken)
            # Undecided, it goes on: only what is decided counts.
            if line.result is Result.STAY:
                staked[line.wager] -= float(line.amount)
        for name, tally in self.wagers.items():
            tally.add(net[name], staked[name])
        if self.together is not None:
            main = [wager.name for wager in self._rules.game.wagers if _is_main(wager)]
            self.together.add(sum(net[name] for name in main), staked[ANTE])


def _is_main(wager: Wager) -> bool:
    return wager.required or wager.name in (ANTE, PLAY)


def _with_bettors(rules: Rules, finished: FinishedRound) -> FinishedRound:
    """Where nobody enters who bets, everybody has; baccarat's seats all bet on the same hands."""
    if finished.seats or finished.bank is None:
        return finished
    others = [seat for seat in range(1, rules.seats + 1) if seat != finished.bank.seat]
    bettors = others[:1] if finished.player else others
    seats = {str(seat): SeatRound(wagers={}) for seat in bettors}
    return finished.model_copy(update={"seats": seats})


def stakes_of(game: Game, seat: SeatRound, times: int) -> dict[str, Decimal]:
    """What a seat stakes on each wager it may have."""
    stakes: dict[str, Decimal] = {}
    for wager in game.wagers:
        amount = _amount(game, wager, seat, times)
        if amount:
            stakes[wager.name] = _within(wager, amount)
    return stakes


def _within(wager: Wager, amount: Decimal) -> Decimal:
    """The amount, or the printed limit that it would pass."""
    least, most = (amount if limit == "table" else limit for limit in wager.limits or (amount,) * 2)
    return min(max(amount, least), most)


def _amount(game: Game, wager: Wager, seat: SeatRound, times: int) -> Decimal:
    if wager.earned_from is not None:
        return Decimal(0)
    if wager.name == PLAY:
        return Decimal(0) if seat.folded else UNIT * (times or 1)
    if wager.name == INSURANCE:
        return UNIT / 2 if seat.insured else Decimal(0)
    shared = [rule for rule in game.stakes if wager.name in rule.wagers and not rule.times]
    return UNIT / len(shared[0].wagers) if shared else UNIT
