"""Citations in three styles, bibliographies, and sentences ready to quote with their sources."""
