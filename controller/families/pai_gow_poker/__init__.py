"""Pai gow poker: seven cards set to two hands."""
