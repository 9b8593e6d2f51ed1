"""Captured bytes through the real session and protocol of their device."""
