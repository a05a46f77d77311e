"""The form for a lesson: writing, checking against the story, opening in Present."""

import json

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Selectbox

from components.intake.lessons import read_lesson
from components.lesson.draft import Draft, parse_draft, parse_view_address
from components.loading.served_story import public_story
from components.story.lesson import MOST_IDS, MOST_STEPS
from components.story.lesson_rules import list_counted_days
from components.ui.lesson_form import DRAFT
from tests.support.apptest import assert_sound, component_data, page_at, text_of
from tests.support.data import DATA
from tests.support.stories.uploads import package

EVENT = "ev-2019-04-30-rush-to-bridge"


def press(at: AppTest, label: str) -> None:
    next(button for button in at.button if button.label == label).click().run()
    assert_sound(at)


def field(at: AppTest, label: str, kind: str = "text_input"):
    return next(element for element in at.get(kind) if element.label == label)


def fill(at: AppTest, label: str, value: object, kind: str = "text_input") -> None:
    field(at, label, kind).set_value(value).run()
    assert_sound(at)


def begun(params: dict[str, str] | None = None, label: str = "Begin a new lesson") -> AppTest:
    at = page_at("data", params)
    press(at, label)
    return at


def draft_in(at: AppTest) -> Draft:
    found: Draft = at.session_state[DRAFT]
    return found


def whole(at: AppTest, headline: str) -> None:
    fill(at, "Title of the lesson", "One bridge")
    fill(at, "Headline", headline)
    fill(at, "Text", "They ran.", "text_area")
    fill(at, "Notes for the teacher", "Ask who counted.", "text_area")


def test_draft_survives_other_steps_pages_and_languages() -> None:
    at = begun({"lang": "en"})
    whole(at, "They ran to the bridge")
    press(at, "Add a step")
    assert field(at, "Headline").value == ""
    fill(at, "Headline", "The second")
    press(at, "Move up")
    assert [step["headline"]["en"] for step in draft_in(at).steps] == [
        "The second", "They ran to the bridge"]  # fmt: skip
    assert field(at, "Headline").value == "The second"
    at.switch_page("../../pages/method.py").run()
    at.query_params["lang"] = "es"
    at.switch_page("../../pages/data.py").run()
    assert_sound(at)
    assert field(at, "Titular").value == "The second"
    fill(at, "Paso", 1, "selectbox")
    assert field(at, "Titular").value == "They ran to the bridge"
    press(at, "Quitar este paso")
    press(at, "Quitar este paso")
    assert [step["headline"]["en"] for step in draft_in(at).steps] == [""]


class OldLabel(Selectbox[int]):
    """The list of steps as a browser sends it that has not yet heard of a new headline."""

    @property
    def _widget_state(self) -> WidgetState:
        return WidgetState(id=self.id, string_value="Step 2 of 2: As it was called before")


def test_outdated_step_name_of_a_browser_changes_nothing() -> None:
    at = begun({"lang": "en"})
    press(at, "Add a step")
    fill(at, "Headline", "The second")
    field(at, "Step", "selectbox").__class__ = OldLabel
    at.run()
    assert_sound(at)
    assert field(at, "Step", "selectbox").value == 1
    assert field(at, "Headline").value == "The second"


def test_address_of_a_view_fills_the_view_of_a_step() -> None:
    at = begun({"lang": "en"})
    address = (f"https://example.org/map?region=oriente&from=2019-04-28&to=2019-05-02"
               f"&category=border&event={EVENT}&zoom=nowhere")  # fmt: skip
    fill(at, "Address of a view, as “Share this view” copies it", address)
    view = draft_in(at).steps[0]["view"]
    assert (view["from"], view["to"], view["regions"]) == ("2019-04-28", "2019-05-02", ["oriente"])
    assert view["events"][0] == EVENT
    assert all(DATA.events[key].category == "border" for key in view["events"])
    assert view["counts"] == list_counted_days(DATA)[-1]
    assert field(at, "Events shown", "multiselect").value == view["events"]
    assert "zoom: “nowhere” is not known here" in text_of(at, "notices")
    for nothing in ("", "hello", "?", "?event=ev-none", "https://[", "x" * 9000):
        found, _ = parse_view_address(nothing, public_story())
        assert not {"from", "to", "claims", "counts"} & set(found)
        assert found["events"] == []


