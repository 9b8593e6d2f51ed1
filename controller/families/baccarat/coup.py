"""The baccarat coup: two cards each, then third cards by the chart."""

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from config.game import Game
from controller.facts.cards import Card
from controller.facts.decisions import Expectation, OutcomeDecided, Winner
from controller.facts.events import CardDrawn, CardsRevealed
from controller.facts.phrase import phrase
from controller.families.baccarat.coup_result import CoupResult, look_of, mark_of
from controller.families.baccarat.sections import Baccarat, Coup as CoupRule
from controller.settlement.finished import FinishedRound
from controller.table.family import DONE, Shown, Step, StepResult
from controller.table.state import Irregular, RoundState, Rules, TableState, expect, made
from controller.table.steps.button import place_by_card

VALUE: Final[dict[Card, int]] = {card: min(card.rank, 10) % 10 for card in Card}
HANDS: Final = ("player", "banker")
# By the hand that is due a card, and by how many it has.
WANTED: Final = {
    hand: [(expect("card_drawn", "coup-card", None, hand, nth=number),) for number in (1, 2, 3)]
    for hand in HANDS
}
REVEAL: Final = {hand: (expect("cards_revealed", "turn-hand", None, hand),) for hand in HANDS}
Hand = Literal["player", "banker"]
# A hand, and which of its cards, from 1.
Place = tuple[Hand, int]
BUTTON_CARDS: Final[dict[str | None, Place]] = {
    "player-1": ("player", 1),
    "banker-1": ("banker", 1),
    "banker-2": ("banker", 2),
}
NATURALS_STOP: Final = "naturals-stop"


class Coup(NamedTuple):
    """Both hands of a coup, what they count, which still lie face down, which takes a card next."""

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    player_total: int = 0
    banker_total: int = 0
    natural: bool = False
    face_down: tuple[str, ...] = ()
    # None when the coup is complete.
    due: Hand | None = "player"

    def of(self, hand: str) -> tuple[Card, ...]:
        """The cards of a hand."""
        return self.player if hand == "player" else self.banker

    def face_up(self, hand: str) -> tuple[Card, ...]:
        """The cards of a hand, none while it lies face down."""
        return () if hand in self.face_down else self.of(hand)

    def with_card(self, rule: CoupRule, card: Card) -> "Coup":
        """The coup with one more card in the hand that is due."""
        player, banker, ours, theirs, natural, face_down, due = self
        value = VALUE[card]
        if due == "player":
            player, ours = (*player, card), (ours + value) % 10
            draws = len(player) < 3 or rule.rows[theirs][value] == "H"
            due = "banker" if draws else None
        else:
            banker, theirs = (*banker, card), (theirs + value) % 10
            if len(banker) == 2:
                natural = ours > 7 or theirs > 7
                due = _third_card(rule, ours, theirs, natural)
            else:
                due = None if len(banker) == 3 else "player"
        return made(Coup, (player, banker, ours, theirs, natural, face_down, due))


def _third_card(rule: CoupRule, ours: int, theirs: int, natural: bool) -> Hand | None:
    """Tell which hand of two cards each draws first, or None when both stand."""
    if natural and rule.naturals_stop:
        return None
    if ours <= rule.player_draws_to:
        return "player"
    return "banker" if theirs <= rule.banker_draws_to else None


@lru_cache(maxsize=16)
def coup_rule(rules: Rules) -> CoupRule:
    """The coup of a table that plays baccarat."""
    game = rules.game
    assert isinstance(game, Baccarat)
    return game.coup


class Judged(NamedTuple):
    """What a complete coup is by its totals, whatever cards made them."""

    winner: Winner
    # The road's mark, without the pairs.
    mark: str
    bonuses: tuple[str, ...]
    readings: tuple[str, ...]


def decide(rules: Rules, coup: Coup, number: int = 0, is_free: bool = False) -> OutcomeDecided:
    """Name the winner, the road's mark and the bonus outcomes of a complete coup."""
    winner, mark, bonuses, readings = _judged(rules, _marked_result(rules, coup), coup.natural)
    return OutcomeDecided(
        round=number,
        winner=winner,
        player=coup.player,
        banker=coup.banker,
        player_total=coup.player_total,
        banker_total=coup.banker_total,
        mark=_with_pairs(mark, coup),
        bonuses=bonuses,
        readings=readings,
        is_free=is_free,
    )


@lru_cache(maxsize=4096)
def _judged(rules: Rules, result: CoupResult, natural: bool) -> Judged:
    winner = result.winner
    mark = "T" if winner == "tie" else "P" if winner == "player" else "B"
    bonuses = tuple(each for wager in rules.marking if (each := mark_of(wager, result)))
    readings = (NATURALS_STOP,) if _reading_decided(rules, result) else ()
    return Judged(winner, mark + "n" if natural else mark, bonuses, readings)


def _with_pairs(mark: str, coup: Coup) -> str:
    """The road's mark is the winner, then n natural, p player pair, b banker pair."""
    player, banker = coup.player, coup.banker
    if player[0].rank == player[1].rank:
        mark += "p"
    if banker[0].rank == banker[1].rank:
        mark += "b"
    return mark


def result_of(coup: Coup) -> CoupResult:
    """A complete coup in four numbers."""
    player, banker, ours, theirs, _natural, _face_down, _due = coup
    return made(CoupResult, (ours, theirs, len(player), len(banker), None, None))


def looked_result(coup: Coup) -> CoupResult:
    """The same, and how the first two cards of both hands look."""
    result = result_of(coup)
    return result._replace(player_look=look_of(coup.player), banker_look=look_of(coup.banker))


