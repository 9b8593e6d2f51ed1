"""Baccarat: two hands from a shoe, and the roads they leave."""
