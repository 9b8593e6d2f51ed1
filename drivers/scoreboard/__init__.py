"""The scoreboard: what players may see of the table, served as pages on this machine."""
