"""`underfelt evidence`: the pictures that decided an event, for the floor and the auditor."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from config.table import TableAndGame
from controller.cli.files import state_option, table_option
from controller.facts.failure import CheckFailedError, OperatorError
from controller.families.tables import load_table
from controller.process.paths import state_directory
from controller.record.journal import Journal

if TYPE_CHECKING:
    from vision.evidence import Exhibit

pictures_option = click.option(
    "--pictures",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the pictures are, if not beside the record.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")

_KEPT = b'{"kind":"evidence_kept"'


@dataclass(frozen=True, slots=True)
class Kept:
    """One exhibit of one device, with the row of the record it belongs to."""

    device: str
    folder: Path
    exhibit: "Exhibit"
    number: int | None
    recorded: str
    # The digest of the pictures as the record has it.
    bound: str | None = None

    def as_json(self) -> str:
        """The exhibit for scripts."""
        fields = self.exhibit.model_dump(mode="json")
        return json.dumps({"row": self.number, "device": self.device} | fields)

    def line(self) -> str:
        """The exhibit for people."""
        moment = datetime.fromtimestamp(self.exhibit.at, UTC).strftime("%Y-%m-%d %H:%M:%SZ")
        row = "not yet" if self.number is None else str(self.number)
        crops = len(self.exhibit.crops)
        pictures = f"{crops} picture{'s' * (crops != 1)}, {self.exhibit.size / 1000:.0f} kB"
        return f"{row:>8}  {moment}  {self.device:<12} {self.exhibit.outcome:<24} {pictures}"

    def problems(self) -> Iterator[str]:
        """What does not fit: a changed or missing picture, another event in the record."""
        from vision.evidence import problem_of

        for crop in self.exhibit.crops:
            problem = problem_of(self.folder, crop)
            if problem:
                yield f"{self.device}: {problem}"
        if self.bound is not None and self.bound != self.exhibit.digest:
            yield f"{self.device}: row {self.number}: the record names other pictures"
        if self.number is not None and self.recorded != self.exhibit.outcome:
            yield (
                f"{self.device}: row {self.number} says {self.recorded}, "
                f"its pictures were kept for {self.exhibit.outcome}"
            )


@click.group("evidence", short_help="The pictures that decided each card.")
def evidence_group() -> None:
    """Look at the pictures a camera kept of each card or throw; private to the floor."""


@evidence_group.command("list")
@table_option
@state_option
@pictures_option
@click.option("--device", help="Only this device.")
@click.option("--last", type=click.IntRange(1), metavar="N", help="Only the newest N.")
@json_option
def list_command(
    table_file: Path,
    state_dir: Path | None,
    pictures: Path | None,
    device: str | None,
    last: int | None,
    as_json: bool,
) -> None:
    """List what is kept: the row of the record, when, what was decided, the pictures."""
    found = _kept(table_file, state_dir, pictures, device)
    for item in found if last is None else found[-last:]:
        click.echo(item.as_json() if as_json else item.line())
    if not found and not as_json:
        click.echo("no pictures are kept")


@evidence_group.command("show")
@click.argument("row", type=click.IntRange(1))
@table_option
@state_option
@pictures_option
@json_option
def show_command(
    row: int, table_file: Path, state_dir: Path | None, pictures: Path | None, as_json: bool
) -> None:
    """Name the picture files of one ROW of the record, and say whether they are unchanged."""
    found = next((k for k in _kept(table_file, state_dir, pictures, None) if k.number == row), None)
    if found is None:
        raise OperatorError(f"row {row}: no pictures are kept; see `underfelt evidence list`")
    if as_json:
        click.echo(found.as_json())
        return
    click.echo(found.line())
    for crop in found.exhibit.crops:
        click.echo(f"  {found.folder / crop.name}  sha256 {crop.sha256}")
    for problem in found.problems():
        raise CheckFailedError(f"{problem}; do not rely on it")


@evidence_group.command("verify")
@table_option
@state_option
@pictures_option
@json_option
def verify_command(
    table_file: Path, state_dir: Path | None, pictures: Path | None, as_json: bool
) -> None:
    """Check every picture against its hash and every exhibit against the record."""
    found = _kept(table_file, state_dir, pictures, None)
    problems = [problem for item in found for problem in item.problems()]
    if as_json:
        click.echo(json.dumps({"exhibits": len(found), "problems": problems}))
    elif not problems:
        count = sum(len(item.exhibit.crops) for item in found)
        loose = sum(item.number is not None and item.bound is None for item in found)
        rest = f"; {loose} not named in the record" if loose else ""
        click.echo(f"{len(found)} exhibits, {count} pictures, all as they were written{rest}")
    if problems:
        raise CheckFailedError(*(f"{text}; do not rely on it" for text in problems))


def _kept(
    table_file: Path, state_dir: Path | None, pictures: Path | None, device: str | None
) -> list[Kept]:
    from vision.evidence import FOLDER, read_index

    for given in (state_dir, pictures):
        if given is not None and not given.is_dir():
            raise OperatorError(f"{given}: no such directory; name the one the table ran with")
    loaded = load_table(table_file)
    state = state_directory(loaded.table.id, state_dir)
    find = _rows(state / "journal.sqlite")
    found = []
    for name in _cameras(loaded, device):
        folder = (pictures or state / FOLDER) / name
        try:
            exhibits = read_index(folder)
        except PermissionError:
            raise OperatorError(f"cannot read {folder}; run this as its owner") from None
        for exhibit in exhibits:
            recorded = find(name, exhibit.boot, exhibit.sequence)
            found.append(Kept(name, folder, exhibit, *recorded))
    return sorted(found, key=lambda item: item.exhibit.at)


def _cameras(loaded: TableAndGame, device: str | None) -> list[str]:
    cameras = list(loaded.table.cameras)
    if device is not None and device not in cameras:
        known = ", ".join(cameras) or "none"
        raise OperatorError(f"no camera device {device!r}; the table has {known}")
    return cameras if device is None else [device]


def _rows(journal_file: Path) -> Callable[[str, int, int], tuple[int | None, str, str | None]]:
    """Finds the row of an event by its device, boot and sequence, and its pictures' digest."""
    rows: dict[tuple[str, int | None, int | None], tuple[int, bytes]] = {}
    bound: dict[tuple[str, int, int], str] = {}
    if journal_file.exists():
        with Journal.open_for_reading(journal_file) as journal:
            for number, source, boot, sequence, body in journal.events():
                rows[source, boot, sequence] = (number, body)
                if body.startswith(_KEPT):
                    kept = json.loads(body)
                    place = kept["device"], kept["event_boot"], kept["event_sequence"]
                    bound.setdefault(place, kept["digest"])

    def find(device: str, boot: int, sequence: int) -> tuple[int | None, str, str | None]:
        row = rows.get((device, boot, sequence))
        if row is None:
            return None, "", None
        return row[0], _outcome(json.loads(row[1])), bound.get((device, boot, sequence))

    return find


def _outcome(body: dict[str, Any]) -> str:
    """An event as the camera worded it when it kept the pictures."""
    kind = str(body.pop("kind"))
    words = [
        str(tuple(value)) if isinstance(value, list) else str(value) for value in body.values()
    ]
    return " ".join([kind, *words])
