"""The rounds of every family as state diagrams, drawn from the steps of its first game."""

from collections.abc import Iterator

from config.game import Game
from controller.families import family_of
from controller.families.catalogue import game_ids, game_places, load_game, load_header
from controller.families.opening import steps_of
from controller.table.unexpected import UNEXPECTED


def round_diagrams() -> str:
    """One diagram for each family that deals, in the order of their names."""
    firsts = {load_header(game_id).family: game_id for game_id in reversed(game_ids())}
    return "\n\n".join(_diagram(firsts[family]) for family in sorted(firsts))


def unexpected_events() -> str:
    """The table of what an event is that no open step takes."""
    rows = ["| event | when | irregularity |", "|---|---|---|"]
    for row in UNEXPECTED:
        kind = row.event.model_fields.get("kind")
        when = (row.when.__doc__ or "").rstrip(".").lower()
        event = f"`{kind.default}`" if kind else "any other"
        rows.append(f"| {event} | {when} | {f'`{row.irregularity}`' if row.irregularity else ''} |")
    return "\n".join(rows)


def _diagram(game_id: str) -> str:
    game = load_game(game_id, _supplied(game_id))
    lines = [f"**{game.family}**, as {game.name} is dealt:", "", "```mermaid", "stateDiagram-v2"]
    return "\n".join([*lines, *_states(game), "```"])


def _supplied(game_id: str) -> dict[str, object]:
    """Any value where the book misses one: the steps do not depend on it."""
    assert game_places()[game_id]
    return {
        item.key: {"four-of-a-kind": 5} if item.key.endswith(".fixed") else 3
        for item in load_header(game_id).missing
    }


def _states(game: Game) -> Iterator[str]:
    """A state for each group of steps; the events that a group takes lead out of it."""
    steps = steps_of(family_of(game), game)
    names = [" + ".join(group) for group in game.deal.steps]
    for number, (group, name) in enumerate(zip(game.deal.steps, names, strict=True)):
        kinds = {
            event.model_fields["kind"].default for step in group for event in steps[step].events
        }
        yield f'    state "{name}" as s{number}'
        yield f"    {f's{number - 1}' if number else '[*]'} --> s{number}"
        yield f"    note right of s{number}: {', '.join(sorted(kinds))}"
    yield f"    s{len(names) - 1} --> [*]"
