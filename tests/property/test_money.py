"""Rounds of every game with money on the felt: the table's stages and the ledger agree."""

import random
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings, strategies as st

from config.game import Game, Wager
from controller.cli.ledger_report import report_of
from controller.facts.cards import DECK, RANKS, Card
from controller.facts.decisions import SettlementOrdered
from controller.facts.events import (
    Event,
    HandFolded,
    PlayClosed,
    PlayPlaced,
    StakePlaced,
    WagerChosen,
    WagerPlaced,
    WagerRemoved,
)
from controller.facts.tiles import TILE_SET
from controller.families.catalogue import game_ids
from controller.families.opening import closed_table, opening_event
from controller.families.pai_gow_poker.house_way import set_by_chart as cards_set
from controller.families.pai_gow_poker.sections import PaiGowPoker
from controller.families.pai_gow_tiles.house_way import set_by_chart as tiles_set
from controller.families.recorded import recorded_round
from controller.families.settle import settle, settle_played, stages_of
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.settlement.ledger import LedgerLine
from controller.settlement.verdict import Result
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from controller.table.state import Rules, TableState
from tests.conftest import game_rules, whole_game
from tests.property.walking import money, walked

SEED = st.integers(0, 1_000_000)
DEALT = {"three-card-poker": 3, "holdem": 2, "stud": 5, "pai-gow-poker": 7}
READ = ("baccarat", "twenty-one", "nine")
# Entered by other events, or earned and not staked.
LATER = ("play", "insurance", "envy")
# People who bet behind a seat, on its hand.
BEHIND = ("Ann", "Bo")
rules_of_game = cache(game_rules)
CHINESE = "casino-99/chinese-poker"
BANKED = tuple(g for g in game_ids() if rules_of_game(g).game.bank.held_by == "player")


def wagers_at(game: Game, rng: random.Random) -> dict[str, Decimal]:
    """What one seat bets: the wagers a hand needs, and some of those beside them."""
    lines = [w for w in game.wagers if not w.needs and not w.loses and w.name not in LATER]
    main = [w for w in game.wagers if w.required] or lines[:1]
    staked = {wager.name: Decimal(10) for wager in main}
    beside = [w for w in game.wagers if w.name not in (*staked, *LATER)]
    for wager in beside:
        equal = any(wager.name in rule.wagers and rule.times for rule in game.stakes)
        if rng.random() < 0.5 and _is_met(wager, staked, game):
            staked[wager.name] = Decimal(10 if equal else 5)
    return staked


def _is_met(wager: Wager, staked: dict[str, Decimal], game: Game) -> bool:
    any_of = game.family == "baccarat"
    found = [name in staked for name in wager.needs]
    return not found or (any(found) if any_of else all(found))


def bets(rules: Rules, bank: int, rng: random.Random) -> list[Event]:
    others = [seat for seat in range(1, rules.seats + 1) if seat != bank]
    stake = Decimal(rng.choice((5, 15, 40, 100, 100_000)))
    events: list[Event] = [StakePlaced(stake=stake)] if bank else []
    for seat in rng.sample(others, rng.randint(1 if bank else 2, min(4, len(others)))):
        for owner in (None, *(who for who in BEHIND if bank and rng.random() < 0.3)):
            for name, amount in wagers_at(rules.game, rng).items():
                events.append(WagerPlaced(seat=seat, wager=name, amount=amount, owner=owner))
    return events


def played(game_id: str, seed: int) -> tuple[list[Event], list[SettlementOrdered]]:
    """The events of one round with money on it, and the stages the table announced."""
    rules, rng = rules_of_game(game_id), random.Random(seed)
    hands = SimulatedHands(seed, rules.game.cards.decks[1])
    events: list[Event] = [opening_event(rules)]
    state, _ = advance(closed_table(rules), events[0])
    ordered: list[SettlementOrdered] = []
    waiting: list[Event] = []
    has_bet = False
    while not state.closed:
        if not has_bet and _may_bet(state):
            has_bet, waiting = True, bets(rules, state.bank.seat, rng)
        event = waiting.pop(0) if waiting else hands.next_event(state)
        if isinstance(event, WagerPlaced) and event.wager is None:
            continue
        if isinstance(event, WagerChosen | WagerRemoved):
            continue
        event = _decided(state, event, rng)
        events.append(event)
        state, decided = advance(state, event)
        ordered += [each for each in decided if isinstance(each, SettlementOrdered)]
    return events, ordered


