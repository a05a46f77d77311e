"""Across the Táchira: the packages behind the pages; imports between them go one way."""
