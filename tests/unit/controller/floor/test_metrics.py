"""Metrics as every collector of the open format reads them."""

import json
import re
from pathlib import Path

import aiohttp

from controller.bus.messages import LinkStatistics
from controller.floor.bridge.table_metrics import table_metrics
from controller.floor.local.nats_server import free_port
from controller.floor.metrics import CONTENT_TYPE, Family, text_of
from controller.floor.metrics_page import serve_metrics
from controller.floor.service.figures import Figures
from controller.floor.service.floor_metrics import floor_metrics
from controller.floor.service.watch import TableFigures

DASHBOARD = Path(__file__).parents[4] / "config/grafana/underfelt-floor.json"
LINE = re.compile(
    r"# (TYPE|HELP) [a-z_]+ \S.*|[a-z_]+(\{([a-z]+=\"(\\.|[^\"\\])*\",?)+\})? [0-9.e+-]+|# EOF"
)


def told() -> Figures:
    figures = Figures()
    figures.tables = (TableFigures("oaks/t7", 12, 3, 4, 1),)
    figures.kept, figures.lag_ms["oaks/t7"] = 12, 250
    return figures


def test_every_line_is_of_the_open_format_and_the_end_is_told() -> None:
    text = floor_metrics(told())
    assert [line for line in text.splitlines() if not LINE.fullmatch(line)] == []
    assert text.endswith("# EOF\n")
    assert 'underfelt_table_behind_rows{table="oaks/t7"} 3\n' in text
    assert "underfelt_floor_rows_total 12\n" in text
    assert 'underfelt_table_lag_seconds{table="oaks/t7"} 0.25\n' in text


def test_a_label_may_have_any_sign() -> None:
    text = text_of([Family("x", "gauge", "X.", [({"table": 'a"\\\n'}, 1)])])
    assert 'underfelt_x{table="a\\"\\\\\\n"} 1\n' in text


async def test_metrics_are_served() -> None:
    port = free_port()
    stop = await serve_metrics("127.0.0.1", port, lambda: floor_metrics(told()))
    try:
        address = f"http://127.0.0.1:{port}/metrics"
        async with aiohttp.ClientSession() as session, session.get(address) as answer:
            assert answer.headers["Content-Type"] == CONTENT_TYPE
            assert (await answer.text()).endswith("# EOF\n")
    finally:
        await stop()


def of_a_table() -> str:
    link = LinkStatistics(
        device="shoe-1",
        is_linked=True,
        uptime_s=9,
        frames_in=100,
        frames_out=9,
        bad_crc=2,
        bad_frames=1,
        resends=0,
        reconnects=1,
    )
    return table_metrics("oaks/t7", None, [link], 12, 11)


def test_a_table_tells_of_its_record_and_its_links() -> None:
    text = of_a_table()
    assert [line for line in text.splitlines() if not LINE.fullmatch(line)] == []
    assert 'underfelt_link_damaged_total{table="oaks/t7",device="shoe-1"} 3\n' in text
    assert 'underfelt_sent_rows{table="oaks/t7"} 11\n' in text


def test_the_dashboard_asks_only_for_metrics_that_there_are() -> None:
    dashboard = json.loads(DASHBOARD.read_text())
    asked = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"underfelt_[a-z_]+", target["expr"])
    }
    told_names = set(re.findall(r"^(underfelt_[a-z_]+)", floor_metrics(told()), re.MULTILINE))
    of_tables = set(re.findall(r"^(underfelt_[a-z_]+)", of_a_table(), re.MULTILINE))
    assert asked
    assert asked <= told_names | of_tables
