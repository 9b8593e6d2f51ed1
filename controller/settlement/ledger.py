"""The settlement ledger: wagers in their order against what the bank put up, until it runs out."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from config.settlement import AccountRule
from controller.facts.phrase import Phrase
from controller.settlement.exchange import POINTS, Exchange
from controller.settlement.finished import FinishedRound
from controller.settlement.stages import StageOrder
from controller.settlement.verdict import Result, Verdict, Verdicts


class LedgerLine(NamedTuple):
    """One wager as settled: paid by the bank, taken by it, handed back, left uncovered."""

    seat: int
    wager: str
    amount: Fraction
    result: Result
    paid: Fraction
    taken: Fraction
    returned: Fraction
    uncovered: Fraction
    why: str | Phrase
    # Who bet it behind the seat; nobody: the seat's own.
    owner: str = ""


class Account(NamedTuple):
    """What a bank can still pay and collect; one pot serves both, or each has its own limit."""

    pays: Fraction
    takes: Fraction
    rule: AccountRule

    @classmethod
    def of(cls, stake: Fraction, rule: AccountRule) -> "Account":
        """A bank that has put up its stake."""
        return cls(stake, stake, rule)

    def after(self, line: LedgerLine) -> "Account":
        """What is left after a wager."""
        both = line.paid + line.taken
        paid, taken = (both, both) if self.rule == "one-pot" else (line.paid, line.taken)
        nothing = Fraction(0)
        return Account(max(self.pays - paid, nothing), max(self.takes - taken, nothing), self.rule)


class _Entry(NamedTuple):
    """A wager's turn, or that of one hand of it."""

    seat: int
    wager: str
    verdict: Verdict
    amount: Fraction
    owner: str = ""


class Behind(NamedTuple):
    """A wager behind a seat: whose it is, how much, and what becomes of it."""

    owner: str
    amount: Fraction
    verdict: Verdict


BehindSeats = Mapping[tuple[int, str], tuple[Behind, ...]]
NOBODY: Final[BehindSeats] = {}


def settle(
    verdicts: Verdicts,
    stages: Sequence[StageOrder],
    finished: FinishedRound,
    rule: AccountRule = "two-caps",
    behind: BehindSeats = NOBODY,
) -> tuple[LedgerLine, ...]:
    """Settle the wagers of a finished round stage by stage, as far as the bank's stake goes."""
    stake = finished.bank.stake if finished.bank else None
    account = None if stake is None else Account.of(Fraction(stake), rule)
    lines: list[LedgerLine] = []
    settled: set[tuple[int, str]] = set()
    for stage in stages:
        for entry in _in_turn(_entries(verdicts, finished, behind), stage, settled):
            line = _line(entry, None if stage.is_forfeit else account)
            account = account and account.after(line)
            lines.append(line)
            settled.add((entry.seat, entry.wager))
    return tuple(lines)


Entries = Mapping[tuple[int, str], tuple[_Entry, ...]]


def _entries(verdicts: Verdicts, finished: FinishedRound, behind: BehindSeats) -> Entries:
    """The entries of every wager: the seat's own, then what others have behind it."""
    found: dict[tuple[int, str], tuple[_Entry, ...]] = {}
    for (seat, wager), verdict in verdicts.items():
        amount = Fraction(finished.seats[str(seat)].wagers.get(wager, 0))
        found[seat, wager] = tuple(_parts(seat, wager, verdict, amount))
    for (seat, wager), others in behind.items():
        for owner, amount, verdict in others:
            added = _parts(seat, wager, verdict, amount, owner)
            found[seat, wager] = (*found.get((seat, wager), ()), *added)
    return found


def _parts(
    seat: int, wager: str, verdict: Verdict, amount: Fraction, owner: str = ""
) -> Iterator[_Entry]:
    return (_Entry(seat, wager, each, amount, owner) for each in verdict.parts or (verdict,))


def _in_turn(entries: Entries, stage: StageOrder, settled: set[tuple[int, str]]) -> list[_Entry]:
    """The entries of a stage; where losers come first, those of each lap stand before the rest."""
    due: list[_Entry] = []
    for lap in stage.laps:
        pairs = [(s, w) for s in lap.seats for w in lap.wagers if (s, w) not in settled]
        of_lap = [entry for pair in pairs for entry in entries.get(pair, ())]
        if stage.losers_first:
            of_lap.sort(key=lambda entry: entry.verdict.result is not Result.LOSE)
        due += of_lap
    # A folded hand's bonus that has won is paid in its turn, not collected.
    lost = [entry for entry in due if entry.verdict.result is Result.LOSE]
    return lost if stage.is_forfeit else due


def point_lines(owed: tuple[Exchange, ...]) -> Iterator[LedgerLine]:
    """Points go from player to player: a line for the one who wins them, one for the loser."""
    for item in owed:
        points, nothing = Fraction(item.points), Fraction(0)
        left = points - item.covered
        results = (Result.WIN, Result.LOSE) if item.points else (Result.PUSH, Result.PUSH)
        for seat, other, result in (
            (item.winner, item.loser, results[0]),
            (item.loser, item.winner, results[1]),
        ):
            paid = item.covered if result is Result.WIN else nothing
            taken = item.covered if result is Result.LOSE else nothing
            why = f"against seat {other}: {item.why}"
            yield LedgerLine(seat, POINTS, points, result, paid, taken, nothing, left, why)


def _line(entry: _Entry, account: Account | None) -> LedgerLine:
    nothing, verdict = Fraction(0), entry.verdict
    amount = entry.amount if verdict.stake is None else verdict.stake
    lost = amount if verdict.takes is None else verdict.takes
    needs = {Result.WIN: verdict.pays, Result.LOSE: lost}.get(verdict.result, nothing)
    is_loss = verdict.result is Result.LOSE
    covered = min(needs, account.takes if is_loss else account.pays) if account else needs
    taken = covered if verdict.result is Result.LOSE else nothing
    return LedgerLine(
        seat=entry.seat,
        wager=entry.wager,
        amount=amount,
        result=verdict.result,
        paid=covered if verdict.result is Result.WIN else nothing,
        taken=taken,
        returned=nothing if verdict.result is Result.STAY else amount - taken,
        uncovered=needs - covered,
        why=verdict.why,
        owner=entry.owner,
    )
