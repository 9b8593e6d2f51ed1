"""Chinese poker: thirteen cards in three hands."""
