"""A round of a record for `underfelt settle`: its order, and what its main wagers came to."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

from config.game import Game
from controller.cli.journal import opened_journal
from controller.cli.ledger_report import said
from controller.facts.decisions import SettlementLap
from controller.facts.events import Event, TableOpened
from controller.facts.failure import OperatorError
from controller.families.opening import closed_table
from controller.families.recorded import RecordedRound, recorded_round
from controller.families.settle import button_of, results, stages_of
from controller.hands.dealt import HandError
from controller.record.journal import Journal
from controller.record.row import event_of
from controller.settlement.finished import FinishedRound
from controller.settlement.verdict import RoundError
from controller.table.advance import fold
from controller.table.state import Rules

NO_AMOUNTS = "the record has no amounts; give them in --wagers ROUND.json"
NO_CARDS = "no device read the cards of this round; give them with the amounts in --wagers"


class Lap(TypedDict):
    """Wagers that are settled together, and the seats in their turn; a stage before the last."""

    stage: str | None
    wagers: list[str]
    seats: list[int]


class SeatResult(TypedDict):
    """What one wager came to, whatever was staked."""

    seat: int
    wager: str
    result: str
    why: str


class Order(TypedDict):
    """What the command prints as JSON where no amounts are known."""

    game: str
    seats: int
    round: int
    bank: int | None
    covers: bool | None
    button: int | None
    order: list[Lap]
    results: list[SeatResult]
    not_known: list[str]


def round_of(record: Path, rules: Rules, number: int) -> RecordedRound:
    """A round that was played under these rules, with the button that was counted in it."""
    with opened_journal(record) as journal:
        first, end = _played(journal, rules, number)
        state = fold(closed_table(rules), _events(journal, 0, first))
        try:
            played, known = recorded_round(state, _events(journal, first - 1, end), number)
        except RoundError as error:
            raise OperatorError(f"{record}: {error}") from None
    button = button_of(played.game, played.seats, known)
    return RecordedRound(played, known.model_copy(update={"button": button}))


def has_amounts(known: FinishedRound) -> bool:
    """Tell whether the wagers of every seat were entered, and the cards read."""
    is_read = bool(known.banker or (known.bank and known.bank.cards))
    return is_read and bool(known.seats) and all(held.wagers for held in known.seats.values())


def _played(journal: Journal, rules: Rules, number: int) -> tuple[int, int | None]:
    """The rows from the last opening under these rules before a round, up to the next opening."""
    rows = [(n, event_of(body)) for n, *_, body in journal.events() if b'"table_opened"' in body]
    openings = [(n, event) for n, event in rows if isinstance(event, TableOpened)]
    ours = [place for place, (_, event) in enumerate(openings) if event.digest == rules.digest]
    if not ours:
        raise OperatorError(f"{journal.path}: {_not_ours(openings, rules)}")
    before = [place for place in ours if openings[place][1].rounds < number]
    place = before[-1] if before else ours[-1]
    later = openings[place + 1 :]
    return openings[place][0], later[0][0] if later else None


def _not_ours(openings: list[tuple[int, TableOpened]], rules: Rules) -> str:
    if not openings:
        return "no table was opened in this record; name the state directory of a table that ran"
    event = openings[-1][1]
    if event.game != rules.game.id:
        return f"a record of {event.game}, the table file plays {rules.game.id}; give its --table"
    return (
        f"recorded under rules {event.digest}, the table file gives {rules.digest};"
        " settle with the files the table ran with"
    )


def _events(journal: Journal, after: int, end: int | None) -> Iterator[Event]:
    for number, *_, body in journal.events(after):
        if end is not None and number >= end:
            return
        yield event_of(body)


def order_of(rules: Rules, number: int, known: FinishedRound) -> Order:
    """The order of a recorded round, and its results as far as its cards were read."""
    game, seats = rules.game, rules.seats
    found, missing = _results(rules, known)
    stages = stages_of(game, seats, known)
    return {
        "game": game.id,
        "seats": seats,
        "round": number,
        "bank": known.bank.seat if known.bank else None,
        "covers": known.bank.covers if known.bank else None,
        "button": known.button,
        "order": [_lap(stage.name, lap) for stage in stages for lap in stage.laps],
        "results": found,
        "not_known": [NO_AMOUNTS, *missing],
    }


def _lap(stage: str, lap: SettlementLap) -> Lap:
    return {"stage": stage or None, "wagers": list(lap.wagers), "seats": list(lap.seats)}


def _results(rules: Rules, known: FinishedRound) -> tuple[list[SeatResult], list[str]]:
    if not (known.banker or (known.bank and known.bank.cards)):
        return [], [NO_CARDS]
    try:
        lines = results(rules.game, rules.seats, known)
    except (RoundError, HandError) as error:
        return [], [f"no results: {error}"]
    return [
        {"seat": line.seat, "wager": line.wager, "result": str(line.result), "why": said(line.why)}
        for line in lines
    ], []


def text_of(game: Game, order: Order) -> str:
    """The order and the results as text; seats with the same result share a line."""
    button, covers = order["button"], order["covers"]
    where = f"from the button, seat {button}" if button else f"from {game.settlement.start}"
    short = "" if covers is not False else ", which does not cover all wagers"
    bank = f"seat {order['bank']}{short}" if order["bank"] else "none"
    lines = [
        f"{game.name}, {game.room}; {order['seats']} seats; round {order['round']}",
        f"  bank       {bank}; settled {where}",
    ]
    for lap in order["order"]:
        stage = f"{lap['stage']}, " if lap["stage"] else ""
        wagers = ", ".join(lap["wagers"])
        lines.append(f"  order      {stage}{wagers}: {_listed(lap['seats'])}")
    alike: dict[tuple[str, str, str], list[int]] = {}
    for row in order["results"]:
        alike.setdefault((row["wager"], row["result"], row["why"]), []).append(row["seat"])
    for (wager, result, why), seats in alike.items():
        lines.append(f"  result     {wager}: {result}{why and f', {why}'}: {_listed(seats)}")
    return "\n".join([*lines, *(f"  not known  {text}" for text in order["not_known"])])


def _listed(seats: list[int]) -> str:
    return f"seat {', '.join(map(str, seats))}"
