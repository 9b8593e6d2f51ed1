"""The floor: the rows of many tables, carried to one place, proved as they arrive, and kept."""
