"""The problems of a lesson in the reader's language."""

from __future__ import annotations

from components.domain.lessons.reading import SAYS, LessonProblem
from components.i18n import I18n


def problem_line(problem: LessonProblem, i18n: I18n) -> str:
    """One thing that is wrong in a lesson, in the reader's language, by step and field."""
    says = SAYS[problem.code]
    what = i18n.t(says).format(**problem.values)
    if problem.step and problem.spot:
        return i18n.t("Step {step}, {field}: {what}", step=problem.step, field=problem.spot,
                      what=what)  # fmt: skip
    if problem.spot:
        return i18n.t("{field}: {what}", field=problem.spot, what=what)
    return what
