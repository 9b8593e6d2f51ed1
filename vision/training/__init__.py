"""Making data and training the shipped models; nothing at run time imports this."""
