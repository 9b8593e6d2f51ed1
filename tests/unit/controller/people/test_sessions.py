from controller.people.sessions import FRESH_S, LONGEST_S, MOST_SESSIONS, Session, Sessions

ANN = Session("Ann Lee", "floor", "terminal-pts-1, user 0, process 7", 100.0)


def test_a_session_is_found_by_its_secret_for_a_shift() -> None:
    sessions = Sessions()
    secret = sessions.open(ANN)
    assert sessions.find(secret, 100.0 + LONGEST_S) == ANN
    assert sessions.find(secret, 100.1 + LONGEST_S) is None
    assert sessions.find(secret, 100.0) is None
    assert sessions.find("guess", 100.0) is None


def test_a_pin_counts_as_just_given_for_five_minutes() -> None:
    assert ANN.is_fresh(100.0 + FRESH_S)
    assert not ANN.is_fresh(100.1 + FRESH_S)
    assert FRESH_S == 300.0


def test_the_record_names_role_place_and_person() -> None:
    assert ANN.source == "desk:floor:terminal-pts-1, user 0, process 7:Ann Lee"


def test_a_closed_session_and_all_of_a_locked_person_are_over() -> None:
    sessions = Sessions()
    first, second, other = (
        sessions.open(ANN),
        sessions.open(ANN),
        sessions.open(ANN._replace(person="Bo")),
    )
    sessions.close(first)
    assert sessions.find(first, 100.0) is None
    sessions.close_all_of("Ann Lee")
    assert sessions.find(second, 100.0) is None
    assert sessions.find(other, 100.0) is not None


def test_the_oldest_session_makes_way() -> None:
    sessions = Sessions()
    secrets = [sessions.open(ANN) for _ in range(MOST_SESSIONS + 1)]
    assert sessions.find(secrets[0], 100.0) is None
    assert sessions.find(secrets[-1], 100.0) == ANN
