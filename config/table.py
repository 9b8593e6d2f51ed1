"""A table: which game, which seats, which devices on which ports."""

from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, field_validator, model_validator

from config.device import CameraEntry, DeviceEntry, PageEntry
from config.document import DocumentError, Problem, Section, read_document
from config.floor import FloorLink
from config.game import FeeOption, Game, GameId, Limit, Name, OptionId
from config.network import Served
from config.theme import ThemeName, load_theme, theme_file
from config.words import ENGLISH, languages
from config.words.tags import language_of
from controller.facts.roles import Second

TABLES = Path(__file__).parent / "tables"
DEFAULT_TABLE = TABLES / "emulated-baccarat.toml"
# The one device no table file names.
SCOREBOARD = "scoreboard"
ShiftTime = Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
PageKey = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{12,64}$")]
DeviceId = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,30}$")]


def _spoken(said: dict[str, str]) -> dict[str, str]:
    odd = [language for language in said if language not in languages()]
    if odd:
        raise ValueError(f"no words in {odd[0]!r}; choose {' or '.join(languages())}")
    return said


ScreenText = Annotated[str, StringConstraints(min_length=1, max_length=160)]
Messages = Annotated[dict[str, ScreenText], AfterValidator(_spoken)]


class Limits(Section):
    """What one wager may be."""

    # The least a wager may be, in dollars.
    minimum: Annotated[int, Field(ge=1)]
    # The most a wager may be, in dollars.
    maximum: Annotated[int, Field(ge=1)]

    @model_validator(mode="after")
    def _rises(self) -> Self:
        if self.minimum > self.maximum:
            raise ValueError("minimum is above maximum; swap them")
        return self


class TableLimits(Limits):
    """What a wager may be at this table, and the limits of wagers that have their own."""

    # Wagers with limits of their own, by name.
    wagers: dict[Name, Limits] = Field(default_factory=dict)


class Betting(Section):
    """The optional timer that closes the bets."""

    # Seconds until the bets close by themselves; without it the house dealer closes them.
    timer_s: Annotated[int, Field(ge=5, le=300)] | None = None


class BankOffer(Section):
    """Where the bank is offered first."""

    # The seat to which the bank is offered when the table opens.
    first_seat: Annotated[int, Field(ge=1, le=14)] = 1


class Confirmed(Section):
    """Readings the room has confirmed by name."""

    # Names as `underfelt check-config` lists them.
    confirmed: tuple[Name, ...] = ()


class Scoreboard(Served):
    """Where the pages are served, and how they look and speak."""

    # The board is then at http://HOST:PORT/.
    port: Annotated[int, Field(ge=1, le=65535)] = 8300
    # A language of config/words: en, vi, zh-Hans or zh-Hant.
    language: str = ENGLISH
    # The name of a built-in theme, or a file beside the table file.
    theme: ThemeName = "dark"
    # What a long streak does at the bottom of a road: keep its row, or go down where it can.
    tail: Literal["stay", "drop"] = "stay"
    # Whether the board shows the marks the next hand would add.
    ask: bool = True
    # The times of day at which a shift begins, as "06:00"; the board counts the hands of one.
    shifts: Annotated[tuple[ShiftTime, ...], Field(min_length=1)] = ("06:00", "14:00", "22:00")

    # Whether the board says how the table is set up while nobody plays, as on a card that nobody
    # has given a table file of its own yet.
    set_up: bool = False
    # Whoever on another machine has it in the address may look: at least 12 letters and digits.
    key: PageKey | None = None

    @model_validator(mode="after")
    def _is_guarded(self) -> Self:
        if self.is_remote and self.key is None:
            raise ValueError(
                f"{self.host} can be reached from other machines; serve on 127.0.0.1,"
                ' or add key = "…", which screens have in their address as ?key=…'
            )
        return self

    @field_validator("language")
    @classmethod
    def _has_words(cls, language: str) -> str:
        found = language_of(language, languages())
        if found is None:
            raise ValueError(f"no words for {language!r}; choose {' or '.join(languages())}")
        return found


