"""The baccarat coup: two cards each, then third cards by the chart."""

from functools import lru_cache
from typing import Final

from config.baccarat import Coup
from controller.facts.cards import Card
from controller.facts.decisions import OutcomeDecided, Winner
from controller.facts.events import CardDrawn, CardsRevealed
from controller.families.baccarat.coup_result import CoupResult, mark_of
from controller.table.state import Irregular, RoundState, Rules, TableState, Wanted
from controller.table.steps.button import place_by_card
from controller.table.steps.step import DONE, Outcome, Step

VALUE: Final[dict[Card, int]] = {card: min(card.rank, 10) % 10 for card in Card}
WANTED: Final = {
    (hand, number): (Wanted("card_drawn", f"{hand.title()} takes a {nth} card", None, hand),)
    for hand in ("player", "banker")
    for number, nth in enumerate(("first", "second", "third"))
}
REVEAL: Final = {
    hand: (Wanted("cards_revealed", f"Turn the {hand.title()} hand face up", None, hand),)
    for hand in ("player", "banker")
}
HANDS: Final = ("player", "banker")
BUTTON_CARDS: Final = {
    "player-1": ("player", 1),
    "banker-1": ("banker", 1),
    "banker-2": ("banker", 2),
}
NATURALS_STOP: Final = "naturals-stop"


def next_hand(coup: Coup, chart: tuple[str, ...], current: RoundState) -> str | None:
    """Tell which hand takes the next card, or None when the coup is complete."""
    player, banker = current.player, current.banker
    dealt = len(player) + len(banker)
    if dealt < 4:
        return "banker" if dealt & 1 else "player"
    if len(banker) == 3:
        return None
    if len(player) == 3:
        return "banker" if chart[current.banker_total][VALUE[player[2]]] == "H" else None
    if current.natural and coup.naturals_stop:
        return None
    if current.player_total <= coup.player_draws_to:
        return "player"
    return "banker" if current.banker_total <= coup.banker_draws_to else None


def chart_rows(coup: Coup | None) -> tuple[str, ...]:
    """Lay the chart out by Banker total; an eight or a nine never draws a third card."""
    if coup is None:
        return ()
    return tuple(coup.chart.get(str(points), "S" * 10) for points in range(10))


def decide(rules: Rules, current: RoundState) -> OutcomeDecided:
    """Name the winner, the road's mark and the bonus outcomes of a complete coup."""
    ours, theirs = current.player_total, current.banker_total
    winner: Winner = "tie" if ours == theirs else "player" if ours > theirs else "banker"
    result = CoupResult(ours, theirs, len(current.player), len(current.banker))
    return OutcomeDecided(
        round=current.number,
        winner=winner,
        player=current.player,
        banker=current.banker,
        player_total=ours,
        banker_total=theirs,
        mark=_mark(winner, current),
        bonuses=_bonuses(rules, result),
        readings=(NATURALS_STOP,) if _reading_decided(rules, current) else (),
        is_free=current.is_free,
    )


@lru_cache(maxsize=4096)
def _bonuses(rules: Rules, result: CoupResult) -> tuple[str, ...]:
    return tuple(mark for wager in rules.marking if (mark := mark_of(wager, result)))


def _mark(winner: Winner, current: RoundState) -> str:
    """Write the road's mark: the winner, then n natural, p player pair, b banker pair."""
    player, banker = current.player, current.banker
    mark = "T" if winner == "tie" else "P" if winner == "player" else "B"
    if current.natural:
        mark += "n"
    if player[0].rank == player[1].rank:
        mark += "p"
    if banker[0].rank == banker[1].rank:
        mark += "b"
    return mark


