"""The floor's page: why the table holds, what may be ruled, the hands, the past, the shift."""

from controller.desk.pages.floor.floor_page import FloorPage

PAGE = FloorPage
