"""A round of twenty-one that a file tells: dealt once more through the table's own rules."""

from dataclasses import replace
from typing import Final

from controller.facts.cards import Card
from controller.facts.decisions import IrregularityFound
from controller.facts.events import (
    BankAccepted,
    CardDrawn,
    Event,
    HandDoubled,
    HandRescued,
    HandSplit,
    HandStood,
    HandSurrendered,
    RulingGiven,
    ShoeLoaded,
    TableOpened,
)
from controller.families.twenty_one import told_dealer
from controller.families.twenty_one.parts import Hands
from controller.families.twenty_one.verdict import hands_of
from controller.settlement.finished import FinishedRound, PlayedHand
from controller.settlement.verdict import IllegalRoundError, RoundError
from controller.table.advance import advance
from controller.table.seat_hand import SeatHand
from controller.table.state import RoundState, Rules, TableState

ACCEPTED: Final = RulingGiven(by="as told", ruling="accept")
LAST: Final = ("settle",)


def require_legal(rules: Rules, told: FinishedRound) -> None:
    """Refuse a round that the table would not have let happen, with what it would have said."""
    if told.bank is None or not told.seats:
        return
    told_dealer.require_cards(told)
    rules = replace(rules, first_seat=told.bank.seat)
    state, game = TableState(rules), rules.game
    opened = TableOpened(table="told", game=game.id, seats=rules.seats, digest=rules.digest)
    shoe = ShoeLoaded(decks=game.cards.decks[1])
    wagers = told_dealer.placed(told)
    begin: list[Event] = [opened, BankAccepted(), shoe, *wagers]
    for event in begin:
        state = _advanced(state, event, told)
    _play(state, told)


def _play(state: TableState, told: FinishedRound) -> None:
    """Do as told up to the settlement; where a file leaves open what was done, try every way."""
    while state.round is not None and state.round.open_steps != LAST:
        ways = _ways(state, state.round, told)
        if len(ways) > 1:
            return _play_one_of(state, ways, told)
        state = _advanced(state, ways[0], told)
    if state.round is not None:
        told_dealer.require_all_done(state, state.round, told)
    return None


def _play_one_of(state: TableState, ways: tuple[Event, ...], told: FinishedRound) -> None:
    failures: list[RoundError] = []
    for event in ways:
        try:
            return _play(_advanced(state, event, told), told)
        except RoundError as error:
            failures.append(error)
    # What the table finds irregular says more than a way that does not fit the file.
    raise next((each for each in failures if isinstance(each, IllegalRoundError)), failures[0])


def _advanced(state: TableState, event: Event, told: FinishedRound) -> TableState:
    after, decisions = advance(state, event)
    found = next((each for each in decisions if isinstance(each, IrregularityFound)), None)
    if found is None:
        return after
    if after.hold is not None and _is_misplayed(state, told):
        return advance(after, ACCEPTED)[0]
    raise IllegalRoundError(found, told_dealer.lines_of(state.rules.game, found.name))


def _is_misplayed(state: TableState, told: FinishedRound) -> bool:
    current = state.round
    if current is None or current.open_steps != ("hands",):
        return False
    _hand, target, _after = _acting(current, told)
    return target is not None and target.misplayed


def _ways(state: TableState, current: RoundState, told: FinishedRound) -> tuple[Event, ...]:
    if current.open_steps != ("hands",):
        return (told_dealer.next_event(state, current, told),)
    hand, target, after = _acting(current, told)
    if target is None or hand.cards[:1] != target.cards[:1]:
        raise RoundError(f"seat {hand.seat}: its hands do not come from the cards it was dealt")
    if len(hand.cards) == 1:
        cards = dict.fromkeys((*after, *target.cards[1:2]))
        return tuple(CardDrawn(card=card) for card in cards)
    splits = (HandSplit(),) if after and len(hand.cards) == 2 and not hand.doubled else ()
    fits = hand.cards == target.cards[: len(hand.cards)]
    return (*splits, *((_act(hand, target),) if fits else ())) or (HandSplit(),)


def _acting(
    current: RoundState, told: FinishedRound
) -> tuple[SeatHand, PlayedHand | None, tuple[Card, ...]]:
    """The hand whose turn it is, what became of it, and the card a split of it brings."""
    hands, acting, *_more = current.get(Hands)
    hand, finals = hands[acting], hands_of(told.seats[str(hands[acting].seat)])
    own = [place for place, other in enumerate(hands) if other.seat == hand.seat]
    place = own.index(acting)
    is_to_split = len(own) < len(finals)
    after = finals[place + 1].cards[:1] if is_to_split and place + 1 < len(finals) else ()
    return hand, finals[place] if place < len(finals) else None, after


def _act(hand: SeatHand, target: PlayedHand) -> Event:
    """What a hand does next on the way to what it became."""
    if hand.doubled < target.doubled and len(hand.cards) == 2 + hand.doubled and not hand.card_due:
        return HandDoubled(less=target.less)
    if len(hand.cards) < len(target.cards):
        return CardDrawn(card=target.cards[len(hand.cards)])
    if target.surrendered and not target.early:
        return HandSurrendered()
    return HandRescued() if target.rescued else HandStood()
