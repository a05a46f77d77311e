"""What readers get, kept as files: pages, files, pictures, papers, and what opened files lead to.

``python -m tests.golden`` compares them with what is made now, ``--write`` keeps what is made now,
and ``python -m tests.golden.screens`` takes pictures of the pages for a look side by side.
"""
