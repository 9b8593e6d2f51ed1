"""A game as a picture: the table with its seats and counts, and the deal step by step."""

from controller.diagram.sheet import draw_game

__all__ = ["draw_game"]
