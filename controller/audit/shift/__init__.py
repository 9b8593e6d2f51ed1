"""The shift's report: pace, irregularities, misreads, rulings and fees of some hours. Pure."""
