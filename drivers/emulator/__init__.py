"""What every emulator shares: its cable, its session in time, and its faults."""
