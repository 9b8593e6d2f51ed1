"""The technician's page: devices and their tests, findings with their fix, log, staff, bundle."""

from typing import ClassVar, Final

from controller.bus.desk_client import DeskClient
from controller.desk.page import DeskSite, Sight, StaffPage
from controller.desk.pages.technician.acts import (
    REQUESTS,
    AddPerson,
    Bundle,
    EndOfTest,
    Examine,
    LightSeat,
    LockPerson,
    MakeBundle,
    ResetPerson,
    TryDevice,
)
from controller.desk.pages.technician.devices import device_lines
from controller.desk.pages.technician.examination import Examination, bundle_of
from controller.desk.pages.technician.hearing import Hearing
from controller.desk.pages.technician.picture import Closed, Technician, log_lines
from controller.desk.visit import Visit
from controller.facts.fact import Fact
from controller.facts.roles import ActingRole
from controller.process.log_lines import last_lines
from drivers.camera.view import CameraView, look_through
from drivers.runtime.place import camera_run_dir, device_path

# A page that looks through a camera is drawn anew as often as the camera gives a picture.
RESTING_S: Final = 1.0
LOOKING_S: Final = 0.25


class TechnicianPage(StaffPage):
    """What is wrong, and what mends it."""

    name = "technician"
    roles: ClassVar[frozenset[ActingRole]] = frozenset({"technician", "emergency"})
    takes = REQUESTS
    again_s = RESTING_S

    def __init__(self, site: DeskSite) -> None:
        super().__init__(site)
        self._examination = Examination(site.run_dir)
        self._hearing = Hearing()

    async def show(self, visit: Visit, sight: Sight) -> Technician | Closed:
        """Everything a technician needs; nothing for anybody else."""
        if visit.role not in self.roles:
            return Closed()
        board = sight.board
        links = await visit.at_desk(lambda desk: desk.links())
        people = await visit.at_desk(lambda desk: desk.staff())
        return Technician(
            devices=device_lines(self.site.loaded.table, board, links, sight.words),
            seats=board.seats,
            tested=board.tested,
            heard=await self._hearing.of(visit, board, sight.words),
            view=await self._view(board.tested),
            findings=await self._examination.findings(sight.language),
            log=log_lines(last_lines(self.site.run_dir)),
            staff=people,
        )

    async def _view(self, tested: str | None) -> CameraView | None:
        """What the camera on trial shows; its process asks the daemon whether it may."""
        has_camera = tested in self.site.loaded.table.cameras
        self.again_s = LOOKING_S if has_camera else RESTING_S
        if tested is None or not has_camera:
            return None
        return await look_through(device_path(camera_run_dir(self.site.run_dir), tested))

    async def do(self, visit: Visit, request: Fact) -> Bundle | None:
        """Do what a technician asks; the daemon knows whether it is granted."""
        if isinstance(request, MakeBundle):
            return await bundle_of(self.site.run_dir)
        if isinstance(request, Examine):
            self._examination.forget()
            return None
        await visit.at_desk(lambda desk: _ask(desk, request))
        return None


def _ask(desk: DeskClient, request: Fact) -> None:
    match request:
        case TryDevice(device=device):
            desk.start_test(device)
        case LightSeat(device=device, seat=seat):
            desk.light_lamps(device, seat)
        case EndOfTest(device=device):
            desk.end_test(device)
        case AddPerson(person=person, role=role, pin=pin):
            desk.add_person(person, role, pin, "")
        case LockPerson(person=person):
            desk.lock_person(person, "")
        case ResetPerson(person=person, pin=pin):
            desk.reset_person(person, pin, "")


PAGE = TechnicianPage