class DeskPages(Served):
    """Where the staff pages are served, and what they ask for."""

    # The staff pages are then at http://HOST:PORT/; without it, 100 above the scoreboard's.
    port: Annotated[int, Field(ge=1, le=65535)] | None = None
    # Beside the PIN, for rulings and staff: a one-time code of an authenticator app (totp), or a
    # badge whose reader types.
    second: Second = "none"
    # The badge reader of this machine, as /dev/input/by-id has it. What it types then reaches the
    # desk alone; without it, a reader types into the page.
    badge_reader: Annotated[str, StringConstraints(pattern=r"^/dev/\S+$")] | None = None
    # Files beside the table file, by which browsers of other machines speak to it in secret;
    # `underfelt desk certificate` makes them.
    certificate: Annotated[str, StringConstraints(min_length=1)] | None = None
    # The file of the private key that belongs to it; only the desk may read it.
    private_key: Annotated[str, StringConstraints(min_length=1)] | None = None
    # What a browser of another machine must have in its first address, as ?door=…, before it sees
    # even the log-in page: at least 12 letters and digits.
    key: PageKey | None = None

    @model_validator(mode="after")
    def _reads_badges_it_asks_for(self) -> Self:
        if self.badge_reader is not None and self.second != "badge":
            raise ValueError('a badge reader is used with second = "badge" only; add it')
        return self

    @model_validator(mode="after")
    def _speaks_in_secret(self) -> Self:
        if (self.certificate is None) != (self.private_key is None):
            raise ValueError("certificate and private_key belong together; give both or neither")
        if self.is_remote and self.certificate is None:
            raise ValueError(
                f"{self.host} can be reached from other machines; serve on 127.0.0.1, or add"
                " certificate and private_key: underfelt desk certificate makes them"
            )
        return self


class ResultEntry(Section):
    """How results reach the table: from the cards a shoe reads, or keyed in on the pad."""

    # By hand: baccarat without a shoe that reads; the result is keyed in on the pad.
    results: Literal["by-reader", "by-hand"] = "by-reader"


class RecordKeeping(Section):
    """Who vouches for the record; when its files are closed, and where they are kept how long."""

    # Folders on other disks or sticks, and addresses of `underfelt witness`; asked after every
    # note.
    witnesses: tuple[Annotated[str, StringConstraints(min_length=1, max_length=200)], ...] = ()
    # When the room's day ends, as "06:00": the file is closed, and the next begun, once nobody has
    # played for ten minutes after it. Without it a file goes on until `underfelt journal archive`.
    day_ends: ShiftTime | None = None
    # A folder on another disk to which closed files are copied, and where the copies are proved.
    archive: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = None
    # How long closed files are kept; older ones are named, and removed by people only.
    keep: Literal["five-years", "seven-years"] = "five-years"

    @property
    def addresses(self) -> list[str]:
        """The witnesses that are services."""
        return [place for place in self.witnesses if is_address(place)]

    @property
    def folders(self) -> list[str]:
        """Where the daemon writes outside its own folder."""
        witnesses = [place for place in self.witnesses if not is_address(place)]
        return [*witnesses, *([self.archive] if self.archive else [])]


def is_address(place: str) -> bool:
    """Whether a witness is a service, and no folder."""
    return place.startswith(("http://", "https://"))


class RoomDirectives(Section):
    """Whether the room changes settings of this table by signed files, and where they come from."""

    # The room's keys: a signed root beside this file; without it no directive is taken.
    root: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = None
    # Folders that are looked into: a stick or a share; none where all come through the floor.
    folders: tuple[Annotated[str, StringConstraints(min_length=1, max_length=200)], ...] = ()


class Emulation(Section):
    """How the emulated house dealer plays."""

    # The same seed brings the same cards.
    seed: int = 1
    # In the shoe that the dealer loads; without it, the most the game allows.
    decks: Annotated[int, Field(ge=1, le=8)] | None = None
    # 1 is as fast as people, 10 ten times faster.
    pace: Annotated[Decimal, Field(strict=False, gt=0, le=1000)] = Decimal(1)


class Signage(Section):
    """What a table that follows no rounds shows: the name of its game, and its collection."""

    # The name of the game, as the sign shows it.
    title: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    # What the sign says of the collection.
    collection: Annotated[str, StringConstraints(max_length=120)] = ""


