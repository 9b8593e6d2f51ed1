"""The baccarat coup: two cards each, then third cards by the chart."""

from typing import Final

from config.game import Coup, CoupCondition
from controller.core.cards import Card
from controller.core.decisions import OutcomeDecided, Winner
from controller.core.events import CardDrawn
from controller.core.state import RoundState, Rules, TableState, Wanted
from controller.core.steps.button import place_by_card
from controller.core.steps.step import DONE, Outcome, Step

VALUE: Final[dict[Card, int]] = {card: min(card.rank, 10) % 10 for card in Card}
WANTED: Final = {
    (hand, number): (Wanted("card_drawn", f"{hand.title()} takes a {nth} card", None, hand),)
    for hand in ("player", "banker")
    for number, nth in enumerate(("first", "second", "third"))
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
    return OutcomeDecided(
        round=current.number,
        winner=winner,
        player=current.player,
        banker=current.banker,
        player_total=ours,
        banker_total=theirs,
        mark=_mark(winner, current),
        bonuses=tuple([w.name for w in rules.marking if w.wins and meets(w.wins, winner, current)]),
        readings=(NATURALS_STOP,) if _reading_decided(rules, current) else (),
    )


def meets(condition: CoupCondition, winner: Winner, current: RoundState) -> bool:
    """Tell whether a coup meets a wager's condition."""
    if condition.winner != winner:
        return False
    points, hand = (
        (current.banker_total, current.banker)
        if winner == "banker"
        else (current.player_total, current.player)
    )
    return (condition.total is None or condition.total == points) and (
        condition.cards is None or condition.cards == len(hand)
    )


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
    ours, theirs = current.player_total, current.banker_total
    return (theirs > 7 and ours <= coup.player_draws_to) or (
        ours > 7 and theirs <= coup.banker_draws_to
    )


def _begin(_table: TableState, current: RoundState) -> None:
    current.next_hand = "player"


def _wanted(_table: TableState, current: RoundState) -> tuple[Wanted, ...]:
    hand = current.next_hand
    if hand is None:
        return ()
    held = current.player if hand == "player" else current.banker
    return WANTED[hand, len(held)]


def _draw(table: TableState, current: RoundState, event: CardDrawn, _forced: bool) -> Outcome:
    rules, card = table.rules, event.card
    coup = rules.game.coup
    assert coup is not None
    if current.next_hand == "player":
        current.player += (card,)
        current.player_total = (current.player_total + VALUE[card]) % 10
    else:
        current.banker += (card,)
        current.banker_total = (current.banker_total + VALUE[card]) % 10
        if len(current.banker) == 2:
            current.natural = current.player_total > 7 or current.banker_total > 7
            place_by_card(table, current, card.rank_code)
    current.next_hand = next_hand(coup, rules.chart, current)
    if current.next_hand is not None:
        return None
    current.outcome = decide(rules, current)
    table.decided.append(current.outcome)
    return DONE


COUP = Step("coup", frozenset({CardDrawn}), _wanted, _draw, _begin)