def _reading_decided(rules: Rules, current: RoundState) -> bool:
    """Tell whether a hand would have drawn but for the reading that naturals stop both."""
    coup = rules.game.coup
    if coup is None or len(current.player) + len(current.banker) > 4:
        return False
    if NATURALS_STOP not in rules.reading_names:
        return False
    ours, theirs = current.player_total, current.banker_total
    return (theirs > 7 and ours <= coup.player_draws_to) or (
        ours > 7 and theirs <= coup.banker_draws_to
    )


def _begin(table: TableState, current: RoundState) -> None:
    coup = table.rules.game.coup
    current.next_hand = "player"
    if coup is not None and coup.face == "down":
        current.face_down = HANDS


def _awaits_reveal(current: RoundState) -> bool:
    return bool(current.face_down) and len(current.banker) >= 2


def _wanted(_table: TableState, current: RoundState) -> tuple[Wanted, ...]:
    hand = current.next_hand
    if _awaits_reveal(current):
        return REVEAL[current.face_down[0]]
    if hand is None:
        return ()
    held = current.player if hand == "player" else current.banker
    return WANTED[hand, len(held)]


def _take(
    table: TableState, current: RoundState, event: CardDrawn | CardsRevealed, forced: bool
) -> Outcome:
    if isinstance(event, CardsRevealed):
        return _reveal(table, current, event, forced)
    if _awaits_reveal(current):
        if not forced:
            return Irregular("card-out-of-turn", str(event.card))
        # A card the floor accepts has been drawn to hands that everybody knows by then.
        for hand in current.face_down:
            _turn_up(table, current, hand)
        if current.next_hand is None:
            return _complete(table, current)
    return _draw(table, current, event.card)


def _draw(table: TableState, current: RoundState, card: Card) -> Outcome:
    rules, hand = table.rules, current.next_hand
    coup = rules.game.coup
    assert coup is not None
    if hand == "player":
        current.player += (card,)
        current.player_total = (current.player_total + VALUE[card]) % 10
        held = len(current.player)
    else:
        current.banker += (card,)
        current.banker_total = (current.banker_total + VALUE[card]) % 10
        held = len(current.banker)
        if held == 2:
            current.natural = current.player_total > 7 or current.banker_total > 7
    if (hand, held) == BUTTON_CARDS.get(coup.button_card or "") and hand not in current.face_down:
        _place_button(table, current, card)
    current.next_hand = next_hand(coup, rules.chart, current)
    if current.next_hand is not None or current.face_down:
        return None
    return _complete(table, current)


def _complete(table: TableState, current: RoundState) -> Outcome:
    current.outcome = decide(table.rules, current)
    table.decided.append(current.outcome)
    return DONE


def _reveal(table: TableState, current: RoundState, event: CardsRevealed, forced: bool) -> Outcome:
    """Turn up the hand that is due; only then may its cards move anything visible."""
    hand = event.hand or (current.face_down[0] if _awaits_reveal(current) else None)
    if hand is None or hand not in current.face_down:
        return Irregular("entry-refused", "cards turned up")
    early = not _awaits_reveal(current) or hand != current.face_down[0]
    if early and not forced:
        return Irregular("reveal-out-of-turn", f"the {hand.title()} hand was turned up")
    _turn_up(table, current, hand)
    if current.face_down or current.next_hand is not None:
        return None
    return _complete(table, current)


def _turn_up(table: TableState, current: RoundState, hand: str) -> None:
    coup = table.rules.game.coup
    assert coup is not None
    current.face_down = tuple(other for other in current.face_down if other != hand)
    whose, number = BUTTON_CARDS.get(coup.button_card or "", ("", 0))
    cards = current.player if hand == "player" else current.banker
    if whose == hand and len(cards) >= number:
        _place_button(table, current, cards[number - 1])


def _place_button(table: TableState, current: RoundState, card: Card) -> None:
    """A free hand is not settled, so nobody is settled first."""
    if not current.is_free:
        place_by_card(table, current, card.rank_code)


COUP = Step("coup", frozenset({CardDrawn, CardsRevealed}), _wanted, _take, _begin)
