"""The people, cards and dice of a simulated table, from one seed."""

from random import Random

from controller.dealing.people import SeededPeople, Sight
from controller.dealing.shoe import ShuffledShoe, cut_depth
from controller.facts.cards import RANKS, Card
from controller.facts.decisions import Expectation
from controller.facts.events import Event
from controller.families.body import Hands
from controller.families.dealer import dealer_of
from controller.table.shoe import copies_in_deck
from controller.table.state import Rules, TableState


class SeededFortune:
    """Cards and dice from one source of chance."""

    def __init__(self, chance: Random, decks: int) -> None:
        self._chance = chance
        self._decks = decks
        self._shoe: ShuffledShoe | None = None
        self._hole = ""

    def load(self, rules: Rules) -> int:
        """Shuffle as many decks as the table plays with."""
        depth = cut_depth(rules.family.draws_by_choice)
        copies = copies_in_deck(rules.game.cards, self._decks)
        self._shoe = ShuffledShoe(self._chance, copies, self._decks, depth)
        return self._decks

    def card(self, state: TableState, wanted: Expectation) -> Card | None:
        """The next card; the cut card once it has come to the front."""
        shoe = self._shoe
        if shoe is None or (shoe.is_out and not state.shoe.cut_card_out):
            return None
        card = shoe.draw()
        if wanted.hand == "hole":
            self._hole = card
        return card

    def dice(self, count: int) -> tuple[int, ...]:
        """So many dice, thrown."""
        return tuple(self._chance.randint(1, 6) for _ in range(count))

    def look(self, _sight: Sight, wanted: Expectation) -> str:
        """The hole card lies in front of the dealer; no device has seen any other."""
        return self._hole if wanted.event == "hole_checked" else self._chance.choice(RANKS)


class SimulatedHands:
    """Cards, dice and people of one table, from one seed."""

    def __init__(self, seed: int, decks: int, people: SeededPeople | None = None) -> None:
        self._chance = Random(seed)
        self._decks = decks
        self._people = people
        self._hands: Hands | None = None

    def next_event(self, state: TableState) -> Event:
        """Do the next thing the table expects."""
        if self._hands is None:
            self._hands = self.at(state.rules)
        return self._hands.next_event(state)

    def at(self, rules: Rules) -> Hands:
        """The hands at a table with these rules."""
        chance, fortune = self._chance, SeededFortune(self._chance, self._decks)
        people = self._people or SeededPeople(lambda _sight, _matter: chance, fortune.look)
        people.card = fortune.look
        dealer = dealer_of(rules, people, chance, self._decks, enters_wagers=False)
        return Hands(dealer, fortune, self._decks)
