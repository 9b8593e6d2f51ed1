"""When the browser of a screen is started again, and how it is started."""

from pathlib import Path

import pytest

from drivers.scoreboard import kiosk_browser
from drivers.scoreboard.hub import Health
from drivers.scoreboard.kiosk_browser import BrowserPlan, KioskError, browser_command, is_lit
from drivers.scoreboard.kiosk_watch import Watch
from drivers.scoreboard.screens_seen import ScreenHealth

PLAN = BrowserPlan("http://127.0.0.1:8300/", Path("profile"))


def health(drawn_ms_ago: int | None = None, number: int | None = 7) -> Health:
    seen = {}
    if drawn_ms_ago is not None:
        seen["kiosk"] = ScreenHealth(
            number=7, page="abc", paint_ms=3.0, drawn_ms_ago=drawn_ms_ago, trouble=""
        )
    return Health(number=number, age_ms=0, clients=1, screens=seen)


def watch_from(now: float) -> Watch:
    watch = Watch("kiosk")
    watch.begin(now)
    return watch


def test_a_browser_that_draws_is_left_alone() -> None:
    watch = watch_from(0.0)
    assert not any(watch.fault(health(3000), True, float(second)) for second in range(5, 500))


def test_a_browser_that_stops_drawing_is_started_again_after_twenty_seconds() -> None:
    watch = watch_from(0.0)
    assert watch.fault(health(0), True, 30.0) == ""
    assert watch.fault(health(20_000), True, 50.0) == ""
    assert watch.fault(health(21_000), True, 51.0) == "has drawn nothing for 21 s"


def test_a_slow_first_picture_gets_more_time() -> None:
    watch = watch_from(0.0)
    assert watch.fault(health(), True, 59.0) == ""
    assert watch.fault(health(), True, 61.0)


def test_what_the_browser_before_drew_does_not_count() -> None:
    watch = watch_from(100.0)
    assert watch.fault(health(5000), True, 101.0) == ""
    assert not watch.has_drawn
    assert watch.fault(health(65_000), True, 161.0)


@pytest.mark.parametrize(
    ("seen", "lit"), [(None, True), (health(90_000, None), True), (health(90_000), False)]
)
def test_silence_proves_nothing_without_a_server_a_picture_or_a_display(
    seen: Health | None, lit: bool
) -> None:
    watch = watch_from(0.0)
    watch.fault(health(0), True, 10.0)
    assert watch.fault(seen, lit, 100.0) == ""
    assert watch.fault(health(100_000), True, 110.0) == ""
    assert watch.fault(health(111_000), True, 121.0)


def test_each_failure_waits_longer_up_to_a_minute_and_success_forgives() -> None:
    watch = watch_from(0.0)
    assert [watch.wait_s() for _ in range(8)] == [1, 2, 4, 8, 16, 32, 60, 60]
    watch.fault(health(0), True, 61.0)
    assert watch.wait_s() == 1


def tools(folder: Path, *names: str) -> str:
    for name in names:
        path = folder / name
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
    return str(folder)


def test_without_a_desktop_the_compositor_carries_the_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", tools(tmp_path, "cage", "chromium"))
    command = browser_command(PLAN, {})
    assert command[:5] == [f"{tmp_path}/cage", "-d", "-s", "--", f"{tmp_path}/chromium"]
    assert "--ozone-platform=wayland" in command
    assert "--user-data-dir=profile" in command
    assert command[-1] == "http://127.0.0.1:8300/"


@pytest.mark.parametrize("variable", ["WAYLAND_DISPLAY", "DISPLAY"])
def test_on_a_desktop_the_browser_runs_as_a_window(
    variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", tools(tmp_path, "chromium-browser"))
    assert browser_command(PLAN, {variable: "0"})[0] == f"{tmp_path}/chromium-browser"


def test_more_flags_come_before_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", tools(tmp_path, "chromium"))
    plan = PLAN._replace(is_headless=True, flags=("--force-device-scale-factor=1.5",))
    assert browser_command(plan, {})[-2:] == ["--force-device-scale-factor=1.5", PLAN.url]


@pytest.mark.parametrize(("there", "missing"), [((), "chromium"), (("chromium",), "cage")])
def test_a_missing_program_is_named_with_its_package(
    there: tuple[str, ...], missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", tools(tmp_path, *there))
    with pytest.raises(KioskError, match=f"install the package {missing}"):
        browser_command(PLAN, {})


def connectors(folder: Path, **states: str) -> Path:
    for name, state in states.items():
        (folder / f"card1-{name}").mkdir()
        (folder / f"card1-{name}" / "status").write_text(f"{state}\n")
    return folder


def test_a_display_that_is_plugged_in_is_lit(tmp_path: Path) -> None:
    assert is_lit(connectors(tmp_path, HDMI1="connected", HDMI2="disconnected"))


def test_no_display_at_all_is_dark(tmp_path: Path) -> None:
    assert not is_lit(connectors(tmp_path, HDMI1="disconnected", HDMI2="disconnected"))


def test_a_kernel_that_does_not_say_counts_as_lit(tmp_path: Path) -> None:
    assert is_lit(tmp_path)
    assert is_lit(connectors(tmp_path, HDMI1="unknown"))


def test_the_flags_leave_the_browser_no_host_to_ask() -> None:
    assert "--no-proxy-server" in kiosk_browser.FLAGS
    assert any("MAP * ~NOTFOUND" in flag for flag in kiosk_browser.FLAGS)
