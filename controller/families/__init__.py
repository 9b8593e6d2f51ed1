"""One folder for each family of games."""
