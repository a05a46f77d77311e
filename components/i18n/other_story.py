"""The interface's words when it shows another story than the one it was made for.

The texts of the interface speak of soldiers, of Colombia and of four documents. For another story
each of them has a plain stand-in here, and its own name takes the place of this project's. All in
one table, so that no page has to ask whose story it shows; a test opens every page of another
story and looks for words of ours.
"""

from __future__ import annotations

from typing import Final

from components.domain.dataset import Dataset
from components.i18n.language import DEFAULT_LANGUAGE, N_, I18n

BRAND: Final = N_("Across the Táchira")
TAGLINE: Final = N_(
    "Venezuelan soldiers and police who fled to Colombia, January to May 2019: "
    "every mark leads to the paragraph that says it."
)
STAND_INS: Final[dict[str, str]] = {
    N_("They left Venezuela’s forces, crossed into Colombia and waited"): "{title}",
    N_(
        "Soldiers and police who fled to Colombia between January and May 2019: what happened, "
        "where they were counted, how many, and who says so."
    ): "{about}",
    N_("January to May 2019"): "{span}",
    N_("Events by kind and date, 2019"): N_("Events by kind and date"),
    N_("Where were they counted?"): N_("Where did it happen?"),
    N_(
        "People counted by region of Migración Colombia, the migration office. A circle "
        "stands at the seat of the region; its area is in proportion to the people counted."
    ): N_("Where the events happened, and what was counted by region."),
    N_("People counted by region of Migración Colombia"): N_("Events by place"),
    N_("Region of Migración Colombia"): N_("Region"),
    N_(
        "People are counted where they reported to the migration office, which is not always "
        "where they crossed the border."
    ): N_("Counts are as their sources give them."),
    N_("Four articles, and the reports used to check them"): N_(
        "The sources, and what rests on them"
    ),
    N_("The four documents"): N_("Documents"),
    N_("The articles this project is made from. They do not depend on the reports below."): N_(
        "The sources that the story rests on."
    ),
    N_("Reports from outside the four documents, marked ◇ wherever they appear."): N_(
        "Reports from outside the documents, marked ◇ wherever they appear."
    ),
    N_("Reports from outside the four documents. They are marked ◇ wherever they appear."): N_(
        "Reports from outside the documents, marked ◇ wherever they appear."
    ),
    N_("Source and paragraph, such as npr:3; in brackets where it does not support."): N_(
        "Source and paragraph, such as gazette:3; in brackets where it does not support."
    ),
    N_("the four documents alone"): N_("the documents alone"),
    N_("in the four documents alone"): N_("in the documents alone"),
    N_(
        "Facts from four articles of February to May 2019 and, marked apart, from corroborating "
        "reports."
    ): "{about}",
    N_("Data: CC BY 4.0. Code: MIT. Boundaries: made with Natural Earth."): N_(
        "Shown with the software of Across the Táchira (MIT)."
    ),
    N_("Arrived in Colombia, latest figure"): N_("Arrivals, latest figure"),
    N_("Arrived in Colombia"): N_("Arrivals"),
    N_("Still in Colombia"): N_("Still present"),
    N_("Relatives in Colombia"): N_("Relatives"),
    N_("Expelled from the forces"): N_("Expelled"),
    N_("Expelled from Venezuela’s forces"): N_("Expelled"),
    N_("Inside the forces"): N_("Armed forces"),
    N_("Life in Colombia"): N_("Reception"),
    N_("Arrivals, those still there and relatives"): N_("Every measure"),
    N_("Colombian state"): N_("Authorities"),
    N_("Venezuelan state"): N_("The other state"),
    N_("Venezuelan opposition"): N_("Opposition"),
    N_("Those who left"): N_("Those it concerns"),
    N_("567, a thousand soldiers, two hotels …"): N_("120, a thousand people …"),
    N_("{figure} {people} had arrived in Colombia {by}"): N_("{figure} {people} had arrived {by}"),
    N_("{figure} {people} had come to Colombia {by}"): N_("{figure} {people} had come {by}"),
    N_("Venezuelan soldiers"): N_("soldiers"),
    N_("Venezuelan soldiers and police"): N_("soldiers and police"),
    N_("members of Venezuela’s security forces"): N_("members of the security forces"),
    N_("relatives of Venezuelan soldiers and police"): N_("relatives"),
}  # fmt: skip


REGION_SUM: Final = (
    "The sum of {count} regional count, as of {date}: why the reports say “more than 500”."
)


class StoryI18n(I18n):
    """A language in which the interface speaks of another story."""

    def __init__(self, base: I18n, data: Dataset) -> None:
        # The catalogue of a language is read once per process, and shared.
        self.__dict__.update(base.__dict__)
        about = data.about
        other = self.language != DEFAULT_LANGUAGE and about
        self.title = (about.title_es if other and about else "") or data.title
        spanish = about.description_es if about and other else ""
        self.about = spanish or (about.description if about else "")
        self.span = self.date("/".join(map(str, data.span)))

    def t(self, message: str, /, **values: object) -> str:
        """Translate a message, or what stands in for it here."""
        if message == BRAND:
            return self.title
        if message == TAGLINE:
            return self.about
        stand_in = STAND_INS.get(message)
        if stand_in is None:
            return super().t(message, **values)
        own = {"{title}": self.title, "{about}": self.about, "{span}": self.span}
        if stand_in in own:
            return own[stand_in]
        return super().t(stand_in, **values)

    def n(self, singular: str, plural: str, count: int, /, **values: object) -> str:
        """Translate a message that depends on a count, or what stands in for it here."""
        if singular == REGION_SUM:
            return super().n(
                "The sum of {count} regional count, as of {date}.",
                "The sum of {count} regional counts, as of {date}.",
                count,
                **values,
            )
        return super().n(singular, plural, count, **values)


def story_i18n(base: I18n, data: Dataset) -> I18n:
    """The language in which a data set is shown: with its own words if it is another story."""
    return StoryI18n(base, data) if data.own else base
