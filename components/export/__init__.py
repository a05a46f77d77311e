"""Downloads: tables, pictures, packages, charts to embed, metadata of pages."""
