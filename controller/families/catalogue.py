"""Finding and loading games: source lines, readings and missing values are enforced here."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from config.charts import chart_readings, has_chart
from config.document import Document, DocumentError, KeyPath, Problem, frozen, read_document
from config.fees import tier_faults
from config.game import SOURCE_KEY, Game, GameHeader, Missing, OptionId, Reading
from config.places import GAMES as GAMES, OWN_GAMES
from controller.facts.additions import addition_folders
from controller.facts.cards import RANKS
from controller.facts.failure import OperatorError
from controller.families import family_named, family_names, family_of
from controller.families.wager_problems import wager_problems
from controller.table.steps import COMMON_STEPS

# A table may show a sign and follow no rounds; that is no game of any room.
SIGNAGE = "signage-only/signage-only"
HEADER_KEYS = frozenset(GameHeader.model_fields)


class UnknownGameError(OperatorError):
    """No file for this game id."""


def game_places(root: Path | None = None) -> dict[str, Path]:
    """Find the file of every game: those of one folder, or the shipped ones and the room's own."""
    if root is not None:
        return _files_in(root)
    places = _files_in(GAMES)
    for folder in addition_folders("games"):
        places |= _own_games(folder, places)
    own = os.environ.get(OWN_GAMES)
    return places | _own_games(Path(own), places) if own else places


def _own_games(folder: Path, shipped: Mapping[str, Path]) -> dict[str, Path]:
    if not folder.is_dir():
        text = f"no such folder; correct {OWN_GAMES} or --games"
        raise DocumentError([Problem(folder, 1, "", text)])
    own = _files_in(folder)
    if not own:
        text = "holds no game; a game is DIR/ROOM/GAME.toml"
        raise DocumentError([Problem(folder, 1, "", text)])
    twice = [_shipped(own[game_id]) for game_id in sorted(own) if game_id in shipped]
    if twice:
        raise DocumentError(twice)
    return own


def check_own(file: Path, game_id: str) -> None:
    """Refuse a file that would be a second game of an id that is shipped."""
    shipped = _files_in(GAMES).get(game_id)
    if shipped is not None and shipped.resolve() != file.resolve():
        raise DocumentError([_shipped(file)])


def _shipped(file: Path) -> Problem:
    text = "a game of this id is shipped; give the folder or the file another name"
    return read_document(file).problem(("id",), text)


def _files_in(root: Path) -> dict[str, Path]:
    games = {f"{file.parent.name}/{file.stem}": file for file in root.glob("*/*.toml")}
    return games | {f"{_sign_room(file)}/{file.stem}": file for file in root.glob("*/signs/*.toml")}


def _sign_room(file: Path) -> str:
    """The room of a game that its book only names, kept beside the room's games."""
    return file.parent.parent.name if file.parent.name == "signs" else ""


def game_ids(root: Path | None = None) -> list[str]:
    """List the ids of all games whose rounds can be followed, `room/game`, in order."""
    places = game_places(root)
    return sorted(game for game in places if game != SIGNAGE and not _sign_room(places[game]))


def sign_ids(root: Path | None = None) -> list[str]:
    """List the games that a book names without rules: a table can show their sign."""
    places = game_places(root)
    return sorted(game_id for game_id in places if _sign_room(places[game_id]))


def game_file(game_id: str, root: Path | None = None) -> Path:
    """Name the file of a game, or say which games there are."""
    file = game_places(root).get(game_id)
    if file is None:
        raise UnknownGameError(f"no game {game_id!r}; `underfelt games` lists them")
    return file


def load_header(game_id: str, root: Path | None = None) -> GameHeader:
    """Load what the catalogue shows, also of a game that still misses values."""
    document = read_document(game_file(game_id, root))
    content = {key: value for key, value in document.content.items() if key in HEADER_KEYS}
    header = document._replace(content=content).build(GameHeader)
    more = chart_readings_of(document.content)
    return header.model_copy(update={"readings": (*header.readings, *more)})


def load_game(
    game_id: str, values: Mapping[str, object] | None = None, root: Path | None = None
) -> Game:
    """Load a game, completed with the values its room supplied for what the book misses."""
    return build_game(read_document(game_file(game_id, root)), values or {}, game_id)


