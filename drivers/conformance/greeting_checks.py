"""Checks of the introduction, of life signs and of whole frames."""

from typing import Final

from drivers.conformance.raw_host import RawHost
from drivers.conformance.trial import Trial
from drivers.conformance.wire_line import Heard
from drivers.requirement import conduct_of, demand
from drivers.wire.framing import Frame

ASKED_TIMES: Final = 12
ANSWER_S: Final = 0.04


def introduces_itself(trial: Trial) -> None:
    """The hello says who is there."""
    heard = trial.greet().ask_hello()
    hello = heard.message
    assert hello is not None
    trial.identity = f"{hello.text('serial_number')}, firmware {hello.text('firmware')}"
    kind = hello.text("kind")
    demand(kind == trial.kind, f"says it is a {kind}; a {trial.kind} is on trial")
    for name in ("serial_number", "firmware"):
        demand(bool(hello.text(name)), f"the hello's {name} is empty")
    demand(heard.sequence == 0, f"the hello's frame has sequence {heard.sequence}; it must be 0")


def speaks_the_version(trial: Trial) -> None:
    """The version is right in hello and headers."""
    host = trial.greet()
    heard = host.ask_hello()
    assert heard.message is not None
    ours = trial.document.protocol
    said = heard.message.integer("protocol")
    demand(said == ours, f"the hello says protocol {said}; the document has {ours}")
    found = heard.frame.version
    demand(found == ours, f"the header says version {found}; the document has {ours}")


def sends_whole_frames(trial: Trial) -> None:
    """Nothing but good frames comes, asked again and again."""
    host = trial.raw()
    counts = host.line.deframer.counts
    before = counts.bad
    for _ in range(ASKED_TIMES):
        host.say("hello_request", host=host.host)
        for heard in host.line.listen(ANSWER_S):
            demand(not heard.problem, heard.problem)
    bad = counts.bad - before
    demand(bad == 0, f"{bad} of {counts.good + counts.bad} frames were damaged")


def repeats_hello(trial: Trial) -> None:
    """Unanswered, the hello comes again."""
    host = trial.greet()
    host.ask_hello()
    for _ in range(2):
        host.line.until(lambda heard: heard.name == "hello", "another hello")


def ignores_foreign_welcome(trial: Trial) -> None:
    """A welcome for another boot is none."""
    host = trial.greet()
    host.ask_hello()
    host.say("hello_ack", host=host.host, boot=host.boot ^ 1)
    host.line.until(lambda heard: heard.name == "hello", "another hello after a foreign hello_ack")


def obeys_refusal(trial: Trial) -> None:
    """Refused, it is silent; asked, it speaks."""
    host = trial.greet()
    host.ask_hello()
    host.say("hello_refusal", boot=host.boot, reason="conduct", text="conformance trial")
    host.must_be_silent("refused")
    host.ask_hello()


def beats_while_idle(trial: Trial) -> None:
    """An idle device shows that it lives."""
    host = trial.raw()
    beat = host.line.until(lambda heard: heard.name == "device_heartbeat", "a heartbeat")
    assert beat.message is not None
    boot = beat.message.integer("boot")
    demand(boot == host.boot, f"the heartbeat says boot {boot}; the hello said {host.boot}")
    text = f"the heartbeat's frame has sequence {beat.sequence}; it must be 0"
    demand(beat.sequence == 0, text)


def greets_a_silent_host(trial: Trial) -> None:
    """A host that says nothing is greeted again."""
    host = trial.raw()
    host.fall_silent()
    host.await_greeting()


def harmless(host: RawHost) -> Frame:
    """A command that does no harm whatever the device holds; unknown where there is none."""
    sequence = host.next_sequence()
    message = conduct_of(host.document.kind).harmless
    return host.command_frame(message, sequence) if message else host.unknown_command(sequence)


def fault_name(host: RawHost, answer: Heard) -> str | None:
    """The fault an answer names; None for an acceptance."""
    assert answer.message is not None
    if answer.name == "command_ack":
        return None
    code = answer.message.integer("fault")
    fault = host.document.fault_with_code(code)
    return fault.name if fault else f"code {code}"
