"""Where game files are; kept apart so that the command line starts without the models."""

from pathlib import Path

GAMES = Path(__file__).parent / "games"
# Names the folder of a room's own games, beside the shipped ones.
OWN_GAMES = "UNDERFELT_GAMES"
