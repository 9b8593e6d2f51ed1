"""Device drivers, their emulators and the scoreboard."""

from controller.facts.additions import addition_folders

__path__ += [str(folder) for folder in addition_folders("drivers")]
