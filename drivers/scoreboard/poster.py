"""The poster: what a table's screens show that does not change while it runs."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Final, Literal

from config.fee_words import dollars
from config.fees import FeeOption, FeeTier
from config.game import Game, OptionId, Wager
from config.table import Table, TableAndGame, printed_limits, schedule_in_force
from config.theme import RoomTheme
from config.words import ENGLISH, Words, words
from controller.facts.fact import Fact
from controller.facts.phrase import Phrase, phrase
from drivers.scoreboard.payout_lines import WagerPayouts, wager_payouts
from drivers.scoreboard.view import Limits

LINE: Final = "-line"
FAMILIES: Final = Path(__file__).parent / "web" / "families"
PLAIN: Final = "plain"
DROPPED: Final = {
    "before-cards": "dropped-before-cards",
    "before-cup-opens": "dropped-before-cup-opens",
    "after-cards": "dropped-after-cards",
}
PAID_PER: Final = {
    "wager": "schedule-wager",
    "separate-wager": "schedule-separate-wager",
    "circle": "schedule-circle",
    "player": "schedule-each-player",
}
COLUMNS: Final = (phrase("schedule-who"), phrase("schedule-for"), phrase("schedule-fee"))


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
    # The file of web/families that draws this game's board.
    board: str
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
    # What the room says on its screens today.
    message: str = ""
    # Whether the board says how the table is set up while nobody plays.
    set_up: bool = False


def poster_of(loaded: TableAndGame, look: RoomTheme, language: str = "") -> Poster:
    """Gather the poster of a table, in its own language or another."""
    table, game = loaded.table, loaded.game
    board = table.scoreboard
    spoken = language or board.language
    said = words(spoken)
    return Poster(
        table=table.id,
        room=game.id.partition("/")[0],
        room_name=look.theme.room.name or game.room,
        game=game.id,
        game_name=table.signage.title if table.signage else game.name,
        family=game.family,
        board=board_file(game.family),
        language=spoken,
        theme=board.theme if board.theme in ("dark", "bright") else "room",
        ask=board.ask,
        tail=board.tail,
        logo="/logo" if look.logo else None,
        seats=table.seats,
        limits=_table_limits(table),
        wagers=tuple(_wager_limits(table, game, said)),
        payouts=tuple(wager_payouts(wager, said) for wager in game.wagers),
        schedule=_schedule(schedule_in_force(table, game), game, said),
        message=table.messages.get(spoken) or table.messages.get(ENGLISH, ""),
        set_up=board.set_up,
    )


def board_file(family: str) -> str:
    """The view of a family by its name, or the one for all that have none of their own."""
    return family if (FAMILIES / f"{family}.js").is_file() else PLAIN


def main_wagers(game: Game) -> list[str]:
    """The wagers a seat plays with: the required ones, or the lines, or the first one."""
    names = [wager.name for wager in game.wagers if wager.required]
    names = names or [wager.name for wager in game.wagers if wager.name.endswith(LINE)]
    return names or [wager.name for wager in game.wagers[:1]]


def _table_limits(table: Table) -> Limits | None:
    limits = table.limits
    return Limits(lowest=limits.minimum, highest=limits.maximum) if limits else None


def _wager_limits(table: Table, game: Game, said: Words) -> list[WagerLimits]:
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
                    title=said.wager(wager.name, wager.title),
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


def _schedule(option: FeeOption | None, game: Game, said: Words) -> Schedule | None:
    if option is None:
        return None
    dropped = (said.say(phrase(DROPPED[game.deal.dropped])),) if game.deal.dropped else ()
    action = (said.say(_action(game, said)),) if len(option.bank) > 1 else ()
    return Schedule(
        option=option.option,
        title=said.say(phrase("schedule-title", option=option.option)),
        columns=tuple(map(said.say, COLUMNS)),
        rows=(*_bank_rows(option, said), *_player_rows(option, said)),
        notes=(_limits(option, said), *action, *dropped),
    )


def _limits(option: FeeOption, said: Words) -> str:
    (least, most), (low, high) = option.minimum, option.maximum
    if least == most and low == high:
        span = dollars(least) if least == low else f"{dollars(least)} – {dollars(low)}"
        return said.say(phrase("schedule-limits", limits=span))
    between = phrase(
        "schedule-limits-between",
        least=dollars(least),
        most=dollars(most),
        low=dollars(low),
        high=dollars(high),
    )
    return said.say(phrase("schedule-limits", limits=said.say(between)))


def _action(game: Game, said: Words) -> Phrase:
    """Of which wagers the action is the sum that the bank's fee goes by."""
    if game.action is None:
        return phrase("schedule-all-action")
    counted = (wager for wager in game.wagers if wager.name in game.action.wagers)
    titles = tuple(said.wager(wager.name, wager.title) for wager in counted)
    return phrase("schedule-action-of", wagers=titles)


def _bank_rows(option: FeeOption, said: Words) -> Iterator[tuple[str, str, str]]:
    bank, action = said.say(phrase("schedule-bank")), said.say(phrase("schedule-action"))
    for tier in option.bank:
        is_flat = tier.first == 0 and tier.last is None
        each = said.say(phrase("schedule-each-round")) if is_flat else _amount(action, tier)
        yield bank, each, dollars(tier.fee)


def _player_rows(option: FeeOption, said: Words) -> Iterator[tuple[str, str, str]]:
    """What players pay; that they pay nothing is posted as well."""
    player, whose = said.say(phrase("schedule-player")), said.say(phrase(PAID_PER[option.per]))
    for tier in option.player:
        yield player, _amount(whose, tier), dollars(tier.fee)
    for name, fee in option.bonus.items():
        yield player, said.paid(name), dollars(fee)
    for number, fee in enumerate(option.positions, start=1):
        yield player, said.say(phrase("schedule-position", number=number)), dollars(fee)
    if not (option.player or option.bonus or option.positions):
        yield player, said.say(phrase("schedule-any-wager")), dollars(Decimal(0))


def _amount(what: str, tier: FeeTier) -> str:
    if tier.last is None:
        return what if tier.first == 0 else f"{what} {dollars(Decimal(tier.first))}+"
    return f"{what} {dollars(Decimal(tier.first))} – {dollars(Decimal(tier.last))}"
