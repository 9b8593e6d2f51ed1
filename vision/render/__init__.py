"""Our own pictures: cards in the shoe window and dice in the cup."""
