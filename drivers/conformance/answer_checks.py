"""Checks of commands and their answers, and of a damaged line towards the device."""

from dataclasses import replace
from typing import Final

from drivers.conformance.greeting_checks import fault_name, harmless
from drivers.conformance.raw_host import RawHost
from drivers.conformance.trial import Trial
from drivers.conformance.wire_line import Heard
from drivers.requirement import demand
from drivers.wire.device_session import REMEMBERED_ANSWERS
from drivers.wire.framing import MAX_ENCODED, Frame, encode_frame

SECOND_ANSWER_S: Final = 0.15
NOISE: Final = 120
EMPTY: Final = 5
# Ids of the session that nobody has, one between events and commands, one of a command.
UNKNOWN: Final = (10, 31, 120, 254)
# Around the longest frame and around a byte's range, where buffers wrap.
LONG: Final = (MAX_ENCODED, MAX_ENCODED + 1, 255, 256, 600)


def refuses_unknown(trial: Trial) -> None:
    """No such command, and it says so."""
    host = trial.raw()
    for number in UNKNOWN:
        command = replace(host.unknown_command(host.next_sequence()), type=number)
        _demand_fault(host, host.order(command), "unknown-command", f"command id {number}")


def refuses_bad_values(trial: Trial) -> None:
    """Out of range, and it says so."""
    host = trial.raw()
    whole = harmless(host).payload
    for payload in (*trial.conduct.out_of_range, whole[:-1], whole + b"\1"):
        command = replace(harmless(host), payload=payload)
        what = f"the command with payload {payload.hex(' ')}"
        _demand_fault(host, host.order(command), "bad-value", what)


def answers_once(trial: Trial) -> None:
    """One answer, and the right one."""
    host = trial.raw()
    command = harmless(host)
    answer = host.order(command)
    _demand_belongs(host, command, answer)
    more = sum(map(host.is_reply, host.line.listen(SECOND_ANSWER_S)))
    demand(more == 0, f"command {command.sequence} was answered {more + 1} times")


def repeats_answer(trial: Trial) -> None:
    """A command under an answered number is not looked at."""
    host = trial.raw()
    command = harmless(host)
    first = host.order(command)
    again = host.order(command)
    _demand_same(host, first, again)
    if trial.conduct.out_of_range:
        changed = host.order(replace(command, payload=trial.conduct.out_of_range[0]))
        _demand_same(host, first, changed)


def remembers_answers(trial: Trial) -> None:
    """The first of the last eight commands still gets its answer, whatever it says now."""
    host = trial.raw()
    commands = [harmless(host) for _ in range(REMEMBERED_ANSWERS)]
    answers = [host.order(command) for command in commands]
    again = replace(commands[0], payload=trial.conduct.out_of_range[0])
    _demand_same(host, answers[0], host.order(again))


def throws_away_long_frames(trial: Trial) -> None:
    """What is too long is thrown away whole, with a frame that hangs on its end."""
    host = trial.raw()
    for size in LONG:
        command = harmless(host)
        host.line.write(b"\1" * size + encode_frame(command))
        text = f"the end of a frame of {size + len(encode_frame(command))} bytes was answered"
        no_answer(host, SECOND_ANSWER_S, text)
        _demand_belongs(host, command, host.order(command))
    _demand_no_start(host, "a long frame")


def passes_over_empty_frames(trial: Trial) -> None:
    """Zero bytes in a row are nothing."""
    host = trial.raw()
    host.line.write(b"\0" * EMPTY)
    no_answer(host, SECOND_ANSWER_S, "zero bytes were answered")
    command = harmless(host)
    _demand_belongs(host, command, host.order(command))
    _demand_no_start(host, "zero bytes")


def no_answer(host: RawHost, seconds: float, otherwise: str) -> None:
    """Nothing answers a command within this time."""
    answers = sum(map(host.is_reply, host.line.listen(seconds)))
    demand(answers == 0, otherwise)


def ignores_bad_checksum(trial: Trial) -> None:
    """A damaged frame has no effect, the whole one after it has."""
    host = trial.raw()
    command = harmless(host)
    host.line.write(_with_wrong_checksum(command))
    no_answer(host, 2 * SECOND_ANSWER_S, "a command with a wrong checksum was answered")
    _demand_belongs(host, command, host.order(command))


def recovers_from_garbage(trial: Trial) -> None:
    """Noise, half a frame, and then it listens again."""
    host = trial.raw()
    command = harmless(host)
    noise = host.line.rng.randbytes(NOISE)
    half = encode_frame(command)[:4]
    host.line.write(noise + b"\0" + half + b"\0")
    _demand_belongs(host, command, host.order(command))


def _with_wrong_checksum(frame: Frame) -> bytes:
    # Another payload under the right one's checksum: what a flipped bit leaves on the line.
    whole = encode_frame(frame)
    spoiled = bytes([whole[-2] ^ 0x01])
    return whole[:-2] + (spoiled if spoiled != b"\0" else b"\x02") + b"\0"


def _demand_fault(host: RawHost, answer: Heard, wanted: str, what: str) -> None:
    found = fault_name(host, answer)
    outcome = "was accepted" if found is None else f"was refused with {found}"
    demand(found == wanted, f"{what} must be refused with {wanted}; it {outcome}")


def _demand_no_start(host: RawHost, after: str) -> None:
    before = host.boot
    host.ask_hello()
    demand(host.boot == before, f"after {after} the boot number is {host.boot}; it was {before}")
    host.welcome()


def _demand_belongs(host: RawHost, command: Frame, answer: Heard) -> None:
    text = f"command {command.sequence} was answered under number {answer.sequence}"
    demand(answer.sequence == command.sequence, text)
    assert answer.message is not None
    number = answer.message.integer("host")
    demand(number == host.host, f"the answer names host {number}; it was asked by {host.host}")


def _demand_same(host: RawHost, first: Heard, again: Heard) -> None:
    before, after = (fault_name(host, answer) or "accepted" for answer in (first, again))
    text = f"command {first.sequence} was answered with {before}, then with {after}"
    demand(first.frame == again.frame, text)
