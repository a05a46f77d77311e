"""Every limit on work, with its unit and its reason, in a module for each kind of work.

What exceeds a limit is refused before the work starts, or counted instead of drawn. Nothing is cut
without a message.
"""

from components.limits import files, jobs, messages, tables, views

__all__ = ["files", "jobs", "messages", "tables", "views"]
