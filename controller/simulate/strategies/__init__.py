"""What a player who means to win does: one simple, published strategy for each family."""
