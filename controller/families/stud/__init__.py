"""Five-card stud against a bank."""
