"""Languages: interface strings, content columns, dates and numbers in the reader's language."""

from components.i18n.language import I18n, i18n_for
from components.i18n.messages import DEFAULT_LANGUAGE, LANGUAGES, N_, Language

__all__ = ["DEFAULT_LANGUAGE", "LANGUAGES", "N_", "I18n", "Language", "i18n_for"]
