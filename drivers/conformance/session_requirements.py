"""What every device owes the wire: introduction, events, commands, and a damaged line."""

from typing import Final

from drivers.conformance.answer_checks import (
    answers_once,
    ignores_bad_checksum,
    passes_over_empty_frames,
    recovers_from_garbage,
    refuses_bad_values,
    refuses_unknown,
    remembers_answers,
    repeats_answer,
    throws_away_long_frames,
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
from drivers.conformance.keeping_checks import (
    forgets_one_at_a_time,
    keeps_over_silence,
    names_its_newest,
    names_its_oldest,
    resends_the_content,
    takes_early_acks,
)
from drivers.conformance.start_checks import (
    changes_boot_number,
    counts_from_one,
)
from drivers.conformance.timing_checks import (
    answers_in_time,
    beats_in_time,
    greets_in_time,
    is_ready_in_time,
    resends_in_time,
)
from drivers.conformance.version_checks import (
    answers_any_request,
    ignores_another_version,
    ignores_early_commands,
    ignores_foreign_refusal,
    obeys_any_refusal,
)
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
        "A command with any field out of range, or of a wrong length, is refused with bad-value.",
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
    Requirement(
        "SES-23",
        "keeps events over a silence",
        "What was not acknowledged is kept while the host is silent, and sent after.",
        keeps_over_silence,
    ),
    Requirement(
        "SES-24",
        "takes early acks",
        "An event that is acknowledged while the device says hello is forgotten.",
        takes_early_acks,
    ),
    Requirement(
        "SES-25",
        "forgets one at a time",
        "An acknowledgement is for its own event; those before it are kept.",
        forgets_one_at_a_time,
    ),
    Requirement(
        "SES-26",
        "resends the content",
        "The fields of an event are the same in every copy, on this link and on the next.",
        resends_the_content,
    ),
    Requirement(
        "SES-27",
        "counts from one",
        "Under a new boot number events are numbered from 1.",
        counts_from_one,
    ),
    Requirement(
        "SES-28",
        "ignores another version",
        "A command or a hello_ack of another protocol version changes nothing.",
        ignores_another_version,
    ),
    Requirement(
        "SES-29",
        "answers any request",
        "A hello_request of another version, with further fields too, is answered with a hello.",
        answers_any_request,
    ),
    Requirement(
        "SES-30",
        "obeys any refusal",
        "A hello_refusal of another version, with further fields, silences the device.",
        obeys_any_refusal,
    ),
    Requirement(
        "SES-31",
        "ignores a foreign refusal",
        "A hello_refusal for another boot number silences nobody.",
        ignores_foreign_refusal,
    ),
    Requirement(
        "SES-32",
        "greets in time",
        "A hello without an answer comes again after half to one and a half hello_ms.",
        greets_in_time,
    ),
    Requirement(
        "SES-33",
        "resends in time",
        "An event without an ack comes again after half to one and a half resend_ms.",
        resends_in_time,
    ),
    Requirement(
        "SES-34",
        "beats in time",
        "An idle device beats every half to one and a half heartbeat_ms.",
        beats_in_time,
    ),
    Requirement(
        "SES-35",
        "is ready in time",
        "After a power cut the first hello comes within ready_ms.",
        is_ready_in_time,
    ),
    Requirement(
        "SES-36",
        "remembers eight answers",
        "The first of eight commands gets its answer again, and nothing else is looked at.",
        remembers_answers,
        "order",
    ),
    Requirement(
        "SES-37",
        "ignores early commands",
        "A command before the link, or to a refused device, is neither done nor answered.",
        ignores_early_commands,
    ),
    Requirement(
        "SES-38",
        "answers in time",
        "A command is answered within ack_timeout_ms.",
        answers_in_time,
    ),
    Requirement(
        "SES-39",
        "throws away long frames",
        "More bytes than a frame has are thrown away up to the next zero byte, with all they hold.",
        throws_away_long_frames,
    ),
    Requirement(
        "SES-40",
        "passes over empty frames",
        "Zero bytes in a row change nothing.",
        passes_over_empty_frames,
    ),
    Requirement(
        "SES-41",
        "names its oldest event",
        "The hello names the oldest event that is kept, or the number of the next.",
        names_its_oldest,
    ),
    Requirement(
        "SES-42",
        "names its newest event",
        "The heartbeat names the newest event.",
        names_its_newest,
    ),
)
