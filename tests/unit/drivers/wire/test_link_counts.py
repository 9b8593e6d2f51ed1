"""The figures of a link: what was counted, as the bus carries it."""

from drivers.wire.link_counts import LinkCounts


def test_a_link_without_traffic_has_no_times() -> None:
    report = LinkCounts().report("shoe-1", is_linked=False, uptime_s=2.9)
    assert (report.device, report.is_linked, report.uptime_s) == ("shoe-1", False, 2)
    assert (report.round_trip_ms, report.record_ms, report.reconnects) == (None, None, 0)


def test_the_time_to_the_record_is_the_median_of_what_was_delivered() -> None:
    counts = LinkCounts()
    for sequence, late in ((1, 0.010), (2, 0.030), (3, 0.020)):
        counts.note_event(5, sequence, now=100.0)
        counts.note_recorded(5, sequence, now=100.0 + late)
    assert counts.report("shoe-1", is_linked=True, uptime_s=60).record_ms == 20.0


def test_an_event_recorded_twice_is_timed_once() -> None:
    counts = LinkCounts()
    counts.note_event(5, 1, now=100.0)
    counts.note_recorded(5, 1, now=100.5)
    counts.note_recorded(5, 1, now=109.0)
    assert counts.report("shoe-1", is_linked=True, uptime_s=60).record_ms == 500.0
