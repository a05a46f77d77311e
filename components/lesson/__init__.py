"""Lessons: told in Present, written in the page, printed as handout, answer sheet and slides."""
