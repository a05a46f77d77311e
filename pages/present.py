"""Present: the guided story for a class or a newsroom screen."""

from components.lesson.page import draw
from components.ui.context import context

draw(context())
