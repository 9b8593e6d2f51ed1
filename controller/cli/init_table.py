"""`underfelt init-table`: a table file by questions and answers, proved before it is kept."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import click

from config.device import EMULATED, ENTRIES, SPARED
from config.document import DocumentError
from config.fee_words import limits_of, players, rates
from config.game import FeeOption, Game, GameHeader
from config.new_table import NewDevice, NewTable, table_text
from config.words import ENGLISH, languages
from controller.cli.game_choice import open_game, value_option
from controller.cli.questions import Questions
from controller.facts.failure import OperatorError
from controller.families.catalogue import game_ids, load_header
from controller.families.tables import load_table
from drivers.finding.sources import candidates
from drivers.finding.suggesting import suggested_match, warning
from drivers.runtime.candidate import Candidate

ABSENT: Final = "absent"
MEANINGS: Final = {
    "serial": "a device that speaks our wire, on a serial or USB port",
    "emulated": "none there yet: a device in software stands for it",
    "camera": "a plain one that a camera watches",
    "barcode": "a plain one with a barcode scanner",
    "gpio": "on the Pi's own pins (a whole example: docs/tables/pins-and-scanner.toml)",
    "keyed": "a plain one; the house dealer keys in what it would report, on a touch screen",
    "web": "a page on a touch screen",
    "mock": "named, and nothing lights",
    ABSENT: "the table does without it",
}
# Pins cannot be guessed: that block is copied from the example and edited.
BY_EXAMPLE: Final = ("gpio",)


@click.command(
    "init-table",
    short_help="Write a table file by questions and answers.",
    epilog="\b\nExamples:\n  underfelt init-table /etc/underfelt/table.toml\n"
    "  underfelt init-table table.toml --yes --game oaks/zoobac --device shoe=camera:/dev/video0",
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--game", "game_id", help="As `underfelt games` lists it.")
@click.option("--id", "name", help="The table's name.")
@click.option("--seats", type=int, help="How many seats.")
@click.option("--fees", help="The option of the collection schedule.")
@click.option("--minimum", type=int, help="The least a wager may be.")
@click.option("--maximum", type=int, help="The most a wager may be.")
@click.option("--timer", type=click.IntRange(5, 300), help="Seconds until the bets close.")
@click.option(
    "--device",
    "sources",
    multiple=True,
    metavar="KIND=SOURCE[:PLACE]",
    help="Where a kind of device comes from, as shoe=camera:/dev/video0; may be repeated.",
)
@click.option(
    "--confirm", multiple=True, metavar="READING", help="A reading the room confirms; or all."
)
@click.option("--port", type=click.IntRange(1, 65535), default=8300, show_default=True)
@click.option("--language", type=click.Choice(languages()), default=ENGLISH, show_default=True)
@value_option
@click.option("--yes", is_flag=True, help="Ask nothing: take options and defaults.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def init_table_command(file: Path, force: bool, yes: bool, **given: object) -> None:
    """Ask for what a table needs, write FILE with comments, and prove that it can be used.

    Every question says why it is asked and has a default. Nothing is written before the whole
    file has been checked as `check-config` does.
    """
    if file.exists() and not force:
        raise OperatorError(f"{file} is there already; choose another name, or --force")
    text = table_text(_Interview(Questions(not yes), given).table())
    _prove(text)
    _write(file, text)
    if not yes:
        click.echo()
    click.echo(f"{file}: written and checked")
    click.echo(f"next: underfelt run --table {file}    or as a service: see docs/operations.md")


class _Interview:
    """The questions of a new table, in the order a technician can answer them."""

    def __init__(self, ask: Questions, given: Mapping[str, object]) -> None:
        self._ask = ask
        self._given = given
        self._sources = dict(_source(text) for text in _texts(given["sources"]))

    def table(self) -> NewTable:
        """Everything, from the game to the readings."""
        header = load_header(self._game_id())
        values = self._values(header)
        game = open_game(header.id, tuple(f"{key}={value}" for key, value in values.items()))
        name = self._name(header)
        seats = self._seats(game)
        schedule = self._schedule(game)
        limits = self._limits(schedule)
        devices = tuple(self._devices(game))
        confirmed = self._confirmed(game)
        return NewTable(
            name=name,
            game=game.id,
            title=f"{game.name}, {game.room}",
            seats=seats,
            fees=schedule.option if schedule else None,
            limits=limits,
            timer_s=self._timer(),
            by_hand=game.family == "baccarat" and all(d.kind != "shoe" for d in devices),
            devices=devices,
            values=values,
            confirmed=confirmed,
            waiting={r.name: r.text for r in game.readings if r.name not in confirmed},
            port=int(str(self._given["port"])),
            language=str(self._given["language"]),
        )

    def _game_id(self) -> str:
        if self._given["game_id"]:
            return str(self._given["game_id"])
        self._ask.explain("Which game? Its rules, wagers and schedules come from that room's book.")
        options = [(game, load_header(game).name) for game in game_ids()]
        return self._ask.choice("game", options, "lucky-derby/ez-baccarat-panda-8")

    def _values(self, header: GameHeader) -> dict[str, object]:
        values: dict[str, object] = dict(
            text.partition("=")[::2] for text in _texts(self._given["values"])
        )
        needed = [
            m for m in header.missing if not m.key.startswith("fees.") and m.key not in values
        ]
        for item in needed:
            self._ask.explain(f"The book does not give {item.key}: {item.text}")
            values[item.key] = self._ask.needed(item.key, f"--value {item.key}=VALUE", _value)
        return {key: _plain(value) for key, value in values.items()}

    def _name(self, header: GameHeader) -> str:
        if self._given["name"]:
            return _name(str(self._given["name"]))
        self._ask.explain("The table's name: of its record, its sockets and its screens.")
        return self._ask.text("name", header.id.partition("/")[2].replace(".", "-"), _name)

    def _seats(self, game: Game) -> int:
        allowed = tuple(game.seats.allowed)
        if self._given["seats"] is not None:
            return int(str(self._given["seats"]))
        self._ask.explain("How many seats, the bank's included?")
        return self._ask.number("seats", max(allowed), allowed)

    def _schedule(self, game: Game) -> FeeOption | None:
        by_name = {str(fee.option): fee for fee in game.fees}
        given = self._given["fees"]
        if not by_name:
            return None
        if given is not None and str(given) not in by_name:
            raise OperatorError(f"--fees {given}: no such option; there are {', '.join(by_name)}")
        if given is None:
            self._ask.explain("Which collection schedule is posted at this table?")
            options = [(option, _fee_words(fee)) for option, fee in by_name.items()]
            given = self._ask.choice("schedule", options, next(iter(by_name)))
        return by_name[str(given)]

    def _limits(self, schedule: FeeOption | None) -> tuple[int, int] | None:
        given = self._given["minimum"], self._given["maximum"]
        if schedule is None and None in given:
            return None
        low, high = (schedule.minimum, schedule.maximum) if schedule else ((1, 1), (1, 1))
        return self._limit("minimum", low, given[0]), self._limit("maximum", high, given[1])

    def _limit(self, name: str, span: Sequence[object], given: object) -> int:
        least, most = (int(str(amount)) for amount in span)
        if given is not None:
            return int(str(given))
        if least == most:
            return least
        self._ask.explain(f"The {name} of a wager, in dollars, as the schedule allows.")
        return self._ask.number(name, least if name == "minimum" else most, range(least, most + 1))

    def _timer(self) -> int | None:
        given = self._given["timer"]
        return None if given is None else int(str(given))

    def _devices(self, game: Game) -> Iterator[NewDevice]:
        free = [port for port in candidates() if port.is_usb]
        for kind in game.equipment:
            source, place = self._sources.get(kind) or (self._chosen_source(game, kind), "")
            if source == ABSENT:
                continue
            if source in BY_EXAMPLE:
                raise OperatorError(
                    f"--device {kind}={source}: pins are yours to name; start from"
                    " docs/tables/pins-and-scanner.toml and underfelt check-config it"
                )
            yield NewDevice(f"{kind}-1", kind, source, self._place(kind, source, place, free))

    def _chosen_source(self, game: Game, kind: str) -> str:
        self._ask.explain(f"Equipment of the game: {kind}. What is it at this table?")
        sources = [s for s, kinds in ENTRIES.items() if kind in kinds and s not in BY_EXAMPLE]
        if kind in SPARED or (kind == "shoe" and game.family == "baccarat"):
            sources.append(ABSENT)
        return self._ask.choice(kind, [(s, MEANINGS[s]) for s in sources], EMULATED)

    def _place(
        self, kind: str, source: str, place: str, free: list[Candidate]
    ) -> dict[str, object]:
        if source == "camera":
            return {"camera": place or self._ask.text("camera", "/dev/video0", _value)}
        if source not in ("serial", "barcode"):
            return {}
        if place:
            return {"port": place}
        for port in free:
            note = warning(port, free)
            self._ask.explain(
                f"{port.path}: {port.description or 'a USB serial port'} {note}".strip()
            )
            if self._ask.agrees(f"is this the {kind}?", default=True):
                free.remove(port)
                return {"match": suggested_match(port, [port, *free]).given}
        self._ask.explain(f"No free USB port is plugged in for the {kind}; name its path.")
        return {"port": self._ask.text("port", "/dev/ttyUSB0", _value)}

    def _confirmed(self, game: Game) -> tuple[str, ...]:
        given = _texts(self._given["confirm"])
        if given == ("all",):
            return tuple(reading.name for reading in game.readings)
        self._ask.explain(
            f"{len(game.readings)} readings: what the program follows where the book is silent or"
            " damaged.\nConfirm what the room agrees to; the rest waits in the file."
        )
        agreed = [
            reading.name
            for reading in game.readings
            if reading.name in given
            or self._ask.agrees(f"{reading.name}: {reading.text}\n ", False)
        ]
        return tuple(agreed)


def _prove(text: str) -> None:
    """Load the file as the table would; its problems are told as lines of the file to be."""
    with tempfile.TemporaryDirectory() as folder:
        draft = Path(folder) / "table.toml"
        draft.write_text(text, encoding="utf-8")
        try:
            load_table(draft)
        except DocumentError as error:
            raise OperatorError(*(f"{p.key}: {p.text}" for p in error.problems)) from None


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OperatorError(f"{file}: cannot be written: {error.strerror}; name another") from None


def _source(text: str) -> tuple[str, tuple[str, str]]:
    kind, equals, rest = text.partition("=")
    source, _, place = rest.partition(":")
    if not equals or kind not in ENTRIES["serial"] or source not in MEANINGS:
        kinds, sources = ", ".join(ENTRIES["serial"]), ", ".join(MEANINGS)
        raise OperatorError(
            f"--device {text}: not KIND=SOURCE[:PLACE]; kinds are {kinds}, sources {sources}"
        )
    return kind, (source, place)


def _fee_words(fee: FeeOption) -> str:
    return f"{limits_of(fee)}; bank {rates(fee.bank)}; players {players(fee)}"


def _texts(given: object) -> tuple[str, ...]:
    return tuple(map(str, given)) if isinstance(given, tuple) else ()


def _name(text: str) -> str:
    if (
        text
        and all(c.isascii() and (c.isalnum() or c == "-") for c in text)
        and text == text.lower()
    ):
        return text
    raise ValueError("a name is of a-z, 0-9 and the hyphen")


def _value(text: str) -> str:
    if text:
        return text
    raise ValueError("it must be given")


def _plain(value: object) -> object:
    return int(value) if isinstance(value, str) and value.isdecimal() else value