def _decided(state: TableState, event: Event, rng: random.Random) -> Event:
    """In the last window nobody is left undecided."""
    folds = [each.seat for each in state.expected if each.event == "hand_folded"]
    plays = [each.seat for each in state.expected if each.event == "play_placed"]
    if not (isinstance(event, PlayClosed) and folds and plays and plays[0]):
        return event
    return HandFolded(seat=plays[0]) if rng.random() < 0.4 else PlayPlaced(seat=plays[0])


def _may_bet(state: TableState) -> bool:
    return state.round is not None and state.round.betting.is_open


def with_hands(game: Game, told: FinishedRound, rng: random.Random) -> FinishedRound:
    """The cards nobody read: what a shuffled deck gives, with the card that was turned."""
    assert told.bank is not None
    if game.family in READ:
        return told
    things: list[object] = _deck(game)
    if game.family == "pai-gow-tiles":
        things = list(TILE_SET)
    rng.shuffle(things)
    deal = _Deal(game, things, told)
    bank = deal.bank(told.bank)
    seats = {number: deal.seat(held) for number, held in told.seats.items()}
    community = deal.take(5) if game.family == "holdem" else ()
    return told.model_copy(update={"bank": bank, "seats": seats, "community": community})


def _deck(game: Game) -> list[object]:
    return [*DECK, *((Card.JOKER,) if game.cards.jokers else ())]


class _Deal:
    """A deck that is dealt from; pai gow hands are set by a chart."""

    def __init__(self, game: Game, things: list[object], told: FinishedRound) -> None:
        self._game, self._things, self._turned = game, things, told.turned
        self._size = DEALT.get(game.family, 4)

    def take(self, count: int) -> tuple[object, ...]:
        taken, self._things = self._things[:count], self._things[count:]
        return tuple(taken)

    def bank(self, bank: BankRound) -> BankRound:
        hand = list(self.take(self._size))
        if self._turned:
            rule = self._game.button
            place = (rule.card if rule and rule.card else self._size) - 1
            wanted = next(c for c in (*hand, *self._things) if _rank(c) == self._turned)
            self._things = [*self._things, *(c for c in hand if c is not wanted)]
            self._things = [c for c in self._things if c is not wanted]
            hand = list(self.take(self._size - 1))
            hand.insert(place, wanted)
        return bank.model_copy(update=self._set(tuple(hand)))

    def seat(self, held: SeatRound) -> SeatRound:
        return held.model_copy(update=self._set(self.take(self._size)))

    def _set(self, hand: tuple[object, ...]) -> dict[str, object]:
        if self._game.family == "pai-gow-poker":
            front = cards_set(whole_game("lucky-derby/fortune-pai-gow-poker"), hand).hand.front  # type: ignore[arg-type]
            assert isinstance(self._game, PaiGowPoker)
            house_set = self._game.pai_gow.bank_sets == "house-way"
            return {"cards": hand} if house_set else {"cards": hand, "front": front}
        if self._game.family == "pai-gow-tiles":
            high = tiles_set(whole_game("capitol/pai-gow-tiles"), hand)[0].high  # type: ignore[arg-type]
            return {"tiles": hand, "high_tiles": high}
        return {"cards": hand}


def _rank(card: object) -> str:
    assert isinstance(card, Card)
    return "" if card is Card.JOKER else RANKS[card.rank - 1]


def rounds_with_money(
    game_id: str, seed: int
) -> tuple[Rules, FinishedRound, list[SettlementOrdered]]:
    rules = rules_of_game(game_id)
    events, ordered = played(game_id, seed)
    told = recorded_round(closed_table(rules), events, 1).finished
    return rules, with_hands(rules.game, told, random.Random(seed)), ordered


def in_announced_order(lines: tuple[LedgerLine, ...], ordered: list[SettlementOrdered]) -> bool:
    """Whether every line comes in the stage, the lap and the turn that the table said."""
    turns = [
        (stage, lap, 0 if order.losers_first else place, seat, wager)
        for stage, order in enumerate(ordered)
        for lap, laps in enumerate(order.laps)
        for place, seat in enumerate(laps.seats)
        for wager in laps.wagers
    ]
    found = [_turn_of(line, turns, ordered) for line in lines]
    return found == sorted(found)


def _turn_of(
    line: LedgerLine, turns: list[tuple[int, int, int, int, str]], ordered: list[SettlementOrdered]
) -> tuple[int, int, int]:
    """The first turn of a wager; a folded hand's bonus that has won waits for its lap."""
    waits = line.result is not Result.LOSE
    fitting = [turn[:3] for turn in turns if turn[3:] == (line.seat, line.wager)]
    return next(t for t in fitting if not (waits and ordered[t[0]].stage == "forfeits"))


