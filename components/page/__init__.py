"""Pages as functions that return blocks, and their renderer as HTML."""
