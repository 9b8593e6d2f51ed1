"""Alarms after IEC 60601-1-8: conditions, their occurrences, and how they are signalled. Pure."""
