"""Hostile and messy files, made here, each with the outcome that it must have."""
