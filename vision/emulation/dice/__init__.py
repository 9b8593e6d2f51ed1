"""The dice cup, drawn: dice thrown on a bed, and a lid that shakes, lifts and comes back."""
