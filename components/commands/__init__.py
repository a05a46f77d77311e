"""Command-line programs for maintainers, run as ``python -m components.commands.NAME``."""