def build_game(document: Document, values: Mapping[str, object], game_id: str) -> Game:
    """Validate a game document; raise DocumentError with every problem."""
    content = _supplied(document, values)
    try:
        game = document._replace(content=content).build(_model(document, content))
    except DocumentError as error:
        raise DocumentError(_named(document, list(error.problems))) from None
    problems = [*_step_problems(document, game)]
    problems += _named(document, list(_absent(document, content, game)))
    problems += _provenance_problems(document, content, game)
    problems += _fee_problems(document, game)
    problems += wager_problems(document, game)
    if game.id != game_id:
        problems.append(document.problem(("id",), f"is {game.id!r} but the file says {game_id!r}"))
    if problems:
        raise DocumentError(problems)
    more = chart_readings_of(content)
    return game.model_copy(update={"readings": (*game.readings, *more)}) if more else game


def chart_readings_of(content: Mapping[str, object]) -> tuple[Reading, ...]:
    """The readings in the house way that a game names, to be listed and confirmed as its own."""
    found = []
    for section, keys in content.items():
        chart = keys.get("house_way") if isinstance(keys, dict) else None
        if isinstance(chart, str) and has_chart(chart):
            key = f"{section}.house_way"
            texts = chart_readings(chart)
            found += [Reading(name=f"house-way-{r}", key=key, text=text) for r, text in texts]
    return tuple(found)


def _model(document: Document, content: Mapping[str, object]) -> type[Game]:
    """The sections of the family that a file names."""
    name = content.get("family")
    if name not in family_names():
        known = ", ".join(family_names())
        text = f"no family {name!r}; use one of {known}"
        raise DocumentError([document.problem(("family",), text)])
    return family_named(str(name)).game


def _step_problems(document: Document, game: Game) -> Iterator[Problem]:
    """Steps no family of this game has, and steps whose section is missing."""
    family = family_of(game)
    steps = {step.name: step for step in (*COMMON_STEPS, *family.steps)}
    deals: dict[KeyPath, tuple[tuple[str, ...], ...]] = {("deal",): game.deal.steps}
    deals |= {("deals", name): deal.steps for name, deal in game.deals.items()}
    for where, groups in deals.items():
        for name in (name for group in groups for name in group):
            step = steps.get(name.partition(":")[0])
            if step is None:
                text = f"no step {name!r}; use {', '.join(sorted(steps))}"
                yield document.problem((*where, "steps"), text)
            elif step.needs and not getattr(game, step.needs):
                text = f"step {name!r} needs a section [{step.needs}]"
                yield document.problem((*where, "steps"), text)


def _supplied(document: Document, values: Mapping[str, object]) -> dict[str, Any]:
    content: dict[str, Any] = frozen(document.content)
    wanted = {str(item.get("key")) for item in content.get("missing", ()) if isinstance(item, dict)}
    choices = _choices(content)
    for key, value in values.items():
        if key in choices and value not in choices[key]:
            known = " or ".join(json.dumps(choice) for choice in choices[key])
            text = f"{key!r} is {json.dumps(value)}; choose {known}"
            raise DocumentError([document.problem((), text)])
        if key not in choices and not any(
            key == whole or key.startswith(f"{whole}.") for whole in wanted
        ):
            raise DocumentError(
                [document.problem((), f"the table supplies {key!r}, which this game does not miss")]
            )
        _insert(content, tuple(key.split(".")), value)
    return content


def _choices(content: Mapping[str, Any]) -> dict[str, tuple[str | bool, ...]]:
    """The readings that a room may decide otherwise, by key."""
    readings = [item for item in content.get("readings", ()) if isinstance(item, dict)]
    return {str(item.get("key")): item["choices"] for item in readings if item.get("choices")}


def _insert(content: dict[str, Any], path: KeyPath, value: object) -> None:
    for part in path[:-1]:
        content = _below(content, part)
    content[path[-1]] = frozen(value)


def _below(content: Any, part: str) -> Any:
    """What lies under a key; items of an array are named by `name` or `option`."""
    if isinstance(content, tuple):
        return next((item for item in content if _item_name(item) == part), {})
    return content.setdefault(part, {})


