"""The doctor: what is wrong with an installation, as findings with the fix beside each."""
