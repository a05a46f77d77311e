"""A view of a story for a reader: its scenes, the texts on records and charts, the templates."""
