"""A finished round, and who wins what until the bank is exhausted."""
