"""Servers on this machine alone: the PostgreSQL of a demonstration or a test."""
