"""The static site: a story as plain files for any host."""
