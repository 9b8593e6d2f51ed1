"""What wagers return exactly, where every deal can be counted."""
