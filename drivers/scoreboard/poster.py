"""The poster: what a table's screens show that does not change while it runs."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final, Literal

from config.fee_words import PAYS_PER, dollars, limits_of, tier_span
from config.fees import FeeOption, FeeTier
from config.game import Game, OptionId, Wager
from config.table import Table, TableAndGame, printed_limits, schedule_in_force
from config.theme import RoomTheme
from controller.facts.fact import Fact
from drivers.scoreboard.payout_lines import WagerPayouts, wager_payouts
from drivers.scoreboard.view import Limits

LINE: Final = "-line"
DROPPED: Final = {
    "before-cards": "Dropped before the cards",
    "before-cup-opens": "Dropped before the cup opens",
    "after-cards": "Dropped after the cards",
}


class WagerLimits(Fact):
    """Least and most of one wager."""

    name: str
    title: str
    main: bool
    lowest: int
    highest: int
    # How many circles of this size a seat has.
    circles: int = 1


class Schedule(Fact):
    """The posted collection schedule as a table."""

    option: OptionId
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


class Poster(Fact):
    """All a screen needs beside the view; `page` is the edition of pages and poster."""

    page: str = ""
    table: str
    room: str
    room_name: str
    game: str
    game_name: str
    family: str
    language: str
    theme: str
    ask: bool
    tail: Literal["stay", "drop"]
    logo: str | None
    seats: int
    limits: Limits | None
    wagers: tuple[WagerLimits, ...]
    payouts: tuple[WagerPayouts, ...]
    schedule: Schedule | None


def poster_of(loaded: TableAndGame, look: RoomTheme) -> Poster:
    """Gather the poster of a table."""
    table, game = loaded.table, loaded.game
    board = table.scoreboard
    return Poster(
        table=table.id,
        room=game.id.partition("/")[0],
        room_name=look.theme.room.name or game.room,
        game=game.id,
        game_name=table.signage.title if table.signage else game.name,
        family=game.family,
        language=board.language,
        theme=board.theme if board.theme in ("dark", "bright") else "room",
        ask=board.ask,
        tail=board.tail,
        logo="/logo" if look.logo else None,
        seats=table.seats,
        limits=_table_limits(table),
        wagers=tuple(_wager_limits(table, game)),
        payouts=tuple(map(wager_payouts, game.wagers)),
        schedule=_schedule(schedule_in_force(table, game), game),
    )


def main_wagers(game: Game) -> list[str]:
    """The wagers a seat plays with: the required ones, or the lines, or the first one."""
    names = [wager.name for wager in game.wagers if wager.required]
    names = names or [wager.name for wager in game.wagers if wager.name.endswith(LINE)]
    return names or [wager.name for wager in game.wagers[:1]]


def _table_limits(table: Table) -> Limits | None:
    limits = table.limits
    return Limits(lowest=limits.minimum, highest=limits.maximum) if limits else None


def _wager_limits(table: Table, game: Game) -> list[WagerLimits]:
    """Every wager that has limits: the table's own first, else the book's; main wagers first."""
    printed, main = printed_limits(table, game), main_wagers(game)
    found = []
    for wager in sorted(game.wagers, key=lambda wager: wager.name not in main):
        span = _span(table, wager, printed.get(wager.name), wager.name in main)
        if span is not None:
            low, high = span
            found.append(
                WagerLimits(
                    name=wager.name,
                    title=wager.title,
                    main=wager.name in main,
                    lowest=low,
                    highest=high,
                    circles=wager.circles,
                )
            )
    return found


def _span(
    table: Table, wager: Wager, printed: tuple[Decimal, Decimal] | None, is_main: bool
) -> tuple[int, int] | None:
    own = table.limits.wagers.get(wager.name) if table.limits else None
    if own:
        return own.minimum, own.maximum
    if printed:
        return int(printed[0]), int(printed[1])
    if is_main and table.limits:
        return table.limits.minimum, table.limits.maximum
    return None


def _schedule(option: FeeOption | None, game: Game) -> Schedule | None:
    if option is None:
        return None
    dropped = (DROPPED[game.deal.dropped],) if game.deal.dropped else ()
    action = (_action(game),) if len(option.bank) > 1 else ()
    return Schedule(
        option=option.option,
        title=f"Collection, option {option.option}",
        columns=("Who pays", "For", "Fee"),
        rows=(*_bank_rows(option), *_player_rows(option)),
        notes=(f"Limits {limits_of(option)}", *action, *dropped),
    )


def _action(game: Game) -> str:
    """Of which wagers the action is the sum that the bank's fee goes by."""
    if game.action is None:
        return "Action: all wagers placed before the cards"
    titles = [wager.title for wager in game.wagers if wager.name in game.action.wagers]
    return f"Action: {', '.join(titles)}"


def _bank_rows(option: FeeOption) -> Iterator[tuple[str, str, str]]:
    for tier in option.bank:
        is_flat = tier.first == 0 and tier.last is None
        yield "Bank", "Each round" if is_flat else _amount("Action", tier), dollars(tier.fee)


def _player_rows(option: FeeOption) -> Iterator[tuple[str, str, str]]:
    """What players pay; that they pay nothing is posted as well."""
    whose = PAYS_PER[option.per].partition(" ")[2].capitalize()
    for tier in option.player:
        yield "Player", _amount(whose, tier), dollars(tier.fee)
    for name, fee in option.bonus.items():
        yield "Player", name.replace("-", " ").capitalize(), dollars(fee)
    for number, fee in enumerate(option.positions, start=1):
        yield "Player", f"Position {number}", dollars(fee)
    if not (option.player or option.bonus or option.positions):
        yield "Player", "Any wager", dollars(Decimal(0))


def _amount(what: str, tier: FeeTier) -> str:
    return what if tier.first == 0 and tier.last is None else f"{what} {tier_span(tier)}"
