"""The hands of a simulated table: whatever is expected, they do it."""

import random
from collections.abc import Callable
from typing import Final

from controller.facts.cards import RANKS, Card
from controller.facts.events import (
    BankAccepted,
    BankDeclined,
    BetsClosed,
    CardDrawn,
    CardsDealt,
    CardsRevealed,
    CardTurned,
    CollectionTaken,
    CoverageDeclared,
    CupOpened,
    CutCardDrawn,
    DiceRead,
    Event,
    PileChosen,
    PilesDealt,
    PilesDelivered,
    RoundSettled,
    ShakeEnded,
    ShakeStarted,
    ShoeLoaded,
    StageSettled,
    WagerChosen,
    WagerPlaced,
    WagerRemoved,
)
from controller.simulate import shuffler
from controller.simulate.card_players import choose_act
from controller.table.state import TableState

DRAWN: Final = {card: CardDrawn(card=card) for card in Card}
# Events without content are values: one of each is enough.
SAID: Final[dict[str, Event]] = {
    event.kind: event
    for event in (
        CollectionTaken(),
        BetsClosed(),
        StageSettled(),
        RoundSettled(),
        PilesDealt(),
        CupOpened(),
        PilesDelivered(),
        CardsRevealed(),
        CardsDealt(),
    )
}
TURNED: Final = [CardTurned.model_validate({"rank": rank}) for rank in RANKS]
COVERAGE: Final = (CoverageDeclared(covers=True), CoverageDeclared(covers=False))
CUT_DEPTH: Final = 14
# Seven hands that split and draw take far more cards than a coup.
LONG_CUT_DEPTH: Final = 140


def _deals_by_choice(state: TableState) -> bool:
    return state.rules.family.draws_by_choice


class SimulatedHands:
    """Cards, dice and people of one table, from one seed."""

    def __init__(self, seed: int, decks: int) -> None:
        self._random = random.Random(seed)
        self._decks = decks
        self._cards: list[Card] = []
        self._queue: list[Event] = []
        self._names_wager_of = 0
        self._acts: dict[str, Callable[[TableState], Event]] = {
            "card_drawn": self._draw,
            "wager_placed": self._bet,
            "bank_accepted": self._bank,
            "shoe_loaded": self._load,
            "stack_dispensed": self._stack,
            "card_turned": self._turn,
            "coverage_declared": self._compare,
            "deck_unloaded": shuffler.unload,
            "play_closed": lambda state: shuffler.decide(state, self._random),
            "pile_chosen": self._choose_pile,
            "shake_started": self._shake,
            "dice_read": self._read_dice,
        }

    def next_event(self, state: TableState) -> Event:
        """Do the first thing the table expects."""
        expected = state.expected
        if self._queue:
            return self._queue.pop()
        if len(expected) == 1 and expected[0].event == "card_drawn":
            return self._draw(state)
        if _deals_by_choice(state) and (act := self._play_hand(state)):
            return act
        for wanted in expected:
            kind = wanted.event
            if kind in SAID:
                return SAID[kind]
            if kind != "wager_placed" or self._wants_to_bet(state):
                return self._acts[kind](state)
        raise RuntimeError("the table expects nothing; a game's steps do not lead on")

    def _play_hand(self, state: TableState) -> Event | None:
        """What a twenty-one player does; a hand that may also stand draws only if chosen to."""
        act = choose_act(self._random, state)
        if act is None and any(wanted.event == "card_drawn" for wanted in state.expected):
            return self._draw(state)
        return act

    def _wants_to_bet(self, state: TableState) -> bool:
        current, rules = state.round, state.rules
        if current and self._names_wager_of < current.number and state.rules.staying:
            self._names_wager_of = current.number
            return self._random.random() < 0.6
        is_dealt_to_wagers = rules.game.stacks or rules.family.fewest_wagers
        return bool(current and is_dealt_to_wagers and not current.betting.wagers)

    def _bet(self, state: TableState) -> Event:
        seats = [seat for seat in range(1, state.rules.seats + 1) if seat != state.bank.seat]
        if state.rules.staying:
            return self._name_wager(self._random.choice(seats), state.rules.staying)
        fewest = max(state.rules.family.fewest_wagers, 1)
        chosen = self._random.sample(seats, self._random.randint(fewest, len(seats)))
        self._queue = [WagerPlaced(seat=seat) for seat in chosen[1:]]
        return WagerPlaced(seat=chosen[0])

    def _name_wager(self, seat: int, kinds: tuple[str, ...]) -> Event:
        """A seat puts up a wager that stays, or now and then takes it down again."""
        entry = WagerPlaced if self._random.random() < 0.8 else WagerRemoved
        self._queue = [entry(seat=seat)]
        return WagerChosen(wager=self._random.choice(kinds))

    def _bank(self, state: TableState) -> Event:
        passes = not state.bank.halted and self._random.random() < 0.2
        return BankDeclined() if passes else BankAccepted()

    def _compare(self, _state: TableState) -> Event:
        return COVERAGE[self._random.random() < 0.3]

    def _load(self, state: TableState) -> Event:
        copies = state.rules.copies
        deck = [card for card in Card for _ in range(copies[card.place])]
        self._cards = deck * self._decks
        self._random.shuffle(self._cards)
        return ShoeLoaded(decks=self._decks)

    def _draw(self, state: TableState) -> Event:
        if len(self._cards) <= LONG_CUT_DEPTH and self._is_cut(state):
            return CutCardDrawn()
        return DRAWN[self._cards.pop()]

    def _is_cut(self, state: TableState) -> bool:
        depth = LONG_CUT_DEPTH if _deals_by_choice(state) else CUT_DEPTH
        return len(self._cards) <= depth and not state.shoe.cut_card_out

    def _stack(self, state: TableState) -> Event:
        first, *others = shuffler.serve(state, self._decks)
        self._queue = others
        return first

    def _choose_pile(self, state: TableState) -> Event:
        piles = state.rules.game.piles
        assert piles is not None
        return PileChosen(pile=self._random.randint(1, piles.count))

    def _shake(self, _state: TableState) -> Event:
        self._queue = [ShakeEnded()]
        return ShakeStarted()

    def _read_dice(self, state: TableState) -> Event:
        dice = state.rules.game.dice
        assert dice is not None
        return DiceRead(dice=tuple(self._random.randint(1, 6) for _ in range(dice.count)))

    def _turn(self, _state: TableState) -> Event:
        return TURNED[self._random.randrange(len(TURNED))]
