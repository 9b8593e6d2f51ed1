"""The shipped units: accepted by systemd, tightly sandboxed, still able to run our libraries."""

import ctypes.util
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from config.table import Scoreboard
from controller.bus.endpoints import GROUPS
from controller.cli.courier import COURIER
from controller.cli.kiosk import kiosk_command
from controller.process.descriptors import ENOUGH

SOURCE = Path(__file__).parents[2] / "systemd"
UNITS = {
    "underfelt.target": "underfelt.target",
    "underfelt-daemon.service": "underfelt-daemon.service",
    "underfelt-driver@.service": "underfelt-driver@shoe-1.service",
    "underfelt-camera@.service": "underfelt-camera@shoe-1.service",
    "underfelt-scoreboard.service": "underfelt-scoreboard.service",
    "underfelt-desk.service": "underfelt-desk.service",
    "underfelt-courier.service": "underfelt-courier.service",
    "underfelt-floor-bridge.service": "underfelt-floor-bridge.service",
    "underfelt-floor.service": "underfelt-floor.service",
    "underfelt-wall.service": "underfelt-wall.service",
    "underfelt-kiosk.service": "underfelt-kiosk.service",
}
SERVICES = [unit for unit in UNITS if unit.endswith(".service")]
PYTHON_SERVICES = [unit for unit in SERVICES if "kiosk" not in unit]
ON_THE_BUS = [unit for unit in PYTHON_SERVICES if "courier" not in unit]
EXPOSURE_LIMIT = {
    "underfelt-daemon.service": 2.0,
    "underfelt-driver@.service": 3.0,
    "underfelt-camera@.service": 3.0,
    "underfelt-scoreboard.service": 2.0,
    "underfelt-desk.service": 2.0,
    "underfelt-courier.service": 2.0,
    "underfelt-floor-bridge.service": 2.0,
    "underfelt-floor.service": 2.0,
    "underfelt-wall.service": 2.0,
    # A browser compiles code into memory and makes its own namespaces and call filters.
    "underfelt-kiosk.service": 5.0,
}

needs_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


