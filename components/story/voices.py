"""What the voices are called in both languages, for tables and searches that have no language."""

from __future__ import annotations

from typing import Final

from components.story.dataset import Dataset
from components.story.models import Voice
from components.story.sources import Bilingual

PLAIN: Final[dict[Voice, Bilingual]] = {
    "colombian-state": Bilingual(en="Authorities", es="Autoridades"),
    "venezuelan-state": Bilingual(en="The other state", es="El otro Estado"),
    "opposition": Bilingual(en="Opposition", es="Oposición"),
    "defectors": Bilingual(en="Those it concerns", es="Los afectados"),
    "un-ngo": Bilingual(en="UN, NGOs and researchers", es="ONU, ONG e investigadores"),
    "press": Bilingual(en="Press", es="Prensa"),
}


def voice_name(dataset: Dataset, voice: Voice) -> Bilingual:
    """What a story calls a voice: in its own words where it has some."""
    return dataset.presentation.sentences.get(f"voice.{voice}") or PLAIN[voice]
