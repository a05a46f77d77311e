"""Typed records of a story, its versions, EDTF dates, presentation settings and basemap."""
