"""Metrics as every collector of the open format reads them."""

import re

import aiohttp

from config.floor import FloorPages
from controller.floor.local.nats_server import free_port
from controller.floor.metrics import CONTENT_TYPE, Family, floor_metrics, text_of
from controller.floor.service.figures import Figures
from controller.floor.service.pages import serve_metrics
from controller.floor.service.watch import TableFigures

LINE = re.compile(
    r"# (TYPE|HELP) [a-z_]+ \S.*|[a-z_]+(\{[a-z]+=\"(\\.|[^\"\\])*\"\})? [0-9.e+-]+|# EOF"
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
    stop = await serve_metrics(FloorPages(port=port), told())
    try:
        address = f"http://127.0.0.1:{port}/metrics"
        async with aiohttp.ClientSession() as session, session.get(address) as answer:
            assert answer.headers["Content-Type"] == CONTENT_TYPE
            assert (await answer.text()).endswith("# EOF\n")
    finally:
        await stop()
