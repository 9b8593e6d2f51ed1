"""Checks of a device that meets another version, and of what is not meant for it."""

from dataclasses import replace
from typing import Final

from drivers.conformance.answer_checks import SECOND_ANSWER_S, no_answer
from drivers.conformance.greeting_checks import harmless
from drivers.conformance.trial import Trial
from drivers.requirement import demand
from drivers.wire.codec import Value
from drivers.wire.framing import encode_frame

GROWN: Final = b"\x01\x02\x03"


def ignores_another_version(trial: Trial) -> None:
    """A frame of a version it does not speak changes nothing."""
    host = trial.raw()
    command = harmless(host)
    host.line.write(encode_frame(replace(command, version=command.version + 1)))
    no_answer(host, 2 * SECOND_ANSWER_S, f"a command of version {command.version + 1} was answered")
    host.ask_hello()
    host.say_foreign("hello_ack", host=host.host, boot=host.boot)
    what = "another hello after a hello_ack of another version"
    for _ in range(2):
        host.line.until(lambda heard: heard.name == "hello", what)


def answers_any_request(trial: Trial) -> None:
    """Asked in another version, with fields it does not know, it introduces itself."""
    host = trial.greet()
    for more in (b"", GROWN):
        host.refuse()
        host.say_foreign("hello_request", more, host=host.host)
        words = f"a hello_request of another version{' with further fields' if more else ''}"
        host.line.until(lambda heard: heard.name == "hello", f"a hello to {words}")


def obeys_any_refusal(trial: Trial) -> None:
    """Refused in another version it is silent."""
    host = trial.greet()
    host.ask_hello()
    fields: dict[str, Value] = {"boot": host.boot, "reason": "protocol", "text": "versions 1 and 2"}
    host.say_foreign("hello_refusal", GROWN, **fields)
    host.must_be_silent("refused in another version")


def ignores_foreign_refusal(trial: Trial) -> None:
    """A refusal for another boot number is none."""
    host = trial.greet()
    host.ask_hello()
    host.say("hello_refusal", boot=host.boot ^ 1, reason="conduct", text="conformance trial")
    for _ in range(2):
        what = "another hello after a refusal for another boot number"
        host.line.until(lambda heard: heard.name == "hello", what)


def ignores_early_commands(trial: Trial) -> None:
    """Before the link nothing is carried out or answered."""
    host = trial.greet()
    host.ask_hello()
    command = harmless(host)
    for state in ("greeting", "refused"):
        host.line.write(encode_frame(command))
        no_answer(host, 2 * SECOND_ANSWER_S, f"a command was answered by a {state} device")
        host.refuse()
    host.link()
    answer = host.order(command)
    demand(answer.sequence == command.sequence, "the command after the link has another answer")
