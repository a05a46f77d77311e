"""Languages: interface strings, content columns, dates and numbers in the reader's own form."""

from components.i18n.language import DEFAULT_LANGUAGE, LANGUAGES, N_, I18n, Language, i18n_for

__all__ = ["DEFAULT_LANGUAGE", "LANGUAGES", "N_", "I18n", "Language", "i18n_for"]
