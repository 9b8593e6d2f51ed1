"""All commands of `underfelt journal`: reading, notes and files."""

from controller.cli import journal_files as journal_files, journal_notes as journal_notes
from controller.cli.journal import journal_group as journal_group
