"""The files of the wall's pages."""
