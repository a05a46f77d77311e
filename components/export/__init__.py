"""Downloads: tables, pictures, packages, and their addresses."""
