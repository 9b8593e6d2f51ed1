"""The board as the daemon draws it: the state, with what only a running table knows."""

from collections.abc import Callable, Iterable

from controller.alarms.conditions import Watched
from controller.alarms.occurrences import Moment
from controller.bus.messages import LinkStatistics, ScreensState
from controller.daemon.alarm_watch import AlarmWatch
from controller.daemon.keeper import TableKeeper
from controller.daemon.liveness import Liveness
from controller.daemon.surroundings import Surroundings
from controller.daemon.timer import BettingTimer
from controller.daemon.trials import Trials
from controller.facts.board import Board, DeviceView
from controller.facts.phrase import Reason
from controller.families.walk import walk_of
from controller.table.board_of import board_of, device_views, hold_view
from controller.table.secrecy import public_board


class Drawing:
    """Draws boards: timer, drivers that are heard, screens that draw, alarms."""

    def __init__(
        self,
        keeper: TableKeeper,
        timer: BettingTimer,
        liveness: Liveness,
        alarms: AlarmWatch,
        trials: Trials,
        clock: Callable[[], float],
    ) -> None:
        self._keeper = keeper
        self._timer = timer
        self._liveness = liveness
        self._alarms = alarms
        self._trials = trials
        self._clock = clock
        self._screens: dict[str, Reason] = {}
        self._views_of: tuple[object, ...] = ()
        self._views: tuple[DeviceView, ...] = ()

    def board(self) -> Board:
        """The whole picture, with all that is face down."""
        left = self._timer.seconds_left()
        timer_left_ms = None if left is None else round(left * 1000)
        state = self._keeper.state
        board = board_of(state, self._keeper.number, timer_left_ms, walk_of(state))
        devices = tuple(map(self._as_heard, board.devices))
        news = {"alarms": self._alarms.view(), "tested": self._trials.device}
        return board.model_copy(update={"devices": devices, **news})

    def in_public(self, board: Board) -> Board:
        """The picture that everybody may have."""
        rules = self._keeper.state.rules
        return public_board(board, rules.family.hides_cards(rules.game))

    def is_screen_news(self, told: ScreensState) -> bool:
        """What screens draw is shown and not recorded: pages that anybody opens say it."""
        before = self._screens.get(told.device)
        self._screens[told.device] = told.trouble
        return before != told.trouble

    def is_alarming(
        self, around: Surroundings, links: Iterable[LinkStatistics], trouble: str
    ) -> bool:
        """Look at the alarms; tell whether they are others than those on the last board."""
        state, now_ms = self._keeper.state, int(self._clock() * 1000)
        watched = Watched(
            hold=hold_view(state.hold),
            holds=self._alarms.holds,
            devices=self._devices(),
            links=tuple(links),
            readings=self._alarms.readings.shares(now_ms),
            trouble=trouble,
            disk_percent=around.disk_percent,
            is_synchronised=around.is_synchronised,
        )
        return self._alarms.look(watched, Moment(now_ms, self._keeper.now_ms()))

    def _devices(self) -> tuple[DeviceView, ...]:
        """Looked at once a second, and mostly as they were."""
        state = self._keeper.state
        known = state.devices, self._liveness.unheard, tuple(self._screens.items())
        if known != self._views_of:
            self._views_of = known
            self._views = tuple(map(self._as_heard, device_views(state)))
        return self._views

    def _as_heard(self, view: DeviceView) -> DeviceView:
        """A device that is ready by the record alone is not known to be."""
        if self._liveness.is_unheard(view.device):
            return view.model_copy(update={"state": "silent"})
        trouble = self._screens.get(view.device, "") if view.state == "ready" else ""
        if not trouble:
            return view
        return view.model_copy(update={"state": "unavailable", "reason": trouble})
