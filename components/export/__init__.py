"""Downloads: tables, packages, charts to embed, metadata of pages."""
