"""The host's half of a link, without I/O or clock: bytes and time in, bytes and notices out."""

from typing import Final, Literal

from config.wire_document import WireDocument, WireMessageType
from config.words.reasons import in_english
from controller.facts.phrase import Phrase, Reason, phrase
from drivers.wire.codec import CodecError, Value, WireMessage, pack, unpack, wire_message
from drivers.wire.command_queue import NEVER, CommandQueue
from drivers.wire.device_session import UNCOUNTED
from drivers.wire.event_order import EventOrder, Numbered
from drivers.wire.framing import Deframer, Frame, encode_frame
from drivers.wire.link_counts import LinkCounts
from drivers.wire.notice import (
    CommandAccepted,
    CommandRefused,
    DeviceIntroduced,
    DeviceRefused,
    EventReceived,
    HostNotice,
    Identity,
    LinkLost,
    SessionResult,
)

MISSED_HEARTBEATS: Final = 3
GAP_PATIENCE_RESENDS: Final = 5
FORGIVEN_BREACHES: Final = 2

NOTHING: Final[SessionResult[HostNotice]] = SessionResult(b"", ())

State = Literal["closed", "greeting", "linked", "refused"]


class HostSession:
    """Greets a device, takes its events in order, brings it commands, notices when it is gone."""

    def __init__(self, document: WireDocument, device: str, host: int) -> None:
        self.state: State = "closed"
        self.counts = LinkCounts()
        self._document = document
        self._device = device
        self._host = host
        self._deframer = Deframer(self.counts.frames)
        self._order = EventOrder(GAP_PATIENCE_RESENDS * document.timings.resend_ms / 1000)
        self._commands = CommandQueue(document)
        self._heartbeat_s = document.timings.heartbeat_ms / 1000
        self._reply_s = document.timings.reply_timeout_ms / 1000
        self._silence_s = MISSED_HEARTBEATS * self._heartbeat_s
        # Both sides beat once a second for years: what is the same is neither made nor read anew.
        self._beat = pack(document, wire_message("host_heartbeat", host=host))
        self._beat_heard: Frame | None = None
        self._last_heard = self._last_sent = 0.0
        self._hello_due = NEVER
        self._breaches = 0
        self._barred_boot: int | None = None
        self._last_refusal: Reason = ""
        self._out = bytearray()
        self._notices: list[HostNotice] = []

    @property
    def is_quiet(self) -> bool:
        """Whether the link stands, no command is under way and no event is missing."""
        is_done = self._commands.due() == self._order.gap_due() == NEVER
        return is_done and self.state == "linked"

    def opened(self, now: float) -> SessionResult[HostNotice]:
        """The port is open: ask the device to introduce itself."""
        self._deframer = Deframer(self.counts.frames)
        self._greet(now)
        return self._result()

    def closed(self, reason: Reason) -> SessionResult[HostNotice]:
        """The port is gone; events and commands under way are kept."""
        if self.state == "linked":
            self._notices.append(LinkLost(reason))
        self.state = "closed"
        self._out.clear()
        return self._result()

    def received(self, data: bytes, now: float) -> SessionResult[HostNotice]:
        """Take bytes from the port."""
        for frame in self._deframer.feed(data):
            self._take(frame, now)
        self._send_commands(now)
        return self._result()

    def tick(self, now: float) -> SessionResult[HostNotice]:
        """Do what is due; call it at `next_due`."""
        if self.state == "greeting" and now >= self._hello_due:
            self._greet(now)
        elif self.state == "linked":
            self._tick_linked(now)
        return self._result()

    def acknowledge(self, boot: int, sequence: int, now: float) -> SessionResult[HostNotice]:
        """The event is in the record: the device may forget it."""
        self.counts.note_recorded(boot, sequence, now)
        if self._order.acknowledge(boot, sequence) and self.state == "linked":
            self._acknowledge_frame(sequence, now)
        return self._result()

    def command(self, message: WireMessage, now: float) -> SessionResult[HostNotice]:
        """Bring the device a command, in its turn; CodecError when its document forbids it."""
        pack(self._document, message)
        self._commands.add(message)
        self._send_commands(now)
        return self._result()

    def next_due(self) -> float:
        """When `tick` should be called next."""
        if self.state == "greeting":
            return self._hello_due
        if self.state != "linked":
            return NEVER
        due = min(self._last_sent + self._heartbeat_s, self._last_heard + self._silence_s)
        if self._commands.is_empty and self._order.is_whole:
            return due
        return min(due, self._answer_ends(), self._commands.due(), self._order.gap_due())

    def _silence_ends(self) -> float:
        return self._last_heard + self._silence_s

    def _answer_ends(self) -> float:
        return self._commands.unanswered_since() + self._reply_s

    def _tick_linked(self, now: float) -> None:
        if now >= self._silence_ends():
            self._lose(phrase("lost-silent", seconds=f"{self._silence_s:g}"), now)
        elif now >= self._answer_ends():
            self._lose(phrase("lost-no-answer"), now)
        else:
            self._ask_about_gap(now)
            self._send_commands(now)
            if now >= self._last_sent + self._heartbeat_s:
                self._write(self._beat, now)

    def _ask_about_gap(self, now: float) -> None:
        # Only the device knows whether a missing event is late or gone: its hello says which.
        if now >= self._order.gap_due():
            self._order.wait_on(now)
            self._send("hello_request", now, host=self._host)

    def _greet(self, now: float) -> None:
        self.state = "greeting"
        self._hello_due = now + self._document.timings.hello_ms / 1000
        self._send("hello_request", now, host=self._host)

    def _lose(self, reason: Phrase, now: float) -> None:
        self._notices.append(LinkLost(reason))
        self._greet(now)

    def _take(self, frame: Frame, now: float) -> None:
        kind = self._document.by_id.get(frame.type)
        if kind is not None and kind.name == "hello":
            self._take_hello(frame, now)
        elif self.state != "linked" or (kind is not None and kind.sent_by == "host"):
            return
        elif frame.version != self._document.protocol:
            self.counts.foreign_version += 1
        else:
            self._take_linked(kind, frame, now)

    def _take_linked(self, kind: WireMessageType | None, frame: Frame, now: float) -> None:
        if frame == self._beat_heard:
            self._last_heard = now
            return
        try:
            message = unpack(self._document, frame)
        except CodecError as error:
            self._note_breach(str(error), now)
            return
        self._last_heard = now
        if kind is not None and kind.direction == "event":
            self._take_event(frame.sequence, message, now)
        elif kind is not None and kind.direction == "reply":
            self._take_reply(frame.sequence, message, now)
        elif message.integer("boot") == self._order.boot:
            self._beat_heard = frame
        else:
            self._lose(phrase("lost-no-greeting"), now)

    def _take_event(self, sequence: int, message: WireMessage, now: float) -> None:
        self._breaches = 0
        self.counts.resends += self._order.is_known(sequence)
        if self._order.is_settled(sequence):
            self._acknowledge_frame(sequence, now)
        else:
            self._deliver(self._order.take(sequence, message, now), now)

    def _deliver(self, events: list[Numbered], now: float) -> None:
        boot = self._order.boot
        for sequence, _ in events:
            self.counts.note_event(boot, sequence, now)
        self._notices += [EventReceived(boot, sequence, message) for sequence, message in events]

    def _take_reply(self, sequence: int, message: WireMessage, now: float) -> None:
        if message.integer("host") != self._host:
            return
        self.counts.note_reply(sequence, now)
        if message.name == "command_ack":
            accepted = self._commands.accept(sequence)
            self._notices += [CommandAccepted(accepted)] if accepted else []
            return
        code = message.integer("fault")
        fault = self._document.fault_with_code(code)
        name, retry = (fault.name, fault.retry) if fault else (f"fault code {code}", False)
        refused = self._commands.refuse(sequence, name, retry, now)
        self._notices += [CommandRefused(refused, name, retry)] if refused else []

    def _take_hello(self, frame: Frame, now: float) -> None:
        if self.state == "closed":
            return
        try:
            hello = unpack(self._document, frame, may_grow=True)
        except CodecError:
            self.counts.breaches += 1
            return
        boot = hello.integer("boot")
        mismatch = self._mismatch(frame, hello)
        if mismatch is not None:
            self._refuse(boot, *mismatch, now)
        elif boot == self._barred_boot:
            self._refuse(boot, "conduct", self._last_refusal, now)
        else:
            self._welcome(hello, now)

    def _mismatch(self, frame: Frame, hello: WireMessage) -> tuple[str, Phrase] | None:
        ours, theirs = self._document.protocol, hello.integer("protocol")
        if theirs != ours or frame.version != ours:
            spoken = theirs if theirs != ours else frame.version
            return "protocol", phrase("lost-protocol", spoken=spoken, ours=ours)
        kind = hello.text("kind")
        if kind != self._document.kind:
            return "kind", phrase("lost-kind", found=kind, wanted=self._document.kind)
        return None

    def _welcome(self, hello: WireMessage, now: float) -> None:
        boot = hello.integer("boot")
        self._send("hello_ack", now, host=self._host, boot=boot)
        self._last_heard, self._beat_heard = now, None
        if self.state != "linked" or boot != self._order.boot:
            self._introduce(hello)
        self._deliver(self._order.begin(boot, hello.integer("oldest"), now), now)

    def _introduce(self, hello: WireMessage) -> None:
        if self.state == "linked":
            self._notices.append(LinkLost(phrase("lost-started-again")))
        self.state = "linked"
        self.counts.links += 1
        self._breaches, self._last_refusal = 0, ""
        self._commands.restart()
        self._notices.append(DeviceIntroduced(_identity(hello)))

    def _note_breach(self, problem: str, now: float) -> None:
        # A damaged frame passes the checksum once in 65,536; a broken device repeats itself.
        self.counts.breaches += 1
        self._breaches += 1
        if self._breaches > FORGIVEN_BREACHES:
            self._barred_boot = self._order.boot
            self._refuse(self._order.boot, "conduct", phrase("lost-conduct", problem=problem), now)

    def _refuse(self, boot: int, cause: str, reason: Reason, now: float) -> None:
        text = clip(f"{self._device}: {in_english(reason)}", 200)
        self._send("hello_refusal", now, boot=boot, reason=cause, text=text)
        self.state = "refused"
        if reason != self._last_refusal:
            self._last_refusal = reason
            self._notices.append(DeviceRefused(reason))

    def _send_commands(self, now: float) -> None:
        if self.state != "linked":
            return
        command = self._commands.next_to_send(now)
        if command is not None:
            self.counts.note_command(command[0], now)
            self._write(pack(self._document, command[1], command[0]), now)

    def _acknowledge_frame(self, sequence: int, now: float) -> None:
        message = wire_message("event_ack", boot=self._order.boot)
        self._write(pack(self._document, message, sequence), now)

    def _send(self, name: str, now: float, **fields: Value) -> None:
        self._write(pack(self._document, wire_message(name, **fields)), now)

    def _write(self, frame: Frame, now: float) -> None:
        self._out += encode_frame(frame)
        self._last_sent = now
        self.counts.sent += 1

    def _result(self) -> SessionResult[HostNotice]:
        if not self._out and not self._notices:
            return NOTHING
        result = SessionResult(bytes(self._out), tuple(self._notices))
        self._out.clear()
        self._notices.clear()
        return result


def clip(text: str, size: int) -> str:
    """The text cut to at most `size` bytes of UTF-8, never inside a character."""
    data = text.encode()
    return text if len(data) <= size else data[: size - 3].decode(errors="ignore") + "…"


def _identity(hello: WireMessage) -> Identity:
    count = hello.integer("count")
    return Identity(
        kind=hello.text("kind"),
        serial_number=hello.text("serial_number"),
        firmware=hello.text("firmware"),
        protocol=hello.integer("protocol"),
        boot=hello.integer("boot"),
        count=None if count == UNCOUNTED else count,
    )
