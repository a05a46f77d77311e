"""The one entry of the room: what page, site and server ask of it.

The pages themselves are drawn by ``page`` (Present) and ``form`` (making a lesson), which alone
know the framework.
"""

from components.lesson.drawings import SCREENS, step_drawings, whole
from components.lesson.present_data import (
    FOLDER,
    SCRIPTS,
    page_scenes,
    present_head,
    present_steps,
    scene_data,
    story_timeline,
)
from components.lesson.products import (
    PATH,
    PRODUCTS,
    Product,
    lesson_bytes,
    lesson_file,
    problem_lines,
    sent_lesson,
)

__all__ = [
    "FOLDER", "PATH", "PRODUCTS", "SCREENS", "SCRIPTS", "Product", "lesson_bytes", "lesson_file",
    "page_scenes", "present_head", "present_steps", "problem_lines", "scene_data", "sent_lesson",
    "step_drawings", "story_timeline", "whole",
]  # fmt: skip
