"""The functional core: pure rules, no clock, no input or output, no randomness."""
