"""The walk of a settlement in words: for each seat, what to do with each wager."""

from collections.abc import Mapping
from typing import Literal

from config.words import Words
from controller.facts.board import Walk, WalkStep, WalkWager
from controller.facts.fact import Fact, Seat, Text
from controller.facts.phrase import Phrase, phrase


class WalkDeed(Fact):
    """What the house dealer does with one wager."""

    text: Text
    result: Literal["win", "lose", "push", "stay", ""]


class WalkLine(Fact):
    """One seat of the walk."""

    seat: Seat
    deeds: tuple[WalkDeed, ...]


def walk_lines(walk: Walk, titles: Mapping[str, str], said: Words) -> tuple[WalkLine, ...]:
    """The walk as the house dealer reads it."""
    return tuple(_line(step, titles, said) for step in walk.steps)


def _line(step: WalkStep, titles: Mapping[str, str], said: Words) -> WalkLine:
    deeds = tuple(
        WalkDeed(text=said.sentence(_deed(each, titles)), result=each.result)
        for each in step.wagers
    )
    return WalkLine(seat=step.seat, deeds=deeds)


def _deed(each: WalkWager, titles: Mapping[str, str]) -> Phrase:
    wager = titles.get(each.wager, each.wager)
    if each.uncovered and not (each.pays or each.takes):
        return phrase("walk-exhausted", wager=wager)
    if each.pays and each.uncovered:
        return phrase("walk-pay-short", wager=wager, amount=each.pays, short=each.uncovered)
    if each.pays:
        return phrase("walk-pay", wager=wager, amount=each.pays)
    if each.takes:
        return phrase("walk-take", wager=wager, amount=each.takes)
    return _without_amount(each, wager)


def _without_amount(each: WalkWager, wager: str) -> Phrase:
    match each.result:
        case "win":
            return phrase("walk-win", wager=wager)
        case "lose":
            return phrase("walk-lose", wager=wager)
        case "push":
            return phrase("walk-push", wager=wager)
        case "stay":
            return phrase("walk-stay", wager=wager)
    return phrase("walk-compare", wager=wager)
