"""What poker hands are worth, whatever game they are played in."""
