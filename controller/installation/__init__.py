"""An installation on a machine: versions side by side, proved, and taken back.

Only Python's own library: it runs before any package is installed, from a source
folder or an offline bundle.
"""