def check(game_id: str, seed: int) -> None:
    rules, told, ordered = rounds_with_money(game_id, seed)
    lines = settle_played(rules.game, rules.seats, told)
    assert told.bank is not None
    assert told.bank.stake is not None
    stake = Fraction(told.bank.stake)
    forfeits = {seat for seat, held in told.seats.items() if held.folded}
    assert [(each.stage or "", each.laps) for each in ordered] == [
        (order.name, order.laps) for order in stages_of(rules.game, rules.seats, told) if order.laps
    ]
    assert in_announced_order(lines, ordered)
    assert sum(line.paid for line in lines) <= stake
    folded = sum(line.taken for line in lines if str(line.seat) in forfeits)
    assert sum(line.taken for line in lines) <= max(stake, folded)
    assert money(lines) == walked(rules, told, ordered)
    report = report_of(rules.game, rules.seats, told, lines)
    everybody = (*report["totals"].values(), *report.get("owners", {}).values())
    assert sum(map(Fraction, everybody), Fraction(report["bank_result"])) == 0
    assert all(line.taken + line.returned == line.amount for line in settled(lines))
    assert all(line.paid + line.taken + line.uncovered >= 0 for line in lines)
    if told.bank.stake == 100_000:
        assert not any(line.uncovered for line in lines)
    for seat, held in told.seats.items():
        _is_settled_once(lines, int(seat), held)


def settled(lines: tuple[LedgerLine, ...]) -> Iterator[LedgerLine]:
    return (line for line in lines if line.result is not Result.STAY)


def _is_settled_once(lines: tuple[LedgerLine, ...], seat: int, held: SeatRound) -> None:
    hands = max(len(held.hands), 1)
    for owner, wagers in (("", held.wagers), *((b.owner, b.wagers) for b in held.behind)):
        for name, amount in wagers.items():
            own = [x for x in lines if (x.seat, x.wager, x.owner) == (seat, name, owner)]
            assert len(own) == (hands if name == "base" else 1), (seat, name, owner)
            assert sum(line.amount for line in own) >= amount or name == "base"


@pytest.mark.parametrize("game_id", BANKED)
def test_every_game_is_settled_as_its_table_said(game_id: str) -> None:
    for seed in range(3):
        check(game_id, seed)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(BANKED), SEED)
def test_whatever_is_played_stages_and_ledger_agree(game_id: str, seed: int) -> None:
    check(game_id, seed)


def thirteen(told: FinishedRound, rng: random.Random) -> FinishedRound:
    """Hands of thirteen as a shuffled deck gives them, set in any way, right or foul."""
    deck = rng.sample(DECK, len(DECK))
    hands = {seat: tuple(deck[13 * n :][:13]) for n, seat in enumerate(told.seats)}
    seats = {
        seat: held.model_copy(
            update={
                "cards": hands[seat],
                "front": hands[seat][:3],
                "middle": hands[seat][3:8],
                "wagers": {"points": Decimal(rng.choice((9, 20, 100)))},
            }
        )
        for seat, held in told.seats.items()
    }
    return told.model_copy(update={"seats": seats})


@settings(deadline=None, max_examples=20)
@given(SEED)
def test_points_go_from_player_to_player_and_nobody_loses_more_than_he_has(seed: int) -> None:
    rules = rules_of_game(CHINESE)
    events, ordered = played(CHINESE, seed)
    known = recorded_round(closed_table(rules), events, 1).finished
    told = thirteen(known, random.Random(seed))
    lines = settle_played(rules.game, rules.seats, told)
    assert settle(rules.game, rules.seats, told) == lines
    assert [order.laps for order in ordered] == [
        order.laps for order in stages_of(rules.game, rules.seats, told)
    ]
    assert len(lines) == len(told.seats) * (len(told.seats) - 1)
    assert sum(line.paid - line.taken for line in lines) == 0
    for seat, held in told.seats.items():
        own = [line for line in lines if line.seat == int(seat)]
        assert sum(line.taken for line in own) <= held.wagers["points"]
        assert sum(line.paid for line in own) <= held.wagers["points"]


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(BANKED), SEED)
def test_a_round_that_was_played_is_not_refused_when_told(game_id: str, seed: int) -> None:
    rules, told, _ordered = rounds_with_money(game_id, seed)
    assert settle(rules.game, rules.seats, told) == settle_played(rules.game, rules.seats, told)
