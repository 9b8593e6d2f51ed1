"""A campaign of disturbances against whole tables, and its figures."""

import json
import random
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from tests.system.auditing import assert_whole, irregularities
from tests.system.disturbances import LONGEST_STUCK_S, Cause, Trouble, disturb
from tests.system.disturbed_table import PACE, DisturbedTable
from tests.system.processes import TableOnTrial, short_folder
from tests.system.truth import Comparison

# From a table's first move after a trouble to the next trouble.
BREATHS_S = (0.0, 0.3)
# Commands that run in this process take its output for themselves: one table at a time.
_COMMANDS = Lock()


class Outcome(NamedTuple):
    """What one table went through, and how its record compares with the truth."""

    game: str
    seed: int
    minutes: float
    rounds: int
    troubles: tuple[Trouble, ...]
    compared: Comparison
    irregularities: tuple[str, ...]

    @property
    def late(self) -> list[Trouble]:
        """Troubles after which the table did not play on in time, by the clock."""
        return [t for t in self.troubles if t.stuck_s is None or t.stuck_s > LONGEST_STUCK_S]

    @property
    def stuck(self) -> list[Trouble]:
        """Those of them that no wait for a processor explains."""
        return [t for t in self.late if t.own_s is None or t.own_s > LONGEST_STUCK_S]

    def json(self) -> str:
        """Everything, for a file."""
        return json.dumps(
            self._asdict()
            | {"troubles": [trouble._asdict() for trouble in self.troubles]}
            | {"compared": self.compared._asdict()}
        )

    @classmethod
    def of(cls, text: str) -> "Outcome":
        """Read one back."""
        told = json.loads(text)
        troubles = tuple(Trouble(**trouble) for trouble in told.pop("troubles"))
        return cls(troubles=troubles, compared=Comparison(**told.pop("compared")), **told)


def torment(
    game: str,
    seed: int,
    following: Callable[[random.Random], Cause | None],
    until_s: float,
    note: Callable[[Trouble], None],
    evidence: Path | None = None,
    pace: int = PACE,
) -> Outcome:
    """Disturb one table by one cause after the other, until time is up or there is none."""
    chance = random.Random(seed)
    began = time.monotonic()
    with short_folder() as folder:
        table = TableOnTrial(Path(folder), game)
        try:
            disturbed = DisturbedTable(table, pace)
            troubles = []
            while time.monotonic() - began < until_s and (cause := following(chance)):
                time.sleep(chance.uniform(*BREATHS_S))
                troubles.append(disturb(disturbed, cause, chance))
                note(troubles[-1])
            outcome = _judged(game, seed, began, disturbed, troubles)
            if outcome.late or not outcome.compared.is_clean:
                _keep(table, evidence)
            return outcome
        except BaseException:
            _keep(table, evidence)
            raise
        finally:
            table.close()


def _keep(table: TableOnTrial, evidence: Path | None) -> None:
    """Everything of a table that failed, for whoever looks into it."""
    if evidence is not None:
        sockets = shutil.ignore_patterns("run", "*.sock")
        shutil.copytree(table.folder, evidence, ignore=sockets, dirs_exist_ok=True)


def endure(game: str, seed: int, causes: Sequence[Cause]) -> Outcome:
    """Disturb one table once by each cause, in order."""
    chance = random.Random(seed)
    began = time.monotonic()
    with short_folder() as folder:
        table = TableOnTrial(Path(folder), game)
        try:
            disturbed = DisturbedTable(table)
            troubles = [disturb(disturbed, cause, chance) for cause in causes]
            return _judged(game, seed, began, disturbed, troubles)
        finally:
            table.close()


def _judged(
    game: str, seed: int, began: float, disturbed: DisturbedTable, troubles: Iterable[Trouble]
) -> Outcome:
    compared = disturbed.stop()
    table = disturbed.table
    with _COMMANDS:
        assert_whole(table)
    minutes = (time.monotonic() - began) / 60
    found = tuple(irregularities(table))
    return Outcome(game, seed, minutes, table.rounds(), tuple(troubles), compared, found)


def report(outcomes: Sequence[Outcome]) -> str:
    """The figures of a campaign, a line each."""
    troubles = [trouble for outcome in outcomes for trouble in outcome.troubles]
    compared = [outcome.compared for outcome in outcomes]
    kinds = Counter(trouble.kind for trouble in troubles)
    lines = [
        f"tables {len(outcomes)}, {sum(o.minutes for o in outcomes):.0f} table-minutes,"
        f" {sum(o.rounds for o in outcomes)} rounds",
        "troubles " + ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())),
        f"events {sum(c.true for c in compared)}: equal {sum(c.equal for c in compared)},"
        f" lost {sum(len(c.lost) for c in compared)},"
        f" doubled {sum(len(c.doubled) for c in compared)},"
        f" invented {sum(len(c.invented) for c in compared)},"
        f" changed {sum(len(c.changed) for c in compared)},"
        f" lost with a device's power {sum(len(c.lost_with_power) for c in compared)}",
        f"stuck for over {LONGEST_STUCK_S:.0f} s {sum(len(o.late) for o in outcomes)} by the clock,"
        f" {sum(len(o.stuck) for o in outcomes)} less the longest wait of a thread for a processor",
        *(f"  {o.game}, seed {o.seed}: {trouble}" for o in outcomes for trouble in o.late),
        _load(troubles),
    ]
    return "\n".join([*lines, *(_times(kind, troubles) for kind in sorted(kinds))])


def _load(troubles: Iterable[Trouble]) -> str:
    """How busy the machine was, whoever was at work on it."""
    waited = sorted(each.waited_s for each in troubles)
    some = sorted(each.pressure for each in troubles if each.pressure is not None)
    share = f"{some[len(some) // 2]:.0f} %" if some else "unknown"
    return (
        f"waits of a thread for a processor after a trouble: p50 {_at(waited, 50)},"
        f" p99 {_at(waited, 99)}; somebody waited {share} of the time (median)"
    )


def _times(kind: str, troubles: Iterable[Trouble]) -> str:
    """How long until play went on: from the end of the cause, and for a kill from its beginning."""
    found = [each for each in troubles if each.kind == kind and each.stuck_s is not None]
    after = sorted(each.stuck_s or 0.0 for each in found)
    whole = sorted((each.stuck_s or 0.0) + each.lasted_s for each in found)
    line = f"{kind}: plays on after its end p50 {_at(after, 50)}, p99 {_at(after, 99)}"
    line += f", longest {_at(after, 100)}"
    if kind.startswith("kill"):
        line += f"; from the kill p50 {_at(whole, 50)}, p99 {_at(whole, 99)}"
    return line


def _at(ordered: Sequence[float], percent: int) -> str:
    if not ordered:
        return "-"
    return f"{ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]:.2f} s"
