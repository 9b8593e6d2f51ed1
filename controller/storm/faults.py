"""The faults of a storm: drawn from the seed before it begins, each with chance of its own."""

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from controller.storm.cable import Noise
from controller.storm.rot import try_flip

if TYPE_CHECKING:
    from controller.storm.table import StormTable

NOISES: Final = ("lost", "doubled", "late", "corrupt")
PAUSES_S: Final = (1.0, 600.0)
# Mean seconds between two faults: some seeds are wild, most are calmer, all far from life.
WILD: Final = 1 / 3
WILD_S: Final = (4.0, 60.0)
CALM_S: Final = (60.0, 600.0)
# However calm a seed is, a run meets about so many at least.
FEWEST: Final = 20


class Fault(NamedTuple):
    """One thing that goes wrong: when, what, to whom, how much of it."""

    number: int
    at: float
    kind: str
    # Which of the table's devices, from the first (0) to the last (1).
    place: float
    amount: float
    seed: str

    def told(self) -> str:
        """The fault for a person."""
        return f"{self.number}: at {self.at:.1f} s {self.kind} {self.place:.2f} {self.amount:.3f}"


Effect = Callable[["StormTable", Fault], None]


def plan(seed: int, seconds: float) -> tuple[Fault, ...]:
    """Each seed has its own mix: some kinds often, some not at all."""
    chance = Random(f"{seed}/faults")
    kinds = [kind for kind in EFFECTS if chance.random() < 0.6] or ["crash-daemon"]
    weights = [chance.random() ** 2 + 0.05 for _ in kinds]
    drawn = chance.uniform(*(WILD_S if chance.random() < WILD else CALM_S))
    mean = min(drawn, seconds / FEWEST)
    found: list[Fault] = []
    at = 20.0
    while (at := at + chance.expovariate(1 / mean)) < seconds:
        kind = chance.choices(kinds, weights)[0]
        number = len(found)
        place, amount = chance.random(), chance.random()
        found.append(Fault(number, at, kind, place, amount, f"{seed}/{number}"))
    return tuple(found)


def strike(table: "StormTable", fault: Fault) -> None:
    """Let a fault happen."""
    table.timeline.saw(f"fault:{fault.kind}")
    table.timeline.note("fault", fault.number, fault.kind, _device(table, fault))
    EFFECTS[fault.kind](table, fault)


def _device(table: "StormTable", fault: Fault) -> str:
    names = list(table.devices)
    return names[int(fault.place * len(names))]


def _noise(table: "StormTable", fault: Fault) -> None:
    chance = Random(fault.seed)
    cable = table.cables[_device(table, fault)]
    cable.noise = Noise(chance.choice(NOISES), chance.uniform(0.02, 0.4), chance)
    table.timeline.after(chance.uniform(2.0, 60.0), lambda: setattr(cable, "noise", None))


def _unplug(table: "StormTable", fault: Fault) -> None:
    device = table.devices[_device(table, fault)]
    device.unplug()
    table.timeline.after(0.2 + fault.amount * 12, device.replug)


def _reboot(table: "StormTable", fault: Fault) -> None:
    table.devices[_device(table, fault)].reboot()


def _reboot_unheard(table: "StormTable", fault: Fault) -> None:
    """The cable is out when the power goes: what happened meanwhile nobody has."""
    device = table.devices[_device(table, fault)]
    device.unplug()
    table.timeline.after(1.0 + fault.amount * 4, device.reboot)


def _crash_daemon(table: "StormTable", fault: Fault) -> None:
    table.daemon.kill()
    table.timeline.after(0.1 + fault.amount * 3, table.daemon.start)


def _crash_driver(table: "StormTable", fault: Fault) -> None:
    driver = table.drivers[_device(table, fault)]
    driver.kill()
    table.timeline.after(0.1 + fault.amount * 6, driver.start)


def _cut_power(table: "StormTable", fault: Fault) -> None:
    table.lose_power(fault.amount)


def _cut_inside_commit(table: "StormTable", fault: Fault) -> None:
    table.disk.calls_to_crash = 1 + int(fault.amount * 12)


