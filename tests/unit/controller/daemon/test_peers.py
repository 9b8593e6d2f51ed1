"""One process speaks for a device."""

import os

from controller.daemon.peers import DriverPeers, is_running

FIRST, SECOND = b"shoe-1/100", b"shoe-1/200"


def test_a_second_driver_is_refused_while_the_first_one_runs() -> None:
    peers = DriverPeers(lambda _process: True)
    assert peers.admits("shoe-1", FIRST)
    assert not peers.admits("shoe-1", SECOND)
    assert peers.admits("shoe-1", FIRST)
    assert peers.of("shoe-1") == FIRST


def test_a_driver_takes_the_place_of_one_that_ended() -> None:
    peers = DriverPeers(lambda process: process != 100)
    assert peers.admits("shoe-1", FIRST)
    assert peers.admits("shoe-1", SECOND)
    assert peers.of("shoe-1") == SECOND


def test_a_driver_takes_the_place_of_one_that_fell_silent() -> None:
    peers = DriverPeers(lambda _process: True)
    assert peers.admits("shoe-1", FIRST)
    peers.forget("shoe-1")
    assert peers.admits("shoe-1", SECOND)


def test_nobody_speaks_for_another_device_or_without_a_process() -> None:
    peers = DriverPeers(lambda _process: True)
    for sender in (b"pad-1/100", b"shoe-1", b"shoe-1/", b"shoe-1/x", b"\xff/1"):
        assert not peers.admits("shoe-1", sender)
    assert peers.of("shoe-1") is None


def test_a_process_runs_until_it_is_gone() -> None:
    assert is_running(os.getpid())
    assert is_running(1)
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    assert not is_running(child)
