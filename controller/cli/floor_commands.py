"""`underfelt floor` with everything that belongs to it."""

from controller.cli.floor import floor_command as floor_command
from controller.cli.floor_demo import demo_command as demo_command
