"""What each wager of a game pays, as the lines of a payout screen."""

from collections.abc import Iterator
from typing import Final

from config.conditions import CoupCondition, FirstTwo
from config.fee_words import dollars
from config.game import Wager
from config.words import Words
from controller.facts.fact import Fact
from controller.facts.phrase import Phrase, phrase

PUSH: Final = "push"
WIN: Final = "win"
# A wager judged by the hand that lost names it so.
BEATEN: Final = "beaten-"
# Lines of a wager that counts something: the last of them is open upwards.
COUNTED: Final = ("cards", "red")


class PayoutLine(Fact):
    """One result of a wager and what it pays, in the words of the screen's language."""

    outcome: str
    title: str
    pays: str
    # The wager goes back.
    is_push: bool = False


class WagerPayouts(Fact):
    """One wager with every result that is not a loss."""

    wager: str
    title: str
    lines: tuple[PayoutLine, ...]


def wager_payouts(wager: Wager, said: Words) -> WagerPayouts:
    """The lines of one wager, in the order of its book."""
    lines = (*_won(wager, said), *_pushed(wager, said))
    return WagerPayouts(wager=wager.name, title=said.wager(wager.name, wager.title), lines=lines)


def pays_words(odds: str, said: Words) -> str:
    """Say odds as a layout prints them: `40:1` is 40 to 1."""
    win, stake = map(int, odds.split(":"))
    return said.say(phrase("odds-of", win=f"{win:,}", stake=stake) if win else phrase("odds-push"))


def condition_words(condition: CoupCondition, said: Words) -> str:
    """Say a result of a coup in a few words."""
    parts = (*_outcome(condition), *_totals(condition), *_looks(condition))
    text = "".join(map(said.say, parts)).strip(" ,，")
    return text[:1].upper() + text[1:]


def _outcome(condition: CoupCondition) -> Iterator[Phrase]:
    if condition.winner == "tie":
        yield phrase("result-tie")
    elif condition.winner is not None:
        yield phrase("result-won", side=condition.winner)
    if condition.natural:
        yield phrase("result-natural")


def _totals(condition: CoupCondition) -> Iterator[Phrase]:
    if condition.total is not None and condition.cards:
        yield phrase("result-cards-total", cards=condition.cards, total=condition.total)
    elif condition.total is not None:
        yield phrase("result-total", total=condition.total)
    elif condition.cards:
        yield phrase("result-cards", cards=condition.cards)
    if condition.margin is not None:
        yield phrase("result-margin", margin=condition.margin)
    if condition.loser_total is not None:
        yield phrase("result-against", total=condition.loser_total)
    if condition.banker_total is not None:
        yield phrase("result-banker-total", total=condition.banker_total)
    if condition.sum is not None:
        yield phrase("result-sum", sum=condition.sum)


def _looks(condition: CoupCondition) -> Iterator[Phrase]:
    """Say what the first two cards of a hand must look like."""
    hands = (("player", condition.player), ("banker", condition.banker))
    for hand, asked in (*hands, ("either-hand", condition.either)):
        if asked is not None:
            yield phrase("result-look", hand=hand, look=_look(asked), alike=_alike(asked))


def _look(asked: FirstTwo) -> str:
    return {True: "look-pair", False: "look-no-pair", None: "look-two-cards"}[asked.pair]


def _alike(asked: FirstTwo) -> str:
    if asked.suited:
        return "alike-suit"
    if asked.one_colour is not None:
        return "alike-colour" if asked.one_colour else "alike-colours"
    return "alike-any" if asked.suited is None else "alike-suits"


def _won(wager: Wager, said: Words) -> Iterator[PayoutLine]:
    last = list(wager.table)[-1] if wager.table else ""
    beaten = wager.judged == "beaten-hand"
    for name, odds in wager.table.items():
        title = _case_title(wager, name, name == last, said)
        yield PayoutLine(
            outcome=f"{BEATEN}{name}" if beaten else name,
            title=said.say(phrase("hand-beaten", hand=title)) if beaten else title,
            pays=pays_words(odds, said),
            is_push=odds.startswith("0:"),
        )
    for name, amount in wager.fixed.items():
        title = _case_title(wager, name, False, said)
        yield PayoutLine(outcome=name, title=title, pays=dollars(amount))
    if wager.odds:
        outcome, title = _plain_win(wager, said)
        yield PayoutLine(outcome=outcome, title=title, pays=pays_words(wager.odds, said))


def _plain_win(wager: Wager, said: Words) -> tuple[str, str]:
    """What wins a wager that pays one price; side wagers keep the name they leave on the road."""
    if wager.wins is None:
        return WIN, said.say(phrase("any-other-win" if wager.table else "plain-win"))
    sides_only = wager.wins.model_fields_set == {"winner"}
    outcome = wager.wins.winner if sides_only and wager.wins.winner else wager.name
    return outcome, condition_words(wager.wins, said)


def _case_title(wager: Wager, name: str, is_last: bool, said: Words) -> str:
    case = wager.cases.get(name)
    if case is not None:
        result = condition_words(case, said)
        return said.say(phrase("result-otherwise", result=result)) if name == "other" else result
    kind, _, number = name.rpartition("-")
    return said.paid(f"{kind}-or-more-{number}" if is_last and kind in COUNTED else name)


def _pushed(wager: Wager, said: Words) -> Iterator[PayoutLine]:
    back = said.say(phrase("odds-push"))
    if wager.judged == "winning-hand":
        title = said.say(phrase("any-other-win"))
        yield PayoutLine(outcome=WIN, title=title, pays=back, is_push=True)
    for condition in wager.pushes:
        outcome = "tie" if condition.model_fields_set == {"winner"} else PUSH
        title = condition_words(condition, said)
        yield PayoutLine(outcome=outcome, title=title, pays=back, is_push=True)
