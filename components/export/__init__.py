"""Downloads: tables, packages, citations and quotations, charts to embed, metadata of pages."""
