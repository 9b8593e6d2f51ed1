"""Poker hands against a bank: qualifier, folds and pay tables as the game's file has them."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import partial
from typing import Final, NamedTuple

from config.game import Game, Wager
from config.poker import StakeRule
from controller.facts.cards import Card
from controller.hands.dealt import HandError
from controller.hands.five_card import HandRank
from controller.hands.named import kind_of
from controller.hands.three_card import ThreeCardRank
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.settlement.verdict import Result, RoundError, Verdict, Verdicts, win

Rank = ThreeCardRank | HandRank
Stakes = dict[str, Decimal]
USUAL: Final = {"better": Result.WIN, "equal": Result.PUSH, "worse": Result.LOSE}
PLAY: Final = "play"
ANTE: Final = "ante"


class Contest(NamedTuple):
    """One seat's hand against the bank's, and the best of both hands' cards where a wager asks."""

    ours: Rank
    theirs: Rank
    qualified: bool
    together: HandRank | None

    @property
    def relation(self) -> str:
        """Whether the seat's hand is better, equal or worse."""
        if self.ours == self.theirs:
            return "equal"
        return "better" if tuple(self.ours) > tuple(self.theirs) else "worse"


def judge_showdown(
    game: Game,
    finished: FinishedRound,
    size: int,
    contest: Callable[[SeatRound, BankRound], Contest],
) -> Verdicts:
    """The verdict on every wager; `contest` ranks a seat's cards against the bank's `size`."""
    bank = finished.bank
    if bank is None:
        raise RoundError(f"the round has no bank; {game.name} is played against one")
    _require_cards(game, finished, bank)
    if len(bank.cards) != size:
        text = f"{len(bank.cards)} cards; its hand has {size}, add those it was dealt"
        raise RoundError(f"bank: {text} ({game.deal.source})")
    verdicts: dict[tuple[int, str], Verdict] = {}
    for number in finished.seat_numbers():
        seat = finished.seats[str(number)]
        stakes = {name: amount for name, amount in seat.wagers.items() if amount}
        try:
            _require_stakes(game, seat, stakes)
            for name, verdict in _seat_verdicts(game, seat, stakes, partial(contest, seat, bank)):
                verdicts[number, name] = verdict
        except (RoundError, HandError) as error:
            raise RoundError(f"seat {number}: {error}") from None
    return verdicts


def _seat_verdicts(
    game: Game, seat: SeatRound, stakes: Stakes, contest: Callable[[], Contest]
) -> Iterator[tuple[str, Verdict]]:
    has_folded = seat.folded and ANTE in stakes
    for wager in game.wagers:
        amount = stakes.get(wager.name)
        if amount is None:
            continue
        if has_folded and wager.after_fold == "loses":
            yield wager.name, Verdict(Result.LOSE, why="folded")
        else:
            verdict = wager_verdict(game, wager, amount, contest())
            yield wager.name, _paid_if_fit(game, wager, stakes, verdict)


def _paid_if_fit(game: Game, wager: Wager, stakes: Stakes, verdict: Verdict) -> Verdict:
    """A wager of another amount than the book wants lies there, and a win goes back unpaid."""
    rules = [each for each in game.stakes if wager.name in each.wagers]
    unpaid = [each for each in rules if each.otherwise == "not-paid" and _stake_fault(each, stakes)]
    if not unpaid or verdict.result is not Result.WIN:
        return verdict
    return Verdict(Result.PUSH, why=f"not paid, {_stake_fault(unpaid[0], stakes)}")


def wager_verdict(game: Game, wager: Wager, amount: Decimal, contest: Contest) -> Verdict:
    """What becomes of a wager whose hand was not folded."""
    if wager.judged == "comparison":
        return _compared(game, wager, amount, contest)
    if wager.judged == "winning-hand":
        return _winning_hand(wager, amount, contest)
    if wager.judged == "beaten-hand":
        return _beaten_hand(wager, amount, contest)
    rank = contest.together if wager.judged == "six-cards" else contest.ours
    assert rank is not None
    return _by_table(wager, amount, rank, Result.LOSE)


