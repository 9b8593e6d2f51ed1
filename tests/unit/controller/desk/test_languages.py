"""The desk speaks to a person as the person chose."""

from aiohttp import web

from controller.desk.log_in import remember_language


def test_a_browser_remembers_the_language_of_who_logged_in() -> None:
    answer = web.Response()
    remember_language(answer, "zh-Hant")
    cookie = answer.cookies["language"]
    assert cookie.value == "zh-Hant"
    # A page lets people choose, so a script may write it; it opens nothing.
    assert not cookie["httponly"]
    assert cookie["samesite"] == "Strict"
