"""Pai gow tiles: four tiles set to two hands."""
