"""Chinese poker: points between every two players, as far as the chips of both go."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Final, NamedTuple

from config.game import Game
from controller.facts.cards import Card
from controller.facts.decisions import SettlementLap
from controller.facts.seats import around
from controller.families.chinese_poker.sections import Chinese, ChinesePoker, Segment, Sweep
from controller.families.chinese_poker.values import SetHand, set_hand, sweeps_of
from controller.hands.five_card import HandRank
from controller.hands.named import kind_of
from controller.settlement.exchange import POINTS, Exchange
from controller.settlement.finished import FinishedRound, SeatRound
from controller.settlement.lap import Laps
from controller.settlement.verdict import RoundError

SEGMENTS: Final[tuple[Segment, ...]] = ("back", "middle", "front")
FOULED: Final = "fouled"
Pair = tuple[int, int]


class Held(NamedTuple):
    """What a seat shows: a sweep and its worth, a hand as set, or why it is fouled."""

    seat: int
    sweep: Sweep | None = None
    worth: int = 0
    hand: SetHand | None = None
    foul: str = ""


def exchanges(game: Game, seats: int, finished: FinishedRound) -> tuple[Exchange, ...]:
    """Every payment of a round in its order: clean sweeps from the button, then two by two."""
    assert isinstance(game, ChinesePoker)
    rule = game.chinese
    _require(game, rule, finished)
    assert finished.button is not None
    held = {n: _held(rule, n, finished.seats[str(n)]) for n in _order(seats, finished)}
    left = {n: Fraction(finished.seats[str(n)].wagers[POINTS]) for n in held}
    due = (pair for lap in laps(game, seats, finished) for pair in _due(rule, held, lap.seats))
    pairs = [(held[one], held[other]) for one, other in dict.fromkeys(due)]
    return tuple(_paid(rule, finished.button, left, pairs))


def laps(game: Game, seats: int, finished: FinishedRound) -> Laps:
    """Declared sweeps first, from the button; then every two players, the button's first."""
    wagers, order = game.settlement.order[0], _order(seats, finished)
    swept = [(seat,) for seat in order if finished.seats[str(seat)].declared]
    together = (*swept, *combinations(order, 2))
    return tuple(SettlementLap(wagers=wagers, seats=lap) for lap in together)


def _order(seats: int, finished: FinishedRound) -> list[int]:
    assert finished.button is not None
    return [seat for seat in around(finished.button, seats) if str(seat) in finished.seats]


def _due(rule: Chinese, held: dict[int, Held], lap: tuple[int, ...]) -> Iterator[Pair]:
    """The two players of a lap, or every two of whom a clean sweep collects."""
    if len(lap) == 2:
        yield lap[0], lap[1]
        return
    for pair in combinations(held, 2):
        collects = _owed(rule, 0, held[pair[0]], held[pair[1]])[0]
        if lap == (collects,):
            yield pair


def _paid(
    rule: Chinese, button: int, left: dict[int, Fraction], pairs: list[tuple[Held, Held]]
) -> Iterator[Exchange]:
    for one, other in pairs:
        winner, points, why = _owed(rule, button, one, other)
        if not winner:
            yield Exchange(one.seat, other.seat, 0, Fraction(0), why)
            continue
        loser = other.seat if winner == one.seat else one.seat
        covered = min(Fraction(points), left[winner], left[loser])
        left[winner] -= covered
        left[loser] -= covered
        yield Exchange(winner, loser, points, covered, why)


def _owed(rule: Chinese, button: int, one: Held, other: Held) -> tuple[int, int, str]:
    """Who collects how many points from whom (seat 0: nobody), and why."""
    if one.foul or other.foul:
        return _over_foul(rule, one, other)
    if one.sweep or other.sweep:
        return _over_sweep(rule, one, other)
    assert one.hand is not None
    assert other.hand is not None
    net, words = 0, []
    for name in SEGMENTS:
        ours, theirs = one.hand.segment(name), other.hand.segment(name)
        side = _side(button, (one.seat, ours), (other.seat, theirs))
        best = ours if side > 0 else theirs
        net += side * (rule.segment + _bonus(rule, name, best))
        words.append(f"{name} {('-', one.seat, other.seat)[side]}")
    winner = one.seat if net > 0 else other.seat if net < 0 else 0
    return winner, abs(net), ", ".join(words)