def _fail_disk(table: "StormTable", fault: Fault) -> None:
    table.disk.calls_to_error = 1 + int(fault.amount * 12)


def _fill_disk(table: "StormTable", fault: Fault) -> None:
    table.disk.is_full = True
    table.timeline.after(1 + fault.amount * 30, lambda: setattr(table.disk, "is_full", False))


def _pause(fault: Fault) -> float:
    least, most = PAUSES_S
    return float(least * (most / least) ** fault.amount)


def _stop_daemon(table: "StormTable", fault: Fault) -> None:
    table.daemon.stop_for(_pause(fault))


def _stop_driver(table: "StormTable", fault: Fault) -> None:
    table.drivers[_device(table, fault)].stop_for(_pause(fault))


def _stop_all(table: "StormTable", fault: Fault) -> None:
    for process in (table.daemon, *table.drivers.values()):
        process.stop_for(_pause(fault))


def _step_clock(table: "StormTable", fault: Fault) -> None:
    table.timeline.wall_offset_ms += int((fault.amount - 0.5) * 4e9)


def _misread(table: "StormTable", _fault: Fault) -> None:
    if table.equipment.shoe is not None:
        table.equipment.shoe.is_misreading = True
    if table.equipment.cup is not None:
        table.equipment.cup.is_spoiled = True
    if table.equipment.shuffler is not None:
        table.equipment.shuffler.jam()


def _press_wrongly(table: "StormTable", fault: Fault) -> None:
    keys = ("settled", "seat-3", "close-bets", "bank-yes", "floor", "rank-7", "collection", "undo")
    table.equipment.pad.press(keys[int(fault.amount * len(keys))])


def _draw_early(table: "StormTable", _fault: Fault) -> None:
    shoe = table.equipment.shoe
    if shoe is not None and shoe.left > 20:
        shoe.draw()


def _rule_idly(table: "StormTable", fault: Fault) -> None:
    table.floor.rule(("accept", "use-dice", "free-hand", "lose-maximum")[int(fault.amount * 4)])


def _lose_messages(table: "StormTable", fault: Fault) -> None:
    table.bus.loss = 0.05 + fault.amount * 0.4
    # Whoever starts meanwhile is not heard either.
    table.bus.troubled_at = table.timeline.now + 30
    table.timeline.after(2 + fault.amount * 20, lambda: setattr(table.bus, "loss", 0.0))


def _edit_settings(table: "StormTable", fault: Fault) -> None:
    if not table.daemon.is_up:
        return
    table.daemon.kill()
    table.edit_settings(timer_s=10 + int(fault.amount * 20))
    table.timeline.after(1.0, table.daemon.start)


def _poison_checkpoint(table: "StormTable", _fault: Fault) -> None:
    table.daemon.save()
    table.daemon.kill()
    table.daemon.poison()
    table.timeline.after(0.5, table.daemon.start)


def _flip_bit(table: "StormTable", fault: Fault) -> None:
    rules = table.daemon.rules
    try_flip(table.disk, rules, table.watch, table.timeline, Random(fault.seed))


def _save_checkpoint(table: "StormTable", _fault: Fault) -> None:
    table.daemon.save()


EFFECTS: Final[Mapping[str, Effect]] = {
    "noise": _noise,
    "unplug": _unplug,
    "reboot": _reboot,
    "reboot-unheard": _reboot_unheard,
    "crash-daemon": _crash_daemon,
    "crash-driver": _crash_driver,
    "cut-power": _cut_power,
    "cut-inside-commit": _cut_inside_commit,
    "fail-disk": _fail_disk,
    "fill-disk": _fill_disk,
    "stop-daemon": _stop_daemon,
    "stop-driver": _stop_driver,
    "stop-all": _stop_all,
    "step-clock": _step_clock,
    "misread": _misread,
    "wrong-key": _press_wrongly,
    "early-card": _draw_early,
    "idle-ruling": _rule_idly,
    "lose-messages": _lose_messages,
    "edit-settings": _edit_settings,
    "poison-checkpoint": _poison_checkpoint,
    "save-checkpoint": _save_checkpoint,
    "flip-bit": _flip_bit,
}
