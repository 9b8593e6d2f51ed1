"""Device drivers, their emulators and the scoreboard."""
