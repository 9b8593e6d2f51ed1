"""What every device owes the wire: introduction, events, commands, and a damaged line."""

from typing import Final

from drivers.conformance.answer_checks import (
    answers_once,
    ignores_bad_checksum,
    recovers_from_garbage,
    refuses_bad_values,
    refuses_unknown,
    repeats_answer,
)
from drivers.conformance.event_checks import (
    forgets_after_ack,
    ignores_old_acks,
    keeps_events_until_linked,
    keeps_its_window,
    keeps_over_reconnect,
    numbers_without_holes,
    resends_until_acknowledged,
)
from drivers.conformance.greeting_checks import (
    beats_while_idle,
    greets_a_silent_host,
    ignores_foreign_welcome,
    introduces_itself,
    obeys_refusal,
    repeats_hello,
    sends_whole_frames,
    speaks_the_version,
)
from drivers.conformance.start_checks import changes_boot_number
from drivers.requirement import Requirement

SESSION_REQUIREMENTS: Final = (
    Requirement(
        "SES-01",
        "introduces itself",
        "Asked for it, the device says hello with its kind, serial number, firmware and boot.",
        introduces_itself,
    ),
    Requirement(
        "SES-02",
        "speaks the version",
        "The hello and every header name the protocol version of the wire document.",
        speaks_the_version,
    ),
    Requirement(
        "SES-03",
        "sends whole frames",
        "Every byte belongs to a frame with a right checksum and a message of its document.",
        sends_whole_frames,
    ),
    Requirement(
        "SES-04",
        "repeats its hello",
        "A hello that is not answered is said again every hello_ms.",
        repeats_hello,
    ),
    Requirement(
        "SES-05",
        "ignores a foreign welcome",
        "A hello_ack for another boot number takes nobody; the device goes on saying hello.",
        ignores_foreign_welcome,
    ),
    Requirement(
        "SES-06",
        "obeys a refusal",
        "A refused device is silent until it is asked again.",
        obeys_refusal,
    ),
    Requirement(
        "SES-07",
        "beats while idle",
        "A device that has said nothing for heartbeat_ms sends a heartbeat with its boot number.",
        beats_while_idle,
    ),
    Requirement(
        "SES-08",
        "greets a silent host",
        "When the host was silent for three heartbeats the device says hello again.",
        greets_a_silent_host,
    ),
    Requirement(
        "SES-09",
        "changes its boot number",
        "After a power cut the boot number is another, unless the numbering of events goes on.",
        changes_boot_number,
    ),
    Requirement(
        "SES-10",
        "keeps events until linked",
        "What happens before the host takes the device is kept, and sent after.",
        keeps_events_until_linked,
        "hand",
    ),
    Requirement(
        "SES-11",
        "resends until acknowledged",
        "An event is sent again, unchanged, until it is acknowledged.",
        resends_until_acknowledged,
    ),
    Requirement(
        "SES-12",
        "forgets after the ack",
        "An acknowledged event is not sent again.",
        forgets_after_ack,
    ),
    Requirement(
        "SES-13",
        "numbers without holes",
        "Events carry consecutive sequence numbers.",
        numbers_without_holes,
    ),
    Requirement(
        "SES-14",
        "ignores old acks",
        "An acknowledgement with another boot number changes nothing.",
        ignores_old_acks,
    ),
    Requirement(
        "SES-15",
        "keeps its window",
        "No more events than the window are under way without acknowledgement; the rest follow.",
        keeps_its_window,
    ),
    Requirement(
        "SES-16",
        "keeps events over a reconnect",
        "After the port was closed and opened, boot number and unacknowledged events are the same.",
        keeps_over_reconnect,
    ),
    Requirement(
        "SES-17",
        "refuses an unknown command",
        "A command the document does not have is refused with unknown-command.",
        refuses_unknown,
    ),
    Requirement(
        "SES-18",
        "refuses bad values",
        "A command with a field out of range is refused with bad-value.",
        refuses_bad_values,
        "order",
    ),
    Requirement(
        "SES-19",
        "answers once",
        "One command frame gets one answer, with its sequence and the host's number.",
        answers_once,
    ),
    Requirement(
        "SES-20",
        "repeats its answer",
        "The same sequence again gets the same answer and is not carried out again.",
        repeats_answer,
    ),
    Requirement(
        "SES-21",
        "ignores a bad checksum",
        "A frame with a wrong checksum has no effect.",
        ignores_bad_checksum,
    ),
    Requirement(
        "SES-22",
        "recovers from garbage",
        "After noise and a broken-off frame the next whole frame is understood.",
        recovers_from_garbage,
    ),
)
