"""Checks of commands and their answers, and of a damaged line towards the device."""

from dataclasses import replace
from random import Random
from typing import Final

from drivers.conformance.greeting_checks import fault_name, harmless
from drivers.conformance.raw_host import RawHost
from drivers.conformance.trial import Trial
from drivers.conformance.wire_line import Heard
from drivers.requirement import demand
from drivers.wire.framing import Frame, encode_frame

SECOND_ANSWER_S: Final = 0.15
NOISE: Final = 120


def refuses_unknown(trial: Trial) -> None:
    """No such command, and it says so."""
    host = trial.raw()
    answer = host.order(host.unknown_command(host.next_sequence()))
    _demand_fault(host, answer, "unknown-command")


def refuses_bad_values(trial: Trial) -> None:
    """Out of range, and it says so."""
    host = trial.raw()
    command = replace(harmless(host), payload=trial.conduct.out_of_range)
    _demand_fault(host, host.order(command), "bad-value")


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
        changed = host.order(replace(command, payload=trial.conduct.out_of_range))
        _demand_same(host, first, changed)


def ignores_bad_checksum(trial: Trial) -> None:
    """A damaged frame has no effect, the whole one after it has."""
    host = trial.raw()
    command = harmless(host)
    host.line.write(_with_wrong_checksum(command))
    answers = sum(map(host.is_reply, host.line.listen(2 * SECOND_ANSWER_S)))
    demand(answers == 0, "a command with a wrong checksum was answered")
    _demand_belongs(host, command, host.order(command))


def recovers_from_garbage(trial: Trial) -> None:
    """Noise, half a frame, and then it listens again."""
    host = trial.raw()
    command = harmless(host)
    noise = Random(1).randbytes(NOISE)
    half = encode_frame(command)[:4]
    host.line.write(noise + b"\0" + half + b"\0")
    _demand_belongs(host, command, host.order(command))


def _with_wrong_checksum(frame: Frame) -> bytes:
    # Another payload under the right one's checksum: what a flipped bit leaves on the line.
    whole = encode_frame(frame)
    spoiled = bytes([whole[-2] ^ 0x01])
    return whole[:-2] + (spoiled if spoiled != b"\0" else b"\x02") + b"\0"


def _demand_fault(host: RawHost, answer: Heard, wanted: str) -> None:
    found = fault_name(host, answer)
    outcome = "was accepted" if found is None else f"was refused with {found}"
    demand(found == wanted, f"the command must be refused with {wanted}; it {outcome}")


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
