"""What a program made of one of our files, and how a report says it."""

from typing import NamedTuple


class Finding(NamedTuple):
    """A file in a program."""

    file: str
    program: str
    version: str
    #: How it opens: "yes", or what is wrong.
    opens: str
    #: What is lost, "nothing" if nothing is.
    loses: str
    #: The way round it, "" where none is needed.
    remedy: str = ""
