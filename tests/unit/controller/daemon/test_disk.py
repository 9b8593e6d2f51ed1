"""The disk under the record: said once when it runs short, and again after it had room."""

from pathlib import Path

from controller.daemon.disk import LOOK_EVERY_S, LOW_BYTES, DiskWatch, Room


def test_a_disk_that_fills_up_is_said_once_until_it_had_room_again(tmp_path: Path) -> None:
    spaces = iter(
        [5 * LOW_BYTES, LOW_BYTES - 1, LOW_BYTES // 2, LOW_BYTES + 1, 3 * LOW_BYTES, 1_999_999]
    )
    watch = DiskWatch(tmp_path, lambda _: Room(next(spaces), 100 * LOW_BYTES))
    said = [watch.look(turn * LOOK_EVERY_S) for turn in range(6)]
    assert [event and event.free_mb for event in said] == [None, 499, None, None, None, 1]


def test_between_two_looks_nobody_asks_the_disk(tmp_path: Path) -> None:
    watch = DiskWatch(tmp_path, lambda _: Room(0, LOW_BYTES))
    assert watch.look(0.0) is not None
    assert watch.percent == 100
    watch = DiskWatch(tmp_path)
    assert watch.look(LOOK_EVERY_S) is None
