"""Lessons: told in Present, written in the page, printed as handout, answer sheet and slides.

The app reaches this room by one entry alone (``entry``), which it finds by its name, and by the
two pages that draw Present and the form. What a lesson is stands with the
records (``components/story/lesson.py``), its reader with those of packages
(``components/intake/lessons.py``).
"""
