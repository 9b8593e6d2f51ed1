"""What ends an installation: a sentence with the condition and the remedy."""


class InstallError(Exception):
    """Something a person must mend first; nothing half done is left in use."""
