"""The shipped weights, each with its model card."""