def _named(document: Document, problems: list[Problem]) -> list[Problem]:
    """Say of an absent value that the book misses it, and where to supply it."""
    missing = {
        str(item.get("key")): str(item.get("text"))
        for item in document.content.get("missing", ())
        if isinstance(item, dict)
    }
    return [
        problem._replace(
            text=f'the rule book does not give it ({missing[problem.key]}); supply "{problem.key}"'
            " under [values] in the table file"
        )
        if problem.key in missing
        else problem
        for problem in problems
    ]


def _absent(document: Document, content: dict[str, Any], game: Game) -> Iterator[Problem]:
    """Name what a value map leaves out, and what the book misses and nobody supplied."""
    values = game.button.values if game.button else {}
    lost = any(item.key == "button.values" for item in game.missing) and not values
    needed = game.button is not None and game.button.decided_by == "card" and not lost
    for rank in RANKS if needed else ():
        if rank not in values and rank not in game.cards.removed:
            yield document.problem(("button", "values", rank), "no value for this rank; add one")
    for item in game.missing:
        # Of a schedule only the table that posts it misses anything.
        apart = item.key.startswith(("button.values.", "fees."))
        if not apart and not _present(content, item.key):
            yield document.problem(tuple(item.key.split(".")), "missing; supply it")


def _provenance_problems(
    document: Document, content: dict[str, Any], game: Game
) -> Iterator[Problem]:
    names = {reading.name for reading in game.readings}
    for number, reading in enumerate(game.readings):
        if not _present(content, reading.key):
            where = ("readings", str(number), "key")
            yield document.problem(where, f"reading of {reading.key!r}, which is not in the file")
    for path, cited in _sources(content, ()):
        found = SOURCE_KEY.match(cited)
        if found and found.group(1) not in names:
            yield document.problem(path, f"cites the reading {found.group(1)!r}; add [[readings]]")
    yield from _needless(document, game.missing)


def _fee_problems(document: Document, game: Game) -> Iterator[Problem]:
    names = {reading.name for reading in game.readings}
    wagers = {wager.name for wager in game.wagers}
    seen: set[OptionId] = set()
    for number, option in enumerate(game.fees):
        where = ("fees", str(number))
        if option.option in seen:
            yield document.problem((*where, "option"), f"option {option.option} stands here twice")
        seen.add(option.option)
        for name in sorted(set(option.readings) - names):
            text = f"cites the reading {name!r}; add [[readings]]"
            yield document.problem((*where, "readings"), text)
        # The wagers of a game without rules are known by their fees alone.
        for key in ("bonus", "others") if game.family != "signage" else ():
            for name in sorted(set(getattr(option, key)) - wagers):
                yield document.problem((*where, key), f"no wager {name!r} in this game")
        for fault in () if option.readings else tier_faults(option):
            text = f"option {option.option}: {fault.text}; correct it or name a reading"
            yield document.problem((*where, fault.key), text)


def _needless(document: Document, missing: tuple[Missing, ...]) -> Iterator[Problem]:
    for number, item in enumerate(missing):
        if _present(document.content, item.key):
            where = ("missing", str(number), "key")
            yield document.problem(where, f"{item.key!r} is called missing but has a value")


def _sources(value: object, path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "source" and isinstance(item, str):
                yield (*path, key), item
            yield from _sources(item, (*path, str(key)))
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from _sources(item, (*path, str(number)))


def unsupplied(game: Game, section: str) -> tuple[Missing, ...]:
    """What the book misses below a key, and nobody has supplied."""
    missing = (item for item in game.missing if item.key.startswith(f"{section}."))
    return tuple(item for item in missing if not _given(game, item.key))


def _given(game: Game, key: str) -> bool:
    """Tell whether a schedule has what the book misses of it."""
    _fees, name, field = key.split(".")
    return any(getattr(fee, field) for fee in game.fees if str(fee.option) == name)


def _present(content: object, key: str) -> bool:
    """Tell whether a dotted key is there; items of an array are named by `name` or `option`."""
    for part in key.split("."):
        if isinstance(content, dict) and part in content:
            content = content[part]
        elif isinstance(content, list | tuple):
            named = [i for i in content if isinstance(i, dict) and _item_name(i) == part]
            if not named:
                return False
            content = named[0]
        else:
            return False
    return True


def _item_name(item: dict[str, Any]) -> str:
    return str(item.get("name", item.get("option")))
