import pytest

from controller.bus.peer import Peer, peer_of


def test_a_unix_sockets_address_names_user_and_process() -> None:
    assert peer_of("localhost:1000:100:4711") == Peer(1000, 4711)
    assert str(peer_of("localhost:1000:100:4711")) == "user 1000, process 4711"
    assert peer_of("localhost:0:0:7").is_root


@pytest.mark.parametrize("address", [None, "", "127.0.0.1", "localhost", "localhost:-1:x:7"])
def test_an_address_without_them_is_nobody_known_and_never_root(address: str | None) -> None:
    assert peer_of(address) == Peer()
    assert not peer_of(address).is_root


def test_a_process_of_another_namespace_has_no_number() -> None:
    assert peer_of("localhost:0:0:0") == Peer(0, None)
