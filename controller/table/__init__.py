"""What every game shares: the round, its steps, the bank, the shoe, holds and rulings."""
