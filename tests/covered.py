"""Print how much of each package the tests reach; a package under its limit is an error."""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import BaseModel, Field

ROOT: Final = Path(__file__).parents[1]
REPORT: Final = ROOT / ".coverage.json"
# Percent of lines and branches that may not be missed; table and families are on their way to all.
LIMITS: Final = {
    "controller/facts": 100.0,
    "controller/families": 96.0,
    "controller/hands": 100.0,
    "controller/roads": 100.0,
    "controller/settlement": 100.0,
    "controller/table": 99.5,
    "drivers/wire": 100.0,
}
# A line that no test can reach says so, and why, where it stands.
LEFT_OUT: Final = re.compile(r"# pragma: no (?:cover|branch): (?P<reason>\w+ \w+.*)")


class Summary(BaseModel):
    """What coverage counts in a file."""

    statements: int = Field(alias="num_statements")
    lines: int = Field(alias="covered_lines")
    branches: int = Field(alias="num_branches")
    taken: int = Field(alias="covered_branches")


class File(BaseModel):
    """A file of the report: its counts, and what no test reached."""

    summary: Summary
    missing_lines: tuple[int, ...]
    missing_branches: tuple[tuple[int, int], ...]

    def missed(self) -> list[int]:
        """Lines that did not run, and lines one of whose ways was not taken."""
        return sorted({*self.missing_lines, *(line for line, _ in self.missing_branches)})


class Report(BaseModel):
    """The report of coverage in JSON."""

    files: dict[str, File]


class Package(NamedTuple):
    """One line of ours: a package, what there is, what was reached, and where not."""

    name: str
    there: int
    reached: int
    missed: tuple[str, ...]

    @property
    def percent(self) -> float:
        """Lines and branches reached, of all."""
        return 100 * self.reached / self.there if self.there else 100.0

    @property
    def is_short(self) -> bool:
        """Whether the package has a limit and is under it."""
        return self.percent < LIMITS.get(self.name, 0.0)

    def __str__(self) -> str:
        limit = f"at least {LIMITS[self.name]:g}" if self.name in LIMITS else ""
        return f"{self.name:<28} {self.there:>7,} {self.percent:>8.2f} %  {limit}".rstrip()


class LeftOut(NamedTuple):
    """A line that does not count, and why."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"  {self.file}:{self.line}: {self.reason}"


def main() -> int:
    """Print every package and every line left out; the status is 1 if one is under its limit."""
    report = Report.model_validate_json(REPORT.read_text(encoding="utf-8"))
    packages = list(packages_of(report))
    print(*packages, sep="\n")
    left_out = list(left_out_of(ROOT))
    print(
        f"Left out of the packages with a limit, with a reason: {len(left_out)}",
        *left_out,
        sep="\n",
    )
    short = [package for package in packages if package.is_short]
    for place in (place for package in short for place in package.missed):
        print(f"not reached: {place}", file=sys.stderr)
    if short:
        names = ", ".join(package.name for package in short)
        print(f"error: tests miss lines of {names}; add a test, or delete them", file=sys.stderr)
    return int(bool(short))


def packages_of(report: Report) -> Iterator[Package]:
    """The counts of all files of a package, added up."""
    for name in sorted({_package(file) for file in report.files}):
        files = {file: found for file, found in report.files.items() if _package(file) == name}
        there, reached = _counts(found.summary for found in files.values())
        missed = (f"{file}:{line}" for file, found in files.items() for line in found.missed())
        yield Package(name, there, reached, tuple(missed))


def left_out_of(root: Path) -> Iterator[LeftOut]:
    """The lines of the packages with a limit that no test can reach, with their reasons."""
    for file in (file for name in LIMITS for file in sorted((root / name).rglob("*.py"))):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            if found := LEFT_OUT.search(line):
                yield LeftOut(file.relative_to(root).as_posix(), number, found["reason"])


def _counts(summaries: Iterable[Summary]) -> tuple[int, int]:
    added: Counter[str] = Counter()
    for each in summaries:
        added.update(each.model_dump())
    return added["statements"] + added["branches"], added["lines"] + added["taken"]


def _package(file: str) -> str:
    """The first two folders, as `controller/facts`; a file above them counts for its folder."""
    return "/".join(Path(file).parts[:-1][:2])


if __name__ == "__main__":
    sys.exit(main())
