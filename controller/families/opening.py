"""Opening a table: from its files to the rules and the first state."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Final

from config.game import Game
from config.irregularities import holding_irregularities
from config.table import SCOREBOARD, Table, TableAndGame, schedule_in_force
from controller.facts.events import DeckUnloaded, TableOpened
from controller.families import family_of
from controller.settlement.limits import limits_at
from controller.settlement.stages import stages_in_turn
from controller.table.family import Family, Step, group_of, open_together
from controller.table.handlers import HANDLERS, VOID_WITH_ROUND
from controller.table.open_steps import OpenSteps
from controller.table.shoe import copies_in_deck
from controller.table.state import Rules, TableState
from controller.table.steps import COMMON_STEPS

# The scoreboard tells what its screens draw; no table file names it, and no table waits for it.
SCREENS: Final = {SCOREBOARD: "scoreboard"}


def rules_of(loaded: TableAndGame) -> Rules:
    """Gather what does not change while the table is open."""
    table, game = loaded.table, loaded.game
    family = family_of(game)
    every_step, steps = (*COMMON_STEPS, *family.steps), steps_of(family, game)
    marking = tuple(wager for wager in game.wagers if wager.marks)
    tallied = {mark: wager.name for wager in marking for mark in wager.mark_names}
    limits = (table.limits.minimum, table.limits.maximum) if table.limits else None
    return Rules(
        game=game,
        family=family,
        steps=steps,
        groups=tuple(group_of(tuple(steps[each] for each in group)) for group in game.deal.steps),
        open_steps=_open_steps(game, steps),
        handlers={**HANDLERS, **family.handlers},
        round_events=VOID_WITH_ROUND.union(*(step.events for step in every_step)) - {DeckUnloaded},
        table=table.id,
        seats=table.seats,
        first_seat=table.bank.first_seat,
        timer_s=table.betting.timer_s,
        limits=limits,
        devices=SCREENS | {name: device.kind for name, device in table.devices.items()},
        holds_when_lost=frozenset(
            name for name, device in table.devices.items() if device.when_lost == "hold"
        ),
        open_readings=loaded.open_readings,
        offers=holding_irregularities(),
        digest=_digest(loaded),
        reading_names=frozenset(reading.name for reading in game.readings),
        outcomes=_outcomes(tallied) if family.keeps_road else (),
        marking=marking,
        tallied=tallied,
        staying=tuple(wager.name for wager in game.wagers if wager.loses),
        wager_names=frozenset(wager.name for wager in game.wagers),
        wager_limits=limits_at(table, game),
        schedule=schedule_in_force(table, game),
        stages=stages_in_turn(game),
        copies=copies_in_deck(game.cards),
        title=table.signage.title if table.signage else "",
        collection=table.signage.collection if table.signage else "",
        by_hand=table.entry.results == "by-hand",
        own_limits=_own_limits(table),
        fees=None if table.fees is None else str(table.fees),
    )


def _own_limits(table: Table) -> tuple[tuple[str, int, int], ...]:
    own = table.limits.wagers if table.limits else {}
    return tuple(sorted((name, each.minimum, each.maximum) for name, each in own.items()))


def steps_of(family: Family, game: Game) -> dict[str, Step]:
    """The steps a game's file names, each made for its label."""
    kinds = {step.name: step for step in (*COMMON_STEPS, *family.steps)}
    names = (name for group in game.deal.steps for name in group)
    return {name: _step(kinds, name) for name in names}


def _step(kinds: Mapping[str, Step], name: str) -> Step:
    kind, _, label = name.partition(":")
    step = kinds[kind]
    made = step.labelled(label) if label and step.labelled else step
    return made if made.name == name else replace(made, name=name)


def _open_steps(game: Game, steps: Mapping[str, Step]) -> dict[tuple[str, ...], OpenSteps]:
    """Every way in which steps of a group can be open together."""
    return {
        names: open_together([steps[name] for name in names])
        for group in game.deal.steps
        for size in range(1, len(group) + 1)
        for names in combinations(group, size)
    }


def _outcomes(tallied: Mapping[str, str]) -> tuple[str, ...]:
    return ("player", "banker", "tie", *dict.fromkeys(tallied.values()), "natural")


def _digest(loaded: TableAndGame) -> str:
    """Name the exact rules: under equal settings two tables with equal digests decide alike."""
    return hashlib.sha256(loaded.game.model_dump_json().encode()).hexdigest()[:16]


def closed_table(rules: Rules) -> TableState:
    """The state before the table is opened."""
    return TableState(rules)


def opening_event(rules: Rules, abandoned: int | None = None, rounds: int = 0) -> TableOpened:
    """The event that opens a record under these rules."""
    return TableOpened(
        table=rules.table,
        game=rules.game.id,
        seats=rules.seats,
        digest=rules.digest,
        settings=rules.settings,
        abandoned=abandoned,
        rounds=rounds,
    )
