"""The two state tables of the wire reference."""

from typing import Final

from controller.reference.markdown import Row, markdown_table
from drivers.wire.device_session import MISSED_HEARTBEATS

_HEAD: Final = ("state", "input", "does", "next state")
_LISTENING: Final = "greeting, linked, refused"
_SILENCE: Final = f"nothing heard for {MISSED_HEARTBEATS} × `heartbeat_ms`"
_LOST: Final = "reports the device lost, sends `hello_request`"

_DEVICE: Final[tuple[Row, ...]] = (
    ("off", "power and cable there, ready", "sends `hello`", "greeting"),
    ("greeting", "`hello_ms` since the last hello", "sends `hello`", "greeting"),
    (_LISTENING, "`hello_request`", "sends `hello`", "greeting"),
    (
        _LISTENING,
        "`hello_ack`, boot right",
        "if the host number is new, forgets its answers; sends its window",
        "linked",
    ),
    (_LISTENING, "`hello_refusal`, boot right", "falls silent", "refused"),
    (
        _LISTENING,
        "`event_ack`, boot right",
        "forgets that event; if linked, sends what moved into the window",
        "same",
    ),
    ("linked", "something happens", "keeps the event; sends it if in the window", "linked"),
    ("off, greeting, refused", "something happens", "keeps the event", "same"),
    ("linked", "`resend_ms` since an event in the window was sent", "sends it again", "linked"),
    ("linked", "new command", "answers, begins the work", "linked"),
    ("linked", "command already answered", "repeats the answer", "linked"),
    ("linked", "unknown type", "sends `command_nak`, `unknown-command`", "linked"),
    ("linked", "nothing sent for `heartbeat_ms`", "sends `device_heartbeat`", "linked"),
    ("linked", _SILENCE, "sends `hello`", "greeting"),
    ("any", "bad frame, foreign version, an answer to another boot", "nothing", "same"),
    ("any", "cable out", "keeps events, numbering and answers", "off"),
    ("any", "power lost", "new boot number at the next start, numbering from 1", "off"),
)

_HOST: Final[tuple[Row, ...]] = (
    ("closed", "port opened", "sends `hello_request`", "greeting"),
    ("greeting", "`hello_ms` since the last request", "sends `hello_request`", "greeting"),
    (
        _LISTENING,
        "`hello`, everything matches",
        "sends `hello_ack`, then the command under way",
        "linked",
    ),
    (_LISTENING, "`hello`, something does not match", "sends `hello_refusal`", "refused"),
    ("linked", "event in order", "passes it on; acks it once it is on disk", "linked"),
    ("linked", "event already recorded", "sends `event_ack`", "linked"),
    ("linked", "event after a gap", "holds it; if the gap stays, sends `hello_request`", "linked"),
    ("linked", "reply to the command under way", "next command, or again later", "linked"),
    ("linked", "nothing sent for `heartbeat_ms`", "sends `host_heartbeat`", "linked"),
    ("linked", _SILENCE, _LOST, "greeting"),
    ("linked", "no reply to a command for `reply_timeout_ms`", _LOST, "greeting"),
    ("linked", "`device_heartbeat` of another boot", _LOST, "greeting"),
    ("greeting, refused", "anything but a `hello`", "nothing", "same"),
    ("any", "port gone", "reports the device lost, keeps everything", "closed"),
)


def states() -> str:
    """Both sides' states as tables."""
    return "\n".join(
        [
            "## 8. States\n",
            "### Device\n",
            markdown_table(_HEAD, _DEVICE),
            "### Host\n",
            markdown_table(_HEAD, _HOST),
        ]
    )
