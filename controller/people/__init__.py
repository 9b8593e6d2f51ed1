"""The people of a table: who they are, what each may do, and who is at the desk now."""