def _marked_result(rules: Rules, coup: Coup) -> CoupResult:
    """Most games mark nothing by the look of cards, and then all coups of a result are one."""
    return looked_result(coup) if _marks_looks(rules) else result_of(coup)


@lru_cache(maxsize=16)
def _marks_looks(rules: Rules) -> bool:
    return any(wager.looks for wager in rules.marking)


def _reading_decided(rules: Rules, result: CoupResult) -> bool:
    """Tell whether a hand would have drawn but for the reading that naturals stop both."""
    if result.player_cards + result.banker_cards > 4 or NATURALS_STOP not in rules.reading_names:
        return False
    rule, ours, theirs = coup_rule(rules), result.player_total, result.banker_total
    return (theirs > 7 and ours <= rule.player_draws_to) or (
        ours > 7 and theirs <= rule.banker_draws_to
    )


def begin(table: TableState, current: RoundState) -> None:
    """Open a coup, its hands face up or face down."""
    is_down = coup_rule(table.rules).face == "down"
    current.put(Coup(face_down=HANDS if is_down else ()))


def _awaits_reveal(coup: Coup) -> bool:
    return bool(coup.face_down) and len(coup.banker) >= 2


def _wanted(_table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    player, banker, _ours, _theirs, _natural, face_down, due = current.get(Coup)
    if face_down and len(banker) >= 2:
        return REVEAL[face_down[0]]
    if due is None:  # pragma: no cover: a coup that is complete and lies open is over at once
        return ()
    return WANTED[due][len(player if due == "player" else banker)]


def _take(
    table: TableState, current: RoundState, event: CardDrawn | CardsRevealed, forced: bool
) -> StepResult:
    if event.kind == "cards_revealed":
        return _reveal(table, current, event, forced)
    coup = current.get(Coup)
    if coup.face_down and _awaits_reveal(coup):
        if not forced:
            return Irregular("card-out-of-turn")
        # A card the floor accepts has been drawn to hands that everybody knows by then.
        for hand in coup.face_down:
            coup = _turn_up(table, current, hand)
        if coup.due is None:
            return _complete(table, current, coup)
    coup = coup.with_card(coup_rule(table.rules), event.card)
    current.put(coup)
    if current.button.counted is None:
        _place_button(table, current, coup)
    return None if coup.due else _complete(table, current, coup)


def _complete(table: TableState, current: RoundState, coup: Coup) -> StepResult:
    """Decide a coup that is dealt and lies open; another goes on."""
    if coup.due or coup.face_down:
        return None
    current.outcome = decide(table.rules, coup, current.number, current.is_free)
    table.decided.append(current.outcome)
    return DONE


def _reveal(
    table: TableState, current: RoundState, event: CardsRevealed, forced: bool
) -> StepResult:
    """Turn up the hand that is due; only then may its cards move anything visible."""
    coup = current.get(Coup)
    hand = event.hand or (coup.face_down[0] if _awaits_reveal(coup) else None)
    if hand is None or hand not in coup.face_down:
        return Irregular("entry-refused")
    early = not _awaits_reveal(coup) or hand != coup.face_down[0]
    if early and not forced:
        return Irregular("reveal-out-of-turn", seen=phrase("hand-turned-up", hand=hand))
    return _complete(table, current, _turn_up(table, current, hand))


def _turn_up(table: TableState, current: RoundState, hand: str) -> Coup:
    coup = current.get(Coup)
    coup = coup._replace(face_down=tuple(other for other in coup.face_down if other != hand))
    current.put(coup)
    if current.button.counted is None:
        _place_button(table, current, coup)
    return coup


def _place_button(table: TableState, current: RoundState, coup: Coup) -> None:
    """A free hand is not settled, so nobody is settled first."""
    card = None if current.is_free else _card_at(_button_place(table.rules), coup)
    if card is not None:
        place_by_card(table, current, card.rank_code)


@lru_cache(maxsize=16)
def _button_place(rules: Rules) -> Place | None:
    return BUTTON_CARDS.get(coup_rule(rules).button_card)


def deciding_card(rule: CoupRule, coup: Coup) -> Card | None:
    """The card of the coup that the book names for the button, once it lies face up."""
    return _card_at(BUTTON_CARDS.get(rule.button_card), coup)


def _card_at(place: Place | None, coup: Coup) -> Card | None:
    if place is None:
        return None
    hand, number = place
    cards = coup.player if hand == "player" else coup.banker
    return cards[number - 1] if number <= len(cards) and hand not in coup.face_down else None


def finished(known: FinishedRound, current: RoundState) -> FinishedRound:
    """Both hands, where a device read them."""
    coup = current.find(Coup) or Coup()
    return known.model_copy(update={"player": coup.player, "banker": coup.banker})


def is_under_way(current: RoundState) -> bool:
    """Tell whether a card of this round has left the shoe."""
    coup = current.find(Coup)
    return coup is not None and bool(coup.player)


def shown(_table: TableState, current: RoundState) -> Shown:
    """The hands that lie face up."""
    coup = current.find(Coup) or Coup()
    return Shown(coup.face_up("player"), coup.face_up("banker"))


COUP = Step(
    "coup", frozenset({CardDrawn, CardsRevealed}), _wanted, _take, begin, needs="coup", part=Coup
)


def hides_cards(game: Game) -> bool:
    """Tell whether the hands of a coup lie face down until they are turned."""
    assert isinstance(game, Baccarat)
    return game.coup.face == "down"