def _compared(game: Game, wager: Wager, amount: Decimal, contest: Contest) -> Verdict:
    why = f"{_words(contest.ours)} against {_words(contest.theirs)}"
    result = USUAL[contest.relation]
    if game.qualifier and not contest.qualified:
        why += ", the bank does not qualify"
        fate = game.qualifier.unqualified.get(wager.name)
        result = Result(getattr(fate, contest.relation)) if fate else result
    odds = wager.table.get(kind_of(contest.ours), wager.odds)
    if result is Result.WIN and odds:
        return win(amount, odds, why)
    return Verdict(result, why=why)


def _winning_hand(wager: Wager, amount: Decimal, contest: Contest) -> Verdict:
    """Paid by its table on a win; a win below the table returns it."""
    if contest.relation == "better":
        return _by_table(wager, amount, contest.ours, Result.PUSH)
    why = f"{_words(contest.ours)} against {_words(contest.theirs)}"
    return Verdict(USUAL[contest.relation], why=why)


def _beaten_hand(wager: Wager, amount: Decimal, contest: Contest) -> Verdict:
    if contest.relation == "equal":
        return Verdict(Result.LOSE, why="equal hands, nobody is beaten")
    beaten = contest.theirs if contest.relation == "better" else contest.ours
    return _by_table(wager, amount, beaten, Result.LOSE)


def _by_table(wager: Wager, amount: Decimal, rank: Rank, otherwise: Result) -> Verdict:
    odds = wager.table.get(kind_of(rank))
    if odds is None:
        return Verdict(otherwise, why=_words(rank))
    return win(amount, odds, _words(rank))


def _words(rank: Rank) -> str:
    return kind_of(rank).replace("-", " ")


# What a round must look like


def _require_cards(game: Game, finished: FinishedRound, bank: BankRound) -> None:
    """No card is out more often than the decks hold it, and no joker is."""
    dealt: Sequence[Card] = (
        *bank.cards,
        *finished.community,
        *(card for seat in finished.seats.values() for card in seat.cards),
    )
    most = game.cards.decks[1]
    card, times = max(Counter(dealt).items(), key=lambda item: item[1], default=(None, 0))
    if times > most:
        text = f"{card} was dealt {times} times; {game.name} has {most} of it"
        raise RoundError(f"{text} ({game.cards.source})")
    if Card.JOKER in dealt:
        raise RoundError(f"a joker was dealt; {game.name} has none ({game.cards.source})")
    if str(bank.seat) in finished.seats:
        raise RoundError(f"seat {bank.seat}: is the bank and bets; leave one of both out")


def _require_stakes(game: Game, seat: SeatRound, stakes: Stakes) -> None:
    wagers = {wager.name: wager for wager in game.wagers}
    for name in stakes:
        if name not in wagers:
            raise RoundError(f"no wager {name!r}; {game.name} has {', '.join(wagers)}")
        for needed in wagers[name].needs:
            if needed not in stakes:
                lines = wagers[name].source
                raise RoundError(f"{name} needs {needed}; add it or take {name} away ({lines})")
    required = [w for w in game.wagers if w.required and w.name not in stakes]
    if stakes and required:
        raise RoundError(f"no {required[0].name}; it is required ({required[0].source})")
    if ANTE in stakes and (PLAY in stakes) == seat.folded:
        lines = wagers[PLAY].source
        raise RoundError(f"a hand has a play wager or has folded; give one of both ({lines})")
    for rule in game.stakes:
        _require_stake(rule, stakes)


def _require_stake(rule: StakeRule, stakes: Stakes) -> None:
    wrong = _stake_fault(rule, stakes)
    if wrong and rule.otherwise == "refused":
        raise RoundError(f"{wrong} ({rule.source})")


def _stake_fault(rule: StakeRule, stakes: Stakes) -> str:
    """What is wrong with the amounts of wagers that go with another, or nothing."""
    placed = [name for name in rule.wagers if name in stakes]
    if not placed or rule.of not in stakes:
        return ""
    together = sum(stakes[name] for name in placed)
    measure = stakes[rule.of]
    if not rule.times and together > measure:
        return f"{' and '.join(placed)} of {together}; at most the {rule.of}, {measure}"
    if rule.times and together not in [times * measure for times in rule.times]:
        allowed = " or ".join(map(str, rule.times))
        return f"{placed[0]} of {together}; must be {allowed} times the {rule.of}"
    return ""
