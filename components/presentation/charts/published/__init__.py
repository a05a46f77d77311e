"""What is said around a published picture, by kind of picture: finding, key, notes, sources."""
