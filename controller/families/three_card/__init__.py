"""Three-card poker."""
