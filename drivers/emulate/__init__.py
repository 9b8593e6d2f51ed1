"""The emulated table: all its devices, the house dealer and the floor."""
