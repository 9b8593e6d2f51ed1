"""A table with real cameras needs neither the renderer nor the trainer."""

import subprocess
import sys

LOADED = """
import sys
import controller.cli.camera, controller.cli.vision
import drivers.camera.process, drivers.dice_cup.camera, drivers.shoe.camera
import vision.cards.reader, vision.dice.reader, vision.sources.by_name, vision.tools.watch
print([name for name in sys.modules if name.startswith(("vision.emulation", "vision.training"))])
"""


def test_what_runs_a_real_camera_loads_nothing_that_draws_or_trains() -> None:
    run = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, check=True, text=True)
    assert run.stdout == "[]\n"
