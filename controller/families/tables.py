"""Loading a table file together with the game it names."""

from pathlib import Path

from config.barcode_table import codes_file, load_barcodes
from config.calibration import calibration_file, load_calibration
from config.device import (
    SPARED,
    BarcodeEntry,
    CameraEntry,
    DeviceEntry,
    EmulatedEntry,
    PageEntry,
)
from config.directive import AS_THE_FILE_SAYS, RoomSettings
from config.document import Document, DocumentError, Problem, read_document
from config.fee_words import limits_of
from config.game import FeeOption, Game
from config.table import SCOREBOARD, Table, TableAndGame, printed_limits, schedule_in_force
from controller.families.baccarat.sections import Baccarat
from controller.families.catalogue import (
    SIGNAGE,
    UnknownGameError,
    build_game,
    game_file,
    unsupplied,
)
from controller.families.pin_problems import pin_problems


def bare_table(game: Game, seats: int) -> TableAndGame:
    """A table with the game's equipment and nothing else: for simulations and tests."""
    devices: dict[str, DeviceEntry] = {kind: EmulatedEntry(kind=kind) for kind in game.equipment}
    table = Table(id="bare", game=game.id, seats=seats, devices=devices)
    return TableAndGame(table=table, game=game)


def load_table(
    file: Path, games: Path | None = None, room: RoomSettings = AS_THE_FILE_SAYS
) -> TableAndGame:
    """Load a table and its game; raise DocumentError with every problem of both.

    What the room has put over the table file is held against the game like the file itself.
    """
    document = room.over(read_document(file))
    table = document.build(Table)
    try:
        place = game_file(table.game, games)
    except UnknownGameError as error:
        raise DocumentError([document.problem(("game",), str(error))]) from None
    game = _dealt(document, table, build_game(read_document(place), table.values, table.game))
    game = _entered(document, table, _offered(document, table, game))
    problems = list(_disagreements(document, table, game)) + _code_problems(file, table)
    if problems:
        raise DocumentError(problems)
    return TableAndGame(table=table, game=game)


def _dealt(document: Document, table: Table, game: Game) -> Game:
    if table.deal is None:
        return game
    if table.deal not in game.deals:
        ways = ", ".join(sorted(game.deals)) or "one way only"
        text = f"{game.name} is not dealt {table.deal!r}; there is {ways}"
        raise DocumentError([document.problem(("deal",), text)])
    return game.dealt(table.deal)


def _offered(document: Document, table: Table, game: Game) -> Game:
    """The game with the side bets that the table offers."""
    left_out = table.without
    needed = {name for w in game.wagers if w.name not in left_out for name in w.needs}
    free = [w.name for w in game.wagers if not w.required and w.name not in needed]
    odd = [name for name in left_out if name not in free]
    try:
        return game.without(left_out) if left_out and not odd else _all_offered(game, odd)
    except ValueError:
        text = f"{game.name} has no such side bet to leave out; it has {', '.join(free) or 'none'}"
        raise DocumentError([document.problem(("without",), text)]) from None


def _all_offered(game: Game, odd: list[str]) -> Game:
    if odd:
        raise ValueError(f"no side bet {odd[0]!r}")
    return game


def _entered(document: Document, table: Table, game: Game) -> Game:
    """The game as played where results are keyed in; refuse what needs to see the cards."""
    if table.entry.results != "by-hand":
        return game
    staying = [wager.name for wager in game.wagers if wager.loses or wager.looks]
    text = ""
    if not isinstance(game, Baccarat):
        text = f"{game.name} is no baccarat game; only their results are entered by hand"
    elif staying:
        names = ", ".join(f'"{name}"' for name in staying)
        text = f"wager {staying[0]!r} is decided by the cards; {game.name} needs a shoe reader,"
        text += f" or leave it out: without = [{names}]"
    if text or not isinstance(game, Baccarat):
        raise DocumentError([document.problem(("entry", "results"), text)])
    return game.entered()


def _code_problems(file: Path, table: Table) -> list[Problem]:
    """Problems in code tables and calibrations, which belong to the table file."""
    problems: list[Problem] = []
    for entry in table.devices.values():
        try:
            if isinstance(entry, BarcodeEntry):
                load_barcodes(codes_file(file, entry.codes))
            if isinstance(entry, CameraEntry) and entry.calibration is not None:
                load_calibration(calibration_file(file, entry.calibration))
        except DocumentError as error:
            problems += error.problems
    return problems


