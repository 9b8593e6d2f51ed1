"""The daemon's loop: one thread, one wait, everything in the record before anyone is told."""

import logging
import time
from collections.abc import Callable, Container, Iterable
from datetime import time as clock_time
from functools import lru_cache
from typing import Final

from pydantic import ValidationError

from config.words.reasons import in_english
from controller.bus.desk_messages import DESK_REQUEST, AskHold, AskProspect, Submitted
from controller.bus.messages import (
    DRIVER_MESSAGE,
    QUESTION,
    Ack,
    AskBoard,
    AskHistory,
    Beat,
    DriverMessage,
    Heartbeat,
    Hello,
    Links,
    LinkStatistics,
    Question,
    Refused,
    Report,
    ScreensState,
    SignedNote,
    Welcome,
)
from controller.bus.server import FEEDS, REPORTING, DaemonBus, Incoming, RowTexts
from controller.daemon.alarm_watch import AlarmWatch
from controller.daemon.authority import complaint, device_fault, greeting_fault
from controller.daemon.days import DayWatch
from controller.daemon.desk import Answer, Desk
from controller.daemon.directives import Directives
from controller.daemon.drawing import Drawing
from controller.daemon.entry_text import entry_text, history_text, public_text
from controller.daemon.floor_lines import log_floor
from controller.daemon.keeper import DAEMON, Admission, Arrival, TableKeeper
from controller.daemon.liveness import Liveness
from controller.daemon.peers import DriverPeers, is_running
from controller.daemon.readiness import build_models
from controller.daemon.sealer import Sealer
from controller.daemon.standing_orders import StandingOrders
from controller.daemon.surroundings import Surroundings, one_moment
from controller.daemon.timer import BettingTimer
from controller.daemon.trials import Trials
from controller.daemon.trusted_wall import TrustedWall
from controller.facts.events import (
    DaemonRestarted,
    DeviceTestEnded,
    DriverFellSilent,
    DriverReturned,
    Event,
)
from controller.facts.roles import Second
from controller.people.staff import StaffRoll
from controller.process import notify
from controller.process.quiet_log import Quiet
from controller.record.journal import Journal
from controller.record.row import JournalError
from controller.table.devices import is_awaited, is_restart_felt
from controller.table.offers import hold_report, prospect_of

BEAT_S: Final = 1.0
LONGEST_WAIT_S: Final = 0.25

_log = logging.getLogger(__name__)


