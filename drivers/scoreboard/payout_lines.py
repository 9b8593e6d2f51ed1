"""What each wager of a game pays, as the lines of a payout screen."""

from collections.abc import Iterator
from typing import Final

from config.conditions import CoupCondition, FirstTwo
from config.fee_words import dollars
from config.game import Wager
from controller.facts.fact import Fact

PUSH: Final = "push"
WIN: Final = "win"
SIDES: Final = {"player": "Player", "banker": "Banker"}
TITLES: Final = {
    "half": "Half win",
    "joker-joker": "Two jokers",
    "mini-royal": "Mini royal",
    "royal-match": "Royal match",
    "seven-card-straight-flush": "Seven-card straight flush",
    "seven-card-straight-flush-joker": "Seven-card straight flush, joker",
    "suited-1": "1 suited match",
    "suited-2": "2 suited matches",
    "unsuited-1": "1 unsuited match",
    "unsuited-2": "2 unsuited matches",
    "suited-1-unsuited-1": "1 suited, 1 unsuited match",
}
# A wager judged by the hand that lost names it so.
BEATEN: Final = "beaten-"
COUNTED: Final = {"cards": "Bank over with {} cards", "red": "{} red cards"}


class PayoutLine(Fact):
    """One result of a wager and what it pays; a screen may translate the outcome's name."""

    outcome: str
    title: str
    pays: str


class WagerPayouts(Fact):
    """One wager with every result that is not a loss."""

    wager: str
    title: str
    lines: tuple[PayoutLine, ...]


def wager_payouts(wager: Wager) -> WagerPayouts:
    """The lines of one wager, in the order of its book."""
    lines = (*_won(wager), *_pushed(wager))
    return WagerPayouts(wager=wager.name, title=wager.title, lines=lines)


def pays_words(odds: str) -> str:
    """Say odds as a layout prints them: `40:1` is 40 to 1."""
    win, stake = map(int, odds.split(":"))
    return f"{win:,} to {stake}" if win else PUSH


def condition_words(condition: CoupCondition) -> str:
    """Say a result of a coup in a few words."""
    words = [_winner_words(condition)]
    if condition.natural:
        words.append("with a natural")
    if condition.total is not None:
        cards = f"{condition.cards}-card " if condition.cards else ""
        words.append(f"with {cards}{condition.total}")
    elif condition.cards:
        words.append(f"with {condition.cards} cards")
    if condition.margin is not None:
        words.append(f"by {condition.margin}")
    if condition.loser_total is not None:
        words.append(f"against {condition.loser_total}")
    if condition.banker_total is not None:
        words.append(f"Banker totals {condition.banker_total}")
    if condition.sum is not None:
        words.append(f"both totals make {condition.sum}")
    text = ", ".join(filter(None, (" ".join(filter(None, words)), *_looks(condition))))
    return text[:1].upper() + text[1:]


def _looks(condition: CoupCondition) -> Iterator[str]:
    """Say what the first two cards of a hand must look like."""
    hands = (("Player", condition.player), ("Banker", condition.banker))
    for hand, asked in (*hands, ("either hand", condition.either)):
        if asked is not None:
            yield f"{hand} has {_look(asked)}"


def _look(asked: FirstTwo) -> str:
    kind = "a pair" if asked.pair else "no pair" if asked.pair is False else "two cards"
    if asked.suited:
        return "a suited pair" if asked.pair else f"{kind} of one suit"
    return f"{kind} of one colour" if asked.one_colour else _unlike(kind, asked)


def _unlike(kind: str, asked: FirstTwo) -> str:
    if asked.one_colour is False:
        return f"{kind} of two colours"
    return f"{kind} of two suits" if asked.suited is False else kind


def _winner_words(condition: CoupCondition) -> str:
    if condition.winner is None:
        return ""
    return "tie" if condition.winner == "tie" else f"{SIDES[condition.winner]} wins"


def _won(wager: Wager) -> Iterator[PayoutLine]:
    last = list(wager.table)[-1] if wager.table else ""
    beaten = wager.judged == "beaten-hand"
    for name, odds in wager.table.items():
        title = _case_title(wager, name, name == last) + (" beaten" if beaten else "")
        outcome = f"{BEATEN}{name}" if beaten else name
        yield PayoutLine(outcome=outcome, title=title, pays=pays_words(odds))
    for name, amount in wager.fixed.items():
        title = _case_title(wager, name, False)
        yield PayoutLine(outcome=name, title=title, pays=dollars(amount))
    if wager.odds:
        outcome, title = _plain_win(wager)
        yield PayoutLine(outcome=outcome, title=title, pays=pays_words(wager.odds))


def _plain_win(wager: Wager) -> tuple[str, str]:
    """What wins a wager that pays one price; side wagers keep the name they leave on the road."""
    if wager.wins is None:
        return WIN, "Any other win" if wager.table else "Win"
    sides_only = wager.wins.model_fields_set == {"winner"}
    outcome = wager.wins.winner if sides_only and wager.wins.winner else wager.name
    return outcome, condition_words(wager.wins)


def _case_title(wager: Wager, name: str, is_last: bool) -> str:
    case = wager.cases.get(name)
    if case is not None:
        words = condition_words(case)
        return f"{words} otherwise" if name == "other" else words
    word, _, number = name.rpartition("-")
    if word in COUNTED:
        return COUNTED[word].format(number) + (" or more" if is_last else "")
    return TITLES.get(name) or name[:1].upper() + name[1:].replace("-", " ")


def _pushed(wager: Wager) -> Iterator[PayoutLine]:
    if wager.judged == "winning-hand":
        yield PayoutLine(outcome=WIN, title="Any other win", pays=PUSH)
    for condition in wager.pushes:
        outcome = "tie" if condition.model_fields_set == {"winner"} else PUSH
        yield PayoutLine(outcome=outcome, title=condition_words(condition), pays=PUSH)
