"""Rounds as a file tells them to `settle`, in short."""

import json
from collections.abc import Mapping
from typing import NamedTuple

from click.testing import CliRunner, Result

from controller.cli.main import cli

JQK = {"J": 11, "Q": 12, "K": 13}
ALL = {rank: place + 1 for place, rank in enumerate("A23456789TJQK")}


class Refusal(NamedTuple):
    """A round that the book forbids, the word for it, and the lines."""

    name: str
    game: str
    round: Mapping[str, object]
    why: str
    lines: str
    values: Mapping[str, int] = {}


def hand(cards: str, **told: object) -> dict[str, object]:
    return {"cards": cards.split(), **told}


def bank(seat: int, cards: str = "", **told: object) -> dict[str, object]:
    return {"seat": seat, "cards": cards.split(), **told}


def seat(
    cards: str = "", hands: object = (), folded: bool = False, **wagers: int
) -> dict[str, object]:
    staked = {name.replace("_", "-"): amount for name, amount in wagers.items()}
    return {"wagers": staked, "cards": cards.split(), "hands": hands, "folded": folded}


def settled(game: str, told: object, values: Mapping[str, int], *more: str) -> Result:
    given = [
        part for rank in values for part in ("--value", f"button.values.{rank}={values[rank]}")
    ]
    return CliRunner().invoke(cli, ["settle", game, "-", *given, *more], input=json.dumps(told))