class Daemon:
    """Listens to devices and desk, keeps the table, tells the feeds."""

    def __init__(
        self,
        keeper: TableKeeper,
        journal: Journal,
        bus: DaemonBus,
        staff: StaffRoll | None = None,
        sealer: Sealer | None = None,
        clock: Callable[[], float] = time.monotonic,
        is_running: Callable[[int], bool] = is_running,
        second: Second = "none",
        directives: Directives | None = None,
        trusted: TrustedWall | None = None,
        day_ends: clock_time | None = None,
        pages: Container[str] = (),
        around: Surroundings | None = None,
        play_clock: Callable[[], float] | None = None,
    ) -> None:
        self._keeper = keeper
        self._journal = journal
        self._bus = bus
        # The devices that are the house dealer's page.
        self._pages = pages
        self._sealer = sealer
        self._directives = directives
        self._clock = clock
        moment = one_moment(keeper.now_ms, clock)
        self._around = around or Surroundings(journal.path.parent, *moment)
        self._day = DayWatch(journal, day_ends)
        self._alarms = AlarmWatch()
        ready = [d.device for d in keeper.state.devices if d.state == "ready"]
        self._liveness = Liveness(ready, clock())
        self._peers = DriverPeers(is_running)
        self._hail = Welcome(table=keeper.state.rules.table)
        # Players bet by another clock only where time itself is simulated.
        self._timer = BettingTimer(play_clock or clock)
        self._orders = StandingOrders(bus, self._peers)
        self._trials = Trials(lambda: keeper.state, self._orders, clock)
        self._links: dict[str, LinkStatistics] = {}
        self._drawing = Drawing(
            keeper, self._timer, self._liveness, self._alarms, self._trials, clock
        )
        self._desk = Desk(
            self,
            staff or StaffRoll(),
            clock,
            alarms=self._alarms,
            trials=self._trials,
            second=second,
            name=keeper.state.rules.table,
            directives=directives,
            trusted=trusted,
        )
        self._quiet = Quiet(clock=clock)
        self._drawn = keeper.number
        self._trouble = ""
        # What the daemon has to tell before anything else.
        self._news = [Arrival(DAEMON, DaemonRestarted())] if is_restart_felt(keeper.state) else []
        self._beat_due = 0.0
        self._watchdog = notify.Watchdog()
        self.is_stopping = self.is_day_over = False

    def run(self) -> None:
        """Serve until told to stop or the room's day is over, then leave a checkpoint."""
        self.begin()
        build_models()
        notify.ready()
        while not self.is_stopping and not self.is_day_over:
            self.turn()
        if self.is_stopping:
            notify.stopping()
        self._keeper.save()
        if self._sealer is not None:
            self._sealer.close()

    def begin(self) -> None:
        """Give players their time again, and tell what a start in mid-round means."""
        self._timer.resume(self._keeper.state)
        self._admit([])
        self._note_test(self._trials.left_open())

    def stop(self) -> None:
        """Leave the loop after the current turn."""
        self.is_stopping = True

    def turn(self) -> None:
        """Take what waits, record it, answer it, and do what time brings."""
        incoming = self._bus.receive(self._patience_s())
        self._liveness.sockets_read(self._clock())
        arrivals: list[Arrival] = []
        reports: list[tuple[bytes, Report]] = []
        for message in incoming:
            if message.socket in REPORTING:
                self._from_driver(message, arrivals, reports)
            elif message.socket not in FEEDS:
                self._asked(message)
            elif message.sender == b"board":
                self._publish_board()
            elif message.sender == b"link":
                for figures in self._links.values():
                    self._bus.publish(figures)
            elif message.sender == b"note" and self._sealer is not None:
                self._tell_note(self._sealer.newest())
        if arrivals and self._admit(arrivals) is not None:
            for sender, report in reports:
                self._bus.to_device(sender, Ack(boot=report.boot, sequence=report.sequence))
        self._tend()

    def _patience_s(self) -> float:
        left = self._timer.seconds_left()
        return LONGEST_WAIT_S if left is None else min(LONGEST_WAIT_S, left)

    # Drivers

    def _from_driver(
        self, message: Incoming, arrivals: list[Arrival], reports: list[tuple[bytes, Report]]
    ) -> None:
        try:
            content = _read(message.body)
        except ValidationError as error:
            self._refuse(message.sender, _fault(error))
            return
        device = content.device
        if self._keeper.state.rules.devices.get(device) is None:
            reason = f"the table file names no device {device!r}; add [devices.{device}]"
            self._bus.to_device(message.sender, Refused(reason=reason))
            return
        is_first_word = self._peers.of(device) is None
        if not self._peers.admits(device, message.sender, message.peer.process):
            reason = f"another driver of {device} is at work; stop one of the two"
            self._bus.to_device(message.sender, Refused(reason=reason))
            return
        self._liveness.heard(device)
        if isinstance(content, Hello | Heartbeat):
            self._note_return(content, arrivals)
        if isinstance(content, Report):
            kind = self._keeper.state.rules.devices[device]
            wrong = device_fault(device, kind, content.event, device in self._pages)
            if wrong is not None:
                self._refuse(message.sender, wrong)
                return
            event = self._trials.unplayed(device, kind, content.event)
            arrivals.append(Arrival(device, event, content.boot, content.sequence))
            reports.append((message.sender, content))
        elif isinstance(content, Hello):
            self._greet(message.sender, content)
        elif isinstance(content, ScreensState):
            if self._drawing.is_screen_news(content):
                self._publish_board()
        elif isinstance(content, LinkStatistics):
            self._links[device] = content
            self._bus.publish(content)
        else:
            self._bus.to_device(message.sender, self._hail)
            if is_first_word:  # It did not notice that the daemon is another one.
                self._orders.send(self._keeper.state)

    def _note_return(self, word: Hello | Heartbeat, arrivals: list[Arrival]) -> None:
        """The same driver as before its silence: its device is what it was; another one says so."""
        is_known = self._keeper.knows(word.device, word.boot)
        if is_known and is_awaited(self._keeper.state, word.device):
            returned = Arrival(DAEMON, DriverReturned(device=word.device))
            arrivals += [returned] if returned not in arrivals else []

    def _greet(self, sender: bytes, hello: Hello) -> None:
        kind = self._keeper.state.rules.devices[hello.device]
        wrong = greeting_fault(hello, kind)
        if wrong is not None:
            self._bus.to_device(sender, Refused(reason=wrong))
            return
        self._bus.to_device(sender, self._hail)
        self._orders.forget(hello.device)
        self._orders.send(self._keeper.state)

    def _refuse(self, sender: bytes, reason: str) -> None:
        """Say what is wrong with a report; the driver keeps it, the table is told once."""
        device = sender.decode(errors="replace").rpartition("/")[0]
        self._bus.to_device(sender, Refused(reason=reason))
        lost = complaint(self._keeper.state, device, reason)
        # Nonsense that differs each time is one cause all the same.
        if lost is not None and self._quiet.may_say(device):
            _log.error("%s: %s", device, in_english(lost.reason))
            self._admit([Arrival(DAEMON, lost)])

    # Desk and answers

    def _asked(self, message: Incoming) -> None:
        answer = self._answer(message)
        body = answer if isinstance(answer, bytes) else answer.model_dump_json().encode()
        self._bus.answer(message.socket, message.sender, body)

    def _answer(self, message: Incoming) -> Answer:
        try:
            if message.socket == "desk":
                return self._desk.answer(DESK_REQUEST.validate_json(message.body), message.peer)
            is_public = message.socket == "answers"
            return self.answer_question(QUESTION.validate_json(message.body), is_public)
        except ValidationError as error:
            return Refused(reason=_fault(error))

    def answer_question(self, question: Question, is_public: bool = False) -> Answer:
        """How the table stands; in public, without what is face down."""
        if isinstance(question, AskBoard):
            board = self._drawing.board()
            return self._drawing.in_public(board) if is_public else board
        if isinstance(question, AskHistory):
            return _history(self._journal, question, is_public)
        return Links(links=tuple(self._links.values()))

    def answer_floor(self, question: AskHold | AskProspect) -> Answer:
        """Why the table holds, and what a ruling would lead to; nothing happens by asking."""
        if isinstance(question, AskHold):
            return hold_report(self._keeper.state, self._keeper.number)
        return prospect_of(self._keeper.state, question.ruling)

    def note(self, source: str, *events: Event) -> Submitted | Refused:
        """Put events of the desk, or of the process itself, into the record, if it can grow."""
        admission = self._admit([Arrival(source, event) for event in events])
        if admission is None:
            return Refused(reason=self._trouble)
        return Submitted(number=next(r.number for r in admission.rows if r.source == source))

    # The table

    def _admit(self, arrivals: Iterable[Arrival]) -> Admission | None:
        told = [*self._news, *arrivals]
        try:
            admission = self._keeper.admit(told)
        except JournalError as error:
            self._note_trouble(str(error)[:500])
            return None
        self._note_trouble("")
        self._news.clear()
        self._bus.publish_rows(
            RowTexts(public_text(row), entry_text(row)) for row in admission.rows
        )
        log_floor(admission.decisions)
        self._timer.follow(admission.decisions)
        self._alarms.follow(admission.decisions)
        self._alarms.count(told, admission, self._clock())
        if self._sealer is not None:
            self._sealer.follow(admission)
        return admission

    def _note_trouble(self, trouble: str) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            _log.error("%s", trouble) if trouble else _log.info("the record works again")

    def _publish_board(self) -> None:
        board = self._drawing.board()
        self._bus.publish(self._drawing.in_public(board), board)

    def _tend(self) -> None:
        """What time brings: timer, silent drivers, board, heartbeat, watchdog."""
        now = self._clock()
        ended = self._timer.ended()
        if ended is not None and self._admit([Arrival(DAEMON, ended)]) is None:
            self._timer.retry()
        for device in self._liveness.fallen_silent():
            self._links.pop(device, None)
            self._peers.forget(device)
            if self._admit([Arrival(DAEMON, DriverFellSilent(device=device))]) is None:
                self._liveness.heard(device)
        is_beat = now >= self._beat_due
        is_news = self._keeper.number != self._drawn
        if is_news or is_beat:
            links = self._links.values()
            is_news |= self._drawing.is_alarming(self._around, links, self._trouble)
        if is_news:
            self._drawn = self._keeper.number
            self._orders.send(self._keeper.state)
            self._publish_board()
        if is_beat:
            self._beat_due = now + BEAT_S
            self._orders.repeat(now)
            self._bus.publish(
                Beat(number=self._keeper.number, at_ms=self._keeper.now_ms(), trouble=self._trouble)
            )
        for event in self._around.look(*one_moment(self._keeper.now_ms, self._clock)):
            self._admit([Arrival(DAEMON, event)])
        self._note_test(self._trials.forgotten())
        if self._sealer is not None:
            self._tell_note(self._sealer.tend(now))
            for contradiction in self._sealer.found():
                self._admit([Arrival(DAEMON, contradiction)])
        if self._directives is not None:
            self._directives.tend(self._desk)
        self.is_day_over = self._day.is_over(self._keeper, now)
        self._watchdog.feed(now)

    def _note_test(self, ended: DeviceTestEnded | None) -> None:
        if ended is not None and self._admit([Arrival(DAEMON, ended)]) is not None:
            self._trials.close()

    def _tell_note(self, note: SignedNote | None) -> None:
        if note is not None:
            self._bus.publish(note)


# Drivers say the same once a second: it is read once.
@lru_cache(maxsize=64)
def _read(body: bytes) -> DriverMessage:
    return DRIVER_MESSAGE.validate_json(body)


def _history(journal: Journal, request: AskHistory, is_public: bool) -> Answer:
    text = public_text if is_public else entry_text
    try:
        return history_text(map(text, journal.rows(request.after, request.limit)))
    except JournalError as error:
        return Refused(reason=str(error)[:500])


def _fault(error: ValidationError) -> str:
    """Name the first wrong field, short enough for a message however long the nonsense is."""
    fault = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in fault["loc"][1:])[:100] or "the message"
    return f"{place}: {fault['msg'][:300]}"
