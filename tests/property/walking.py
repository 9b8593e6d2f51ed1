"""A house dealer who walks the laps as the table announced them, and pays from a stake."""

from fractions import Fraction
from typing import NamedTuple

from controller.facts.decisions import SettlementOrdered
from controller.settlement.finished import FinishedRound
from controller.settlement.ledger import LedgerLine
from controller.settlement.verdict import Result, Verdict
from controller.table.state import Rules

# What everyone was paid and lost on each wager: by seat, wager and owner.
Money = dict[tuple[int, str, str], tuple[Fraction, Fraction]]


class Due(NamedTuple):
    """One hand's wager that waits for its turn."""

    seat: int
    wager: str
    owner: str
    amount: Fraction
    verdict: Verdict

    @property
    def wins(self) -> Fraction:
        return self.verdict.pays if self.verdict.result is Result.WIN else Fraction(0)

    @property
    def loses(self) -> Fraction:
        if self.verdict.result is not Result.LOSE:
            return Fraction(0)
        staked = self.amount if self.verdict.stake is None else self.verdict.stake
        return staked if self.verdict.takes is None else self.verdict.takes


def waiting(rules: Rules, told: FinishedRound) -> list[Due]:
    """Every wager of the round, those behind a seat after its own."""
    judge, found = rules.family.judge, list[Due]()
    assert judge is not None
    for seat, held in told.seats.items():
        layers = [("", held.wagers), *((each.owner, each.wagers) for each in held.behind)]
        for owner, wagers in layers:
            there = held.model_copy(update={"wagers": wagers, "owner": owner or held.owner})
            layer = told.model_copy(update={"seats": {**told.seats, seat: there}})
            for (number, wager), verdict in judge(rules.game, layer).items():
                if number == int(seat):
                    amount = Fraction(wagers.get(wager, 0))
                    hands = verdict.parts or (verdict,)
                    found += [Due(number, wager, owner, amount, hand) for hand in hands]
    return found


def walked(rules: Rules, told: FinishedRound, ordered: list[SettlementOrdered]) -> Money:
    """What the walk pays and collects, until what the bank put up is used up."""
    assert told.bank is not None
    assert told.bank.stake is not None
    walk = _Walk(rules, Fraction(told.bank.stake))
    due = waiting(rules, told)
    for order in ordered:
        for lap in order.laps:
            turn = [d for s in lap.seats for w in lap.wagers for d in due if d[:2] == (s, w)]
            if order.losers_first:
                turn.sort(key=lambda each: each.verdict.result is not Result.LOSE)
            for each in turn:
                if walk.settles(each, order.stage):
                    due.remove(each)
    assert not due, "a wager that no lap has settled"
    return walk.money


class _Walk:
    """The stake, what is left of it to pay and to collect, and what everybody got."""

    def __init__(self, rules: Rules, stake: Fraction) -> None:
        self._settlement = rules.game.settlement
        self._pays = self._takes = stake
        self.money: Money = {}

    def settles(self, due: Due, stage: str | None) -> bool:
        """Pay or collect a wager in its turn; a forfeit is collected whole, and nothing else then.

        What is forfeit counts among what the bank has won.
        """
        is_forfeit = stage in [s.name for s in self._settlement.stages if s.hands == "folded"]
        if is_forfeit and due.verdict.result is not Result.LOSE:
            return False
        wins = min(due.wins, self._pays)
        loses = due.loses if is_forfeit else min(due.loses, self._takes)
        both = wins + loses if self._settlement.account == "one-pot" else None
        self._pays = max(self._pays - (wins if both is None else both), Fraction(0))
        self._takes = max(self._takes - (loses if both is None else both), Fraction(0))
        self._note(due, wins, loses)
        return True

    def _note(self, due: Due, wins: Fraction, loses: Fraction) -> None:
        paid, taken = self.money.get(due[:3], (Fraction(0), Fraction(0)))
        self.money[due[:3]] = (paid + wins, taken + loses)


def money(lines: tuple[LedgerLine, ...]) -> Money:
    """The same of a ledger."""
    found: Money = {}
    for line in lines:
        key = (line.seat, line.wager, line.owner)
        before = found.get(key, (Fraction(0), Fraction(0)))
        found[key] = (before[0] + line.paid, before[1] + line.taken)
    return found
