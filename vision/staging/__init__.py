"""What an emulated camera shows: scenes of a shoe window and of a dice cup, in time."""
