"""The storm: a whole table in one deterministic simulation, under faults drawn from a seed."""
