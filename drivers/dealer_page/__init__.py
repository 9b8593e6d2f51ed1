"""The house dealer's page as devices: what may be keyed in now, and the events it stands for."""