class Table(Section):
    """One table file."""

    # The table's name: of its record, its sockets and its screens. It stays while the record
    # goes on.
    id: Name
    # Whose rules are followed; `underfelt games` lists them.
    game: GameId
    # How many; the game says which numbers it allows.
    seats: Annotated[int, Field(ge=2, le=14)]
    # Side bets of the game that this table does not offer.
    without: tuple[Name, ...] = ()
    # One of the other ways to deal that the game offers.
    deal: Name | None = None
    # The collection schedule in force.
    fees: OptionId | None = None
    # What a wager may be; asked for where the schedule has limits.
    limits: TableLimits | None = None
    # For a table that follows no rounds.
    signage: Signage | None = None
    betting: Betting = Betting()
    bank: BankOffer = BankOffer()
    entry: ResultEntry = ResultEntry()
    readings: Confirmed = Confirmed()
    # Values that the rule book lost or leaves to the room, as `"button.values.J" = 11`.
    values: dict[str, Any] = Field(default_factory=dict)
    devices: dict[DeviceId, DeviceEntry] = Field(default_factory=dict)
    scoreboard: Scoreboard = Scoreboard()
    desk: DeskPages = DeskPages()
    record: RecordKeeping = RecordKeeping()
    # The room's floor, where every row goes too.
    floor: FloorLink | None = None
    directives: RoomDirectives = RoomDirectives()
    # A line for the sign, by language, as `en = "Closed at two"`.
    messages: Messages = Field(default_factory=dict)
    emulation: Emulation = Emulation()

    def devices_of(self, kind: str) -> list[str]:
        """List the ids of the devices of a kind."""
        return [device for device, entry in self.devices.items() if entry.kind == kind]

    @property
    def desk_port(self) -> int:
        """Where the staff pages are."""
        beside = self.scoreboard.port + 100
        return self.desk.port or (beside if beside <= 65535 else self.scoreboard.port - 100)

    @property
    def desk_address(self) -> str:
        """What a browser of this machine calls the desk."""
        scheme = "https" if self.desk.certificate else "http"
        named = self.desk.names[0] if self.desk.names else self.desk.host
        return f"{scheme}://{named}:{self.desk_port}/"

    @property
    def is_emulated(self) -> bool:
        """Whether nothing at the table is real but a page: it has an emulator, and no other."""
        entries = self.devices.values()
        real = [e for e in entries if not e.emulator and not isinstance(e, PageEntry)]
        return any(entry.emulator for entry in entries) and not real

    @property
    def page_devices(self) -> dict[str, str]:
        """The devices that are the house dealer's page, and the kind of each."""
        return {name: e.kind for name, e in self.devices.items() if isinstance(e, PageEntry)}

    @property
    def units(self) -> list[str]:
        """What systemd runs for its devices and witnesses, beside daemon, scoreboard and desk."""
        entries = self.devices.items()
        real = [name for name, e in entries if not e.emulator and not isinstance(e, PageEntry)]
        cameras = [f"underfelt-camera@{name}.service" for name in self.cameras if name in real]
        drivers = [f"underfelt-driver@{name}.service" for name in real]
        courier = ["underfelt-courier.service"] if self.record.addresses else []
        return [*cameras, *drivers, *courier]

    @property
    def cameras(self) -> dict[str, CameraEntry]:
        """The devices that a camera watches."""
        return {name: e for name, e in self.devices.items() if isinstance(e, CameraEntry)}


class TableAndGame(Section):
    """A table file together with the game it names."""

    table: Table
    game: Game

    @property
    def open_readings(self) -> tuple[str, ...]:
        """Readings that run without the room's confirmation."""
        confirmed = self.table.readings.confirmed
        return tuple(r.name for r in self.game.readings if r.name not in confirmed)


def read_table(file: Path) -> Table:
    """A table file alone, for who needs no game; raise DocumentError with its problems."""
    return read_document(file).build(Table)


def theme_problems(file: Path, theme: str) -> list[Problem]:
    """Problems of a table's theme; apart, because a game is dealt in any colours."""
    try:
        load_theme(theme_file(file, theme))
    except DocumentError as error:
        return list(error.problems)
    return []


def schedule_in_force(table: Table, game: Game) -> FeeOption | None:
    """The schedule a table has chosen, or the only one there is."""
    chosen = [fee for fee in game.fees if fee.option == table.fees or len(game.fees) == 1]
    return chosen[0] if chosen else None


def printed_limits(table: Table, game: Game) -> dict[str, tuple[Decimal, Decimal]]:
    """Limits the book prints for single wagers; those of the schedule in force come first."""
    option = schedule_in_force(table, game)
    printed = {wager.name: wager.limits for wager in game.wagers if wager.limits}
    found = {name: _at_table(table, limits) for name, limits in printed.items()}
    known = {name: limits for name, limits in found.items() if limits is not None}
    return known | (option.others if option else {})


def _at_table(table: Table, limits: tuple[Limit, Limit]) -> tuple[Decimal, Decimal] | None:
    """Limits in money; none where they are those of a table that has none."""
    if table.limits is None and "table" in limits:
        return None
    own = table.limits or Limits(minimum=1, maximum=1)
    least, most = limits
    return (
        Decimal(own.minimum) if least == "table" else least,
        Decimal(own.maximum) if most == "table" else most,
    )