def test_shown_lesson_can_be_edited_without_loss() -> None:
    at = begun({"lang": "en"}, "Begin with the lesson that “Step by step” tells")
    made = read_lesson(draft_in(at).serialize().decode(), DATA)
    assert made == DATA.story
    assert "1,400" in " ".join(element.proto.body for element in at.html)


def test_draft_file_is_continued_and_an_invalid_one_refused() -> None:
    at = page_at("data", {"lang": "en"})
    chooser = next(
        widget for widget in at.file_uploader if widget.label == "Go on with a lesson file"
    )
    chooser.upload("lesson.json", b"{").run()
    assert [element.value for element in at.error] == ["the file is not JSON at line 1, column 2"]
    half = {"title": {"es": "Media"}, "lesson": [{"minutes": "x", "headline": {"es": "Uno"}}, 7]}
    at = page_at("data", {"lang": "en"})
    chooser = next(
        widget for widget in at.file_uploader if widget.label == "Go on with a lesson file"
    )
    chooser.upload("lesson.json", json.dumps(half).encode()).run()
    assert_sound(at)
    draft = draft_in(at)
    assert (draft.languages, len(draft.steps)) == (("es",), 2)
    assert field(at, "Headline").value == "Uno"


def test_lesson_form_offers_records_of_the_opened_story() -> None:
    at = page_at("data", {"lang": "en"})
    at.file_uploader[0].upload("flood.zip", package()).run()
    press(at, "Begin a new lesson")
    assert field(at, "Events shown", "multiselect").options == ["1 May 2024: The river rises"]
    fill(at, "Events shown", ["ev-one"], "multiselect")
    whole(at, "Water comes")
    press(at, "Open in “Step by step”")
    at.switch_page("../../pages/present.py").run()
    (step,) = component_data(at, "story_scene")["steps"]
    assert step["headline"] == "Water comes"


def test_draft_of_any_value_is_a_bounded_lesson() -> None:
    for content in (None, 3, [], {}, {"lesson": "x"}, {"lesson": [None, {"view": 3}]},
                    {"title": [], "lesson": [{"view": {"events": [1, "a" * 500]}}] * 99},
                    {"lesson": [{"minutes": True, "notes": {"en": "n" * 9999}}]}):  # fmt: skip
        draft = parse_draft(content, DATA)
        assert 1 <= len(draft.steps) <= MOST_STEPS
        file = json.loads(draft.serialize())
        assert set(file) == {"title", "lesson"}
        assert all(len(step["view"]["events"]) <= MOST_IDS for step in draft.steps)


def test_preview_shows_the_step_as_a_class_sees_it_before_it_is_whole() -> None:
    at = begun({"lang": "en"})
    fill(at, "Headline", "They ran to the bridge")
    fill(at, "Events shown", [EVENT], "multiselect")
    assert "lesson-preview" not in " ".join(element.proto.body for element in at.html)
    fill(at, "Preview of this step", True, "toggle")
    assert "They ran to the bridge" in text_of(at, "lesson-preview")
    drawings = component_data(at, "lesson_preview")
    assert any("<svg" in str(drawing) for drawing in drawings.values())


def test_lists_offer_figures_by_their_number_and_never_all_matches() -> None:
    at = begun({"lang": "en"})
    figures = field(at, "Figures shown", "multiselect")
    assert any(option.startswith("116 · ") for option in figures.options)
    assert all(element.proto.select_all == 0 for element in at.multiselect)
