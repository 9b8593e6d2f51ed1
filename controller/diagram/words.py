"""What each step of a game is called on its diagram, taken from the game's own data."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from config.game import Game
from config.poker import Delivery
from controller.families.baccarat.sections import Baccarat
from controller.families.nine.sections import NineGame
from controller.families.twenty_one.sections import TwentyOneGame

SAID: Final[dict[str, dict[str, str]]] = tomllib.loads(
    Path(__file__).with_name("words.toml").read_text(encoding="utf-8")
)


class StepWords(NamedTuple):
    """A step in words: who or what acts, a title, a sentence."""

    who: str
    title: str
    text: str


def step_words(game: Game, step: str) -> StepWords:
    """Describe one step of a game."""
    kind, _, label = step.partition(":")
    if kind in BY_LABEL:
        return BY_LABEL[kind](game, label)
    return BY_GAME[kind](game) if kind in BY_GAME else StepWords(**SAID[kind])


def listed(words: list[str], last: str = "and") -> str:
    """Join words the way a sentence does."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(number: int, thing: str) -> str:
    """Say how many, as `1 card` or `3 cards`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _bets_closed(game: Game) -> StepWords:
    by_lid = game.deal.closed_by == "lid"
    text = "What lies on the felt when the lid opens counts." if by_lid else "No wager after this."
    return StepWords("house dealer", "Bets close", text)


def _coup(game: Game) -> StepWords:
    assert isinstance(game, Baccarat)
    face = game.coup.face
    text = f"Player, Banker, Player, Banker, face {face}; then third cards by the chart."
    if game.coup.naturals_stop:
        text += " Naturals stop both."
    return StepWords("shoe", "The coup", text)


def _delivery(part: Delivery) -> str:
    burnt = f", {part.burn} of them burnt" if part.burn else ""
    return f"{counted(part.count, 'card')} to {SAID['places'][part.to]}, face {part.face}{burnt}"


def _stacks(game: Game, label: str) -> StepWords:
    plan = [part for part in game.stacks.plan if part.stage == label] if game.stacks else []
    first = SAID["first"][game.stacks.first] if game.stacks else ""
    start = f", {first}" if any(part.to in ("wagers", "seats") for part in plan) else ""
    text = "; ".join(_delivery(part) for part in plan) + start
    return StepWords("shuffler", _titled("Stacks", label), f"{text}.")


def _titled(title: str, label: str) -> str:
    return f"{title}: {label.replace('-', ' ')}" if label else title


def _unload(game: Game) -> StepWords:
    colours = game.stacks.colours if game.stacks else ()
    text = "What is left is unloaded and counted."
    if len(colours) > 1:
        text += f" Decks take turns: {listed(list(colours))}."
    return StepWords("shuffler", "Unload", text)


def _play(game: Game, label: str) -> StepWords:
    window = game.play.get(label)
    if window is None:
        return StepWords("players", "Play or fold", "Each seat plays on or folds.")
    sizes = listed([str(times) for times in window.times], "or")
    other = "or folds" if window.folds else "or checks"
    unit = "times" if window.times != (1,) else "time"
    text = f"Each seat bets {sizes} {unit} the Ante {other}."
    return StepWords("players", _titled("Betting", label), text)


def _reveal(game: Game, label: str) -> StepWords:
    turning = game.reveal.get(label)
    if turning is None:
        return StepWords("house dealer", "Cards turned", "The cards are turned up.")
    cards = counted(turning.count, "card")
    whose = f"{cards} of the bank" if turning.whose == "bank" else f"{cards} in the middle"
    text = f"{whose} turned up."
    return StepWords("house dealer", _titled("Turned up", label), text)


def _piles(game: Game) -> StepWords:
    if game.piles is None:
        return StepWords("house dealer", "Piles", "")
    thing = "tile" if game.family == "pai-gow-tiles" else "card"
    text = f"{counted(game.piles.size, thing)} each, {SAID['dealt'][game.piles.dealt]}"
    left = f"; {game.piles.left_over} left over." if game.piles.left_over else "."
    return StepWords("house dealer", f"{game.piles.count} piles", text + left)


def _shake(game: Game, label: str) -> StepWords:
    who = {"house": "house dealer", "bank": "bank"}.get(label, "dice cup")
    count = game.dice.count if game.dice else 0
    dice = "1 die" if count == 1 else f"{count} dice"
    return StepWords(who, "Shake", f"{dice} in the cup, lid on.")


def _deliver(game: Game) -> StepWords:
    side = game.piles.follows if game.piles else "right"
    direction = game.button.direction if game.button else game.bank.direction
    text = f"From the first hand {direction}; the next pile lies to the {side}."
    return StepWords("house dealer", "Piles go out", text)


def _first_cards(game: Game) -> StepWords:
    assert isinstance(game, TwentyOneGame)
    deal = game.twenty_one.deal
    cards = {"up-later": "one up, the second later"}.get(deal.bank, deal.bank.replace("-", ", "))
    text = f"{SAID['first'][deal.start].capitalize()}, face {deal.players}; the bank last: {cards}."
    return StepWords("shoe", "Two cards each", text)


def _three_cards(game: Game) -> StepWords:
    assert isinstance(game, NineGame)
    how = game.nine.deal.dealt.replace("-", " ")
    text = f"{how.capitalize()}, from the seat the dice name, the bank in its place."
    return StepWords("shoe", "Three cards each", text)


def _fourth_cards(game: Game) -> StepWords:
    assert isinstance(game, NineGame)
    place = "the button" if game.nine.draw.start == "button" else "the bank's left"
    return StepWords("players", "Fourth cards", f"Each seat from {place} draws or stands.")


def _settle(game: Game) -> StepWords:
    titles = {wager.name: wager.title for wager in game.wagers}
    laps = [listed([titles[name] for name in group]) for group in game.settlement.order]
    how = "Lap by lap" if game.settlement.by == "wager" else "Seat by seat"
    return StepWords("house dealer", "Settlement", f"{how}: {', then '.join(laps)}.")


BY_GAME: dict[str, Callable[[Game], StepWords]] = {
    "bets-closed": _bets_closed,
    "coup": _coup,
    "unload": _unload,
    "piles": _piles,
    "deliver": _deliver,
    "first-cards": _first_cards,
    "three-cards": _three_cards,
    "fourth-cards": _fourth_cards,
    "settle": _settle,
}
BY_LABEL: dict[str, Callable[[Game, str], StepWords]] = {
    "stacks": _stacks,
    "play": _play,
    "reveal": _reveal,
    "shake": _shake,
}
