"""How people deal baccarat where no reader sees the cards: coups from a shoe, keyed in by hand."""

from collections.abc import Mapping
from typing import Final

from controller.dealing.dealer import Act, Custom, Habit, turned
from controller.dealing.people import Chance, People, Sight
from controller.dealing.shoe import CUT_DEPTH, ShuffledShoe
from controller.facts.decisions import Expectation, OutcomeDecided
from controller.facts.events import Event, KeyPressed, ShoeLoaded
from controller.families.baccarat.coup import Coup, coup_rule, decide
from controller.families.baccarat.possible_results import bonus_choices
from controller.table.state import Rules

FLAG_KEYS: Final = {"n": "natural", "p": "player-pair", "b": "banker-pair"}
ENTER: Final = KeyPressed(key="enter", is_long=False)
UNDO: Final = KeyPressed(key="undo", is_long=False)
# How often nobody bets on a hand, and how often a result is taken back.
IS_FREE: Final = 0.04
ERRS: Final = 0.03


def habits(rules: Rules, custom: Custom, chance: Chance) -> Mapping[str, Habit]:
    """None of its own where a reader sees the cards."""
    if not rules.by_hand:
        return {}
    coups = _CoupsByHand(rules, custom.decks, chance)
    return {
        "shoe_loaded": coups.load,
        "wager_placed": coups.open_bets,
        "card_turned": coups.turn,
        "result_entered": coups.enter,
        "round_settled": coups.take_back,
    }


class _CoupsByHand:
    """Deals coups from a shoe of its own; the cards are known to the dealer alone."""

    def __init__(self, rules: Rules, decks: int, chance: Chance) -> None:
        self._rules = rules
        self._decks = decks
        self._chance = chance
        self._shoe: ShuffledShoe | None = None
        # The round whose coup this is, or was taken back; and whether its keys were pressed.
        self._round = 0
        self._coup: OutcomeDecided | None = None
        self._is_keyed = False
        self._bets_of = 0

    def load(self, _sight: Sight, _wanted: Expectation, _people: People) -> Act:
        """A new shoe."""
        self._shoe = self._shuffled()
        return (ShoeLoaded(decks=self._decks),)

    def open_bets(self, sight: Sight, wanted: Expectation, people: People) -> Act | None:
        """A shoe whose cut card is out is changed; now and then a hand is dealt that is free."""
        if self._shoe is None or self._shoe.is_out:
            return self.load(sight, wanted, people)
        is_new, self._bets_of = self._bets_of != sight.round, sight.round
        if is_new and self._chance.random() < IS_FREE:
            return (*self._result_keys(self._deal()), KeyPressed(key="enter", is_long=True))
        return None

    def turn(self, sight: Sight, _wanted: Expectation, _people: People) -> Act:
        """The card that decides the button."""
        coup, rule = self._dealt(sight), coup_rule(self._rules)
        hand, _, number = (rule.button_card or "player-1").partition("-")
        cards = coup.player if hand == "player" else coup.banker
        return (turned(cards[int(number) - 1]),)

    def enter(self, sight: Sight, _wanted: Expectation, _people: People) -> Act:
        """The whole result, enter again, or undo what somebody else left."""
        coup = self._dealt(sight)
        if sight.keyed:
            return (ENTER if self._is_keyed else UNDO,)
        self._is_keyed = True
        return (*self._result_keys(coup), ENTER)

    def take_back(self, _sight: Sight, _wanted: Expectation, _people: People) -> Act | None:
        """Now and then the result was a wrong one."""
        if self._coup is None or self._chance.random() >= ERRS:
            return None
        self._coup = None
        return (UNDO,)

    def _shuffled(self) -> ShuffledShoe:
        return ShuffledShoe(self._chance, self._rules.copies, self._decks, CUT_DEPTH)

    def _dealt(self, sight: Sight) -> OutcomeDecided:
        if self._coup is None or self._round != sight.round:
            self._round, self._coup, self._is_keyed = sight.round, self._deal(), False
        return self._coup

    def _result_keys(self, coup: OutcomeDecided) -> tuple[Event, ...]:
        flags = [FLAG_KEYS[flag] for flag in coup.mark[1:]]
        choices = bonus_choices(self._rules, coup.winner, "n" in coup.mark)
        keys = (coup.winner, *flags, *["bonus"] * choices.index(coup.bonuses))
        return tuple(KeyPressed(key=key, is_long=False) for key in keys)

    def _deal(self) -> OutcomeDecided:
        rules, coup = self._rules, Coup()
        shoe = self._shoe
        if shoe is None or shoe.is_out:
            shoe = self._shoe = self._shuffled()
        while coup.due:
            coup = coup.with_card(coup_rule(rules), shoe.draw())
        return decide(rules, coup)