def _side(button: int, one: tuple[int, HandRank], other: tuple[int, HandRank]) -> int:
    """One for the first, minus one for the second; equal hands go to the button, if it is there."""
    if one[1] != other[1]:
        return 1 if one[1] > other[1] else -1
    return (one[0] == button) - (other[0] == button)


def _bonus(rule: Chinese, name: Segment, rank: HandRank) -> int:
    return rule.bonuses.get(name, {}).get(kind_of(rank), 0)


def _over_foul(rule: Chinese, one: Held, other: Held) -> tuple[int, int, str]:
    if one.foul and other.foul:
        return 0, 0, "both fouled"
    good, bad = (other, one) if one.foul else (one, other)
    points = rule.foul * len(SEGMENTS) + good.worth
    if good.hand is not None:
        points += sum(_bonus(rule, name, good.hand.segment(name)) for name in SEGMENTS)
    return good.seat, points, f"seat {bad.seat} {FOULED}: {bad.foul}"


def _over_sweep(rule: Chinese, one: Held, other: Held) -> tuple[int, int, str]:
    ranks = list(rule.sweeps)
    place = {h.seat: ranks.index(h.sweep) if h.sweep else len(ranks) for h in (one, other)}
    better, worse = (one, other) if place[one.seat] <= place[other.seat] else (other, one)
    same = better.worth == worse.worth and rule.sweeps_push == "same-value"
    if same or better.sweep == worse.sweep:
        return 0, 0, "clean sweeps push"
    return better.seat, better.worth, f"clean sweep, {str(better.sweep).replace('-', ' ')}"


def _held(rule: Chinese, seat: int, shown: SeatRound) -> Held:
    if not shown.declared:
        hand = set_hand(shown.cards, shown.front, shown.middle)
        return Held(seat, foul=hand) if isinstance(hand, str) else Held(seat, hand=hand)
    made = [name for name in rule.sweeps if name in sweeps_of(shown.cards)]
    if not made:
        return Held(seat, foul="declared a clean sweep it does not hold")
    best = max(made, key=lambda name: rule.sweeps[name])
    return Held(seat, best, rule.sweeps[best])


def _require(game: Game, rule: Chinese, finished: FinishedRound) -> None:
    if finished.bank is not None:
        raise RoundError(f"{game.name} has no bank; leave it out ({game.bank.source})")
    if finished.button is None or str(finished.button) not in finished.seats:
        lines = game.button.source if game.button else rule.source
        raise RoundError(f"give the button, a seat that plays; its holder wins ties ({lines})")
    if not 2 <= len(finished.seats) <= rule.hands:
        text = f"{len(finished.seats)} seats play; there are 2 to {rule.hands} hands"
        raise RoundError(f"{text} ({rule.source})")
    dealt = [card for held in finished.seats.values() for card in set(held.cards)]
    if Card.JOKER in dealt:
        raise RoundError(f"a joker was dealt; {game.name} has none ({game.cards.source})")
    twice = next((card for card in dealt if dealt.count(card) > 1), None)
    if twice:
        raise RoundError(f"{twice} lies in two hands; the round is a misdeal ({game.cards.source})")
    for seat in finished.seat_numbers():
        if set(finished.seats[str(seat)].wagers) != {POINTS}:
            raise RoundError(f'seat {seat}: give its points in play, as {{"{POINTS}": 20}}')
        points = finished.seats[str(seat)].wagers[POINTS]
        if points < rule.least:
            where = f"seat {seat}: {points} points in play"
            raise RoundError(f"{where}; a hand needs {rule.least} of every player ({rule.source})")