def settings(unit: str, key: str) -> list[str]:
    """Values of one key of a unit file, in order."""
    text = (SOURCE / unit).read_text().replace("\\\n", " ")
    return re.findall(rf"^{key}=(.*)$", text, flags=re.MULTILINE)


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["systemd-analyze", "--no-pager", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def install(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write all units as installed, their programs standing in, and give the path of one."""

    def write(unit: str, extra: str = "") -> Path:
        for name in UNITS:
            text = re.sub(
                r"^(Exec\w+=)\S+", r"\1/bin/true", (SOURCE / name).read_text(), flags=re.MULTILINE
            )
            (tmp_path / name).write_text(text + (extra if name == unit else ""))
        instance = tmp_path / UNITS[unit]
        if not instance.exists():
            instance.symlink_to(tmp_path / unit)
        return instance

    return write


def test_every_unit_file_is_covered_here() -> None:
    kinds = {".service", ".target", ".socket", ".timer", ".path", ".slice"}
    shipped = {path.name for path in SOURCE.iterdir() if path.suffix in kinds}
    assert shipped == set(UNITS)


@needs_analyze
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_accepts_the_unit(unit: str, install: Callable[..., Path]) -> None:
    result = analyze("verify", "--recursive-errors=no", str(install(unit)))
    assert (result.returncode, result.stderr) == (0, "")


@needs_analyze
def test_systemd_refuses_a_misspelt_key(install: Callable[..., Path]) -> None:
    unit = install("underfelt-daemon.service", "\n[Service]\nProtectSytem=strict\n")
    result = analyze("verify", "--recursive-errors=no", str(unit))
    assert result.returncode != 0
    assert "ProtectSytem" in result.stderr


@needs_analyze
@pytest.mark.parametrize("unit", SERVICES)
def test_exposure_stays_under_its_limit(
    unit: str, install: Callable[..., Path], record_property: Callable[[str, object], None]
) -> None:
    threshold = f"--threshold={round(EXPOSURE_LIMIT[unit] * 10)}"
    result = analyze("security", "--offline=true", threshold, str(install(unit)))
    score = re.search(r"exposure level for \S+: ([0-9.]+)", result.stdout)
    assert score is not None, result.stderr
    print(f"{unit}: exposure {score[1]}, limit {EXPOSURE_LIMIT[unit]}")
    record_property("exposure", float(score[1]))
    assert result.returncode == 0
    assert float(score[1]) < EXPOSURE_LIMIT[unit]


@pytest.mark.parametrize("unit", PYTHON_SERVICES)
def test_a_bad_configuration_is_not_retried(unit: str) -> None:
    assert settings(unit, "Restart") == ["on-failure"]
    assert settings(unit, "RestartPreventExitStatus") == ["2"]
    assert settings(unit, "StartLimitBurst") == ["6"]


def test_only_the_daemon_makes_and_keeps_the_socket_directory() -> None:
    assert settings("underfelt-daemon.service", "RuntimeDirectory") == ["underfelt"]
    assert settings("underfelt-daemon.service", "RuntimeDirectoryPreserve") == ["yes"]
    for unit in ("underfelt-driver@.service", "underfelt-scoreboard.service"):
        assert settings(unit, "RuntimeDirectory") == []
        assert "RUNTIME_DIRECTORY=/run/underfelt" in settings(unit, "Environment")


def test_the_kiosk_opens_the_address_a_table_file_serves_by_default() -> None:
    page = Scoreboard()
    url = f"SCOREBOARD_URL=http://{page.host}:{page.port}"
    assert url in settings("underfelt-kiosk.service", "Environment")


def test_the_kiosk_unit_sets_only_what_the_command_reads() -> None:
    known = {option.envvar for option in kiosk_command.params if isinstance(option, click.Option)}
    named = {line.partition("=")[0] for line in settings("underfelt-kiosk.service", "Environment")}
    assert named <= known
    assert settings("underfelt-kiosk.service", "ExecStart") == [
        "/opt/underfelt/bin/underfelt kiosk"
    ]


def test_a_driver_works_in_a_folder_of_its_own_where_lgpio_can_make_its_pipe() -> None:
    assert settings("underfelt-driver@.service", "WorkingDirectory") == ["/tmp"]
    assert settings("underfelt-driver@.service", "PrivateTmp") == ["yes"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty system with our users, groups and directories made by systemd's own tools."""
    if os.geteuid() != 0 or shutil.which("systemd-sysusers") is None:
        pytest.skip("needs root, systemd-sysusers and systemd-tmpfiles")
    system = tmp_path / "root"
    (system / "etc").mkdir(parents=True)
    (system / "run").mkdir()
    for tool, folder in (
        (["systemd-sysusers"], "sysusers.d"),
        (["systemd-tmpfiles", "--create"], "tmpfiles.d"),
    ):
        command = [*tool, f"--root={system}", str(SOURCE / folder / "underfelt.conf")]
        subprocess.run(command, check=True, capture_output=True)
    return system


def names_in(root: Path, database: str) -> dict[str, int]:
    lines = (root / "etc" / database).read_text().splitlines()
    return {line.split(":")[0]: int(line.split(":")[2]) for line in lines}


@pytest.mark.parametrize("unit", SERVICES)
def test_every_user_and_group_of_a_unit_is_made_at_installation(unit: str, root: Path) -> None:
    groups = settings(unit, "Group") + " ".join(settings(unit, "SupplementaryGroups")).split()
    assert set(settings(unit, "User")) <= set(names_in(root, "passwd"))
    assert set(groups) <= set(names_in(root, "group"))


def test_every_socket_has_a_group_that_is_made_at_installation(root: Path) -> None:
    assert set(GROUPS.values()) <= set(names_in(root, "group"))
    daemon = " ".join(settings("underfelt-daemon.service", "SupplementaryGroups")).split()
    assert set(daemon) == set(GROUPS.values())


def test_drivers_and_screens_reach_neither_the_desk_nor_what_is_guarded() -> None:
    for unit in ("underfelt-driver@.service", "underfelt-scoreboard.service"):
        theirs = set(" ".join(settings(unit, "SupplementaryGroups")).split())
        assert not theirs & {GROUPS["desk"], GROUPS["guarded"]}
    driver = " ".join(settings("underfelt-driver@.service", "SupplementaryGroups")).split()
    assert GROUPS["feed"] not in driver
    scoreboard = " ".join(settings("underfelt-scoreboard.service", "SupplementaryGroups")).split()
    assert scoreboard == [GROUPS["screens"]]


def test_a_daemon_has_the_descriptors_it_asks_for_and_may_give_its_sockets_away() -> None:
    assert settings("underfelt-daemon.service", "LimitNOFILE") == [str(ENOUGH)]
    assert "@chown" in settings("underfelt-daemon.service", "SystemCallFilter")
    assert settings("underfelt-daemon.service", "PrivateUsers") == []


def test_notes_leave_a_daemon_without_network_by_a_courier_without_record() -> None:
    daemon, courier = "underfelt-daemon.service", "underfelt-courier.service"
    assert settings(daemon, "RestrictAddressFamilies") == ["AF_UNIX"]
    assert settings(daemon, "PrivateNetwork") == ["yes"]
    [program] = settings(courier, "ExecStart")
    [named] = [line for line in settings(daemon, "Environment") if line.startswith(COURIER)]
    assert program.endswith(f" --socket {named.partition('=')[2]}")
    assert "AF_INET" in settings(courier, "RestrictAddressFamilies")[0]
    assert settings(courier, "RuntimeDirectory") == ["underfelt-courier"]
    # Both are of the socket's group; the record and the table's sockets are out of its sight.
    assert settings(courier, "Group") == settings(daemon, "Group")
    assert settings(courier, "User") != settings(daemon, "User")
    assert settings(courier, "SupplementaryGroups") == settings(courier, "StateDirectory") == []
    assert settings(courier, "InaccessiblePaths") == ["-/var/lib/underfelt -/run/underfelt"]


@pytest.mark.parametrize("unit", ["underfelt-floor.service", "underfelt-wall.service"])
def test_who_reads_a_floor_file_may_enter_its_folder(unit: str, root: Path) -> None:
    folder = (root / "etc/underfelt").stat()
    assert stat.S_IMODE(folder.st_mode) == 0o750
    [theirs] = settings(unit, "SupplementaryGroups")
    assert names_in(root, "group")[theirs] == folder.st_gid


def test_the_wall_vouches_for_nothing() -> None:
    [kept] = settings("underfelt-floor.service", "StateDirectory")
    hidden = settings("underfelt-wall.service", "InaccessiblePaths")
    assert hidden == [f"-/var/lib/{kept}/witness"]
    assert settings("underfelt-wall.service", "StateDirectory") == ["underfelt-wall"]


def test_the_socket_directory_is_the_daemons_and_others_only_look(root: Path) -> None:
    made = (root / "run/underfelt").stat()
    assert stat.S_IMODE(made.st_mode) == 0o755
    assert made.st_uid == names_in(root, "passwd")["underfelt"]
    assert made.st_gid == names_in(root, "group")["underfelt"]


# Runs in a fresh interpreter: a call filter cannot be taken off again.
UNDER_FILTER = """
import asyncio, ctypes, sqlite3, sys, tempfile
import aiohttp.web, pydantic, serial, zmq

# MemoryDenyWriteExecute=; kernels before 6.3 refuse, and the filter is tried all the same.
ctypes.CDLL(None).prctl(65, 1, 0, 0, 0)
library = ctypes.CDLL(sys.argv[1])
library.seccomp_init.restype = ctypes.c_void_p
context = ctypes.c_void_p(library.seccomp_init(0x00050001))
for name in sys.argv[2:]:
    number = library.seccomp_syscall_resolve_name(name.encode())
    if number >= 0:
        library.seccomp_rule_add(context, 0x7FFF0000, number, 0)
assert library.seccomp_load(context) == 0

with tempfile.TemporaryDirectory() as folder, zmq.Context() as bus:
    with bus.socket(zmq.ROUTER) as daemon, bus.socket(zmq.DEALER) as driver:
        daemon.bind(f"ipc://{folder}/devices")
        driver.connect(f"ipc://{folder}/devices")
        driver.send(b"hello")
        assert daemon.recv_multipart()[1] == b"hello"
    record = sqlite3.connect(f"{folder}/journal.sqlite")
    record.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE row (x)")
    record.close()

async def serve():
    runner = aiohttp.web.AppRunner(aiohttp.web.Application())
    await runner.setup()
    await aiohttp.web.TCPSite(runner, "127.0.0.1", 0).start()
    await runner.cleanup()

asyncio.run(serve())
print("ran")
"""


def expand(group: str) -> set[str]:
    """System calls a filter term stands for, groups within groups included."""
    if not group.startswith("@"):
        return {group}
    listing = analyze("syscall-filter", group).stdout.splitlines()
    terms = [line.strip() for line in listing if re.match(r"    [@a-z]", line)]
    return set().union(*map(expand, terms))


def allowed_calls(unit: str) -> set[str]:
    """What is left after a unit's SystemCallFilter= lines, applied in order."""
    calls: set[str] = set()
    for line in settings(unit, "SystemCallFilter"):
        named = set().union(*map(expand, line.removeprefix("~").split()))
        calls = calls - named if line.startswith("~") else calls | named
    return calls


@needs_analyze
@pytest.mark.parametrize("unit", ON_THE_BUS)
def test_bus_record_and_pages_run_under_the_units_call_filter(unit: str) -> None:
    library = ctypes.util.find_library("seccomp")
    if library is None:
        pytest.skip("libseccomp is not installed")
    # SQLite as root also gives the journal's files away, which a service user never does.
    calls = allowed_calls(unit) | ({"fchown"} if os.geteuid() == 0 else set())
    result = subprocess.run(
        [sys.executable, "-c", UNDER_FILTER, library, *sorted(calls)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.stdout, result.returncode) == ("ran\n", 0), result.stderr
