"""Reading the card at the lip of the shoe."""
