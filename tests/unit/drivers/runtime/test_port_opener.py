import os
from itertools import pairwise
from pathlib import Path

import pytest

from drivers.runtime.port_opener import PortOpener

BAUD = 115200


def attempts(opener: PortOpener, path: Path, until: float) -> list[float]:
    """The moments, in steps of 10 ms, at which the opener really tried."""
    tried, now = [], 0.0
    while now < until:
        before = opener._due
        assert opener.try_open(now) is None
        if opener._due != before:
            tried.append(round(now, 2))
        now += 0.01
    assert not path.exists()
    return tried


def test_doubles_its_delay_up_to_two_seconds(tmp_path: Path) -> None:
    path = tmp_path / "port"
    tried = attempts(PortOpener("shoe-1", path, BAUD), path, 12.0)
    gaps = [round(b - a, 1) for a, b in pairwise(tried)]
    assert gaps[:2] == sorted(gaps[:2])
    assert gaps[2:6] == [0.2, 0.4, 0.8, 1.6]
    assert set(gaps[6:]) == {2.0}


def test_tries_at_once_when_the_path_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "port"
    opener = PortOpener("shoe-1", path, BAUD)
    attempts(opener, path, 6.5)
    master, slave = os.openpty()
    path.symlink_to(os.ttyname(slave))
    port = opener.try_open(6.5)
    assert port is not None
    port.close()
    os.close(master)
    os.close(slave)


def test_logs_a_reason_once_and_a_new_reason_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "port"
    opener = PortOpener("shoe-1", path, BAUD)
    attempts(opener, path, 3.0)
    path.write_text("no port")
    opener.try_open(3.0)
    opener.try_open(9.0)
    assert [record.message.split("port: ")[-1] for record in caplog.records] == [
        "not there; plug the device in",
        "is not a serial port; correct the path",
    ]
