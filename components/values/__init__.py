"""Numbers and dates in texts, English and Spanish: one reader for files, forms and searches."""
