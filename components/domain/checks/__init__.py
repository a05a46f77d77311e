"""What a data set must hold beyond its schema: each module is one rule, as pure functions."""