def _disagreements(document: Document, table: Table, game: Game) -> list[Problem]:
    problems = []
    if table.seats not in game.seats.allowed:
        allowed = " or ".join(map(str, game.seats.allowed))
        problems.append(document.problem(("seats",), f"{game.name} is played on {allowed} seats"))
    if SCOREBOARD in table.devices:
        text = "is the name under which the scoreboard tells of its screens; choose another"
        problems.append(document.problem(("devices", SCOREBOARD), text))
    if table.bank.first_seat > table.seats:
        problems.append(document.problem(("bank", "first_seat"), "the table has no such seat"))
    if (game.id == SIGNAGE) != (table.signage is not None):
        text = f"goes with game {SIGNAGE!r}, and only with it; add or remove one"
        problems.append(document.problem(("signage",), text))
    known = {reading.name for reading in game.readings}
    for name in table.readings.confirmed:
        if name not in known:
            text = f"the game has no reading {name!r}; it has {', '.join(sorted(known))}"
            problems.append(document.problem(("readings", "confirmed"), text))
    problems += _reader_problems(document, table) + _page_problems(document, table)
    problems += pin_problems(document, table)
    present = {device.kind for device in table.devices.values()}
    for kind in game.equipment:
        if kind not in present and kind not in SPARED:
            text = f"the game needs a device of kind {kind!r}; add [devices.{kind}-1]"
            problems.append(document.problem(("devices",), text))
    problems += _wager_limit_problems(document, table, game) + _nowhere(document, table)
    return problems + _fee_disagreements(document, table, game)


def _nowhere(document: Document, table: Table) -> list[Problem]:
    """A rank that a room lets count 0 would leave a short bank without a first seat."""
    text = "0 counts to no seat; supply the seat that this card counts to"
    ranks = [key for key, value in table.values.items() if _is_zero(key, value)]
    return [document.problem(("values", key), text) for key in ranks]


def _is_zero(key: str, value: object) -> bool:
    if key == "button.values" and isinstance(value, dict):
        return 0 in value.values()
    return key.startswith("button.values.") and value == 0


def _reader_problems(document: Document, table: Table) -> list[Problem]:
    """A shoe that reads and a pad that enters would both tell the same hand."""
    if table.entry.results != "by-hand":
        return []
    text = 'results are entered by hand; remove the shoe, or entry.results = "by-hand"'
    return [document.problem(("devices", name), text) for name in table.devices_of("shoe")]


def _page_problems(document: Document, table: Table) -> list[Problem]:
    """The house dealer has one page, and on it one pad, shoe, deck and cup."""
    pages = {name: e.kind for name, e in table.devices.items() if isinstance(e, PageEntry)}
    first = {kind: name for name, kind in reversed(pages.items())}
    text = "one page serves all touch screens; remove this second {} of it"
    return [
        document.problem(("devices", name), text.format(kind))
        for name, kind in pages.items()
        if first[kind] != name
    ]


def _wager_limit_problems(document: Document, table: Table, game: Game) -> list[Problem]:
    """Limits of wagers the game does not have, or outside those its book prints."""
    problems = []
    printed = printed_limits(table, game)
    names = {wager.name for wager in game.wagers}
    for name, limits in table.limits.wagers.items() if table.limits else ():
        where = ("limits", "wagers", name)
        if name not in names:
            text = f"the game has no wager {name!r}; it has {', '.join(sorted(names))}"
            problems.append(document.problem(where, text))
        least, most = printed.get(name, (limits.minimum, limits.maximum))
        if limits.minimum < least or limits.maximum > most:
            text = f"the rule book allows {least} to {most}; keep within them"
            problems.append(document.problem(where, text))
    return problems


def _fee_disagreements(document: Document, table: Table, game: Game) -> list[Problem]:
    """A table posts one schedule, and its limits are within those of that schedule."""
    option = schedule_in_force(table, game)
    if table.fees is not None and (option is None or option.option != table.fees):
        text = f"no such option; `underfelt games {game.id} --fees` lists them"
        return [document.problem(("fees",), text)]
    if option is None:
        text = "missing; one collection schedule is in force at a table, choose one that"
        text += f" `underfelt games {game.id} --fees` lists"
        return [document.problem(("fees",), text)] if game.fees else []
    problems = []
    for item in unsupplied(game, f"fees.{option.option}"):
        text = f"fee option {option.option} misses it ({item.text}); supply it under [values]"
        problems.append(document.problem(("values", item.key), text))
    return problems + _limit_disagreements(document, table, option)


def _limit_disagreements(document: Document, table: Table, option: FeeOption) -> list[Problem]:
    if table.limits is None:
        text = f"missing; fee option {option.option} has {limits_of(option)}, add both limits"
        return [document.problem(("limits",), text)]
    problems = []
    for key, (least, most) in (("minimum", option.minimum), ("maximum", option.maximum)):
        if not least <= getattr(table.limits, key) <= most:
            wanted = f"at {least}" if least == most else f"between {least} and {most}"
            text = f"fee option {option.option} wants it {wanted}"
            problems.append(document.problem(("limits", key), text))
    return problems
