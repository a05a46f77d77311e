#!/usr/bin/env bash
# A chronology in which each item links to its source is thrown away as navigation.
#
# Package   trafilatura 2.3.1, jusText 3.0.2, lxml_html_clean 0.4.6, readability-lxml 0.9 (PyPI)
# Guess     three extractors of a page's main text keep its list of dated items, which is the
#           longest part of it and stands in <main>.
# Behaviour all three leave the list out, since nearly all its words are links, and keep at most the
#           sentence below it. favor_recall changes nothing. With the link on one word of each item,
#           trafilatura keeps the list.
# Seen      the lines of `expected` below.
# Do        link one word of an item, not the whole; and keep the HTML itself as the copy of a
#           source.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  trafilatura==2.3.1 jusText==3.0.2 lxml_html_clean==0.4.6
# On its own: with the others pip 23 cannot resolve it.
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  readability-lxml==0.9

cat >look.py <<'PYTHON'
import justext
import trafilatura
from readability import Document

items = {20: "Se cierra el paso hacia las islas", 21: "Se cierra la frontera del sur", 22: "Concierto junto al puente",
         23: "Militares cruzan el puente y piden refugio", 24: "Los camiones quedan quemados", 25: "Se reúnen los cancilleres"}


def page(item):
    rows = "".join("<li>" + item.format(href=f"https://example.org/{day}", text=f"{day} de febrero de 2019: {text}") + "</li>"
                   for day, text in items.items())
    return (f"<html><body><main><h1>Febrero de 2019</h1><ul>{rows}</ul><p>La lista reúne los hechos de la última semana "
            "de febrero según la prensa de los dos países, con un enlace a cada fuente.</p></main></body></html>")


def count_kept(text):
    return sum(words in text for words in items.values())


linked = page('<a href="{href}">{text}</a>')
print("trafilatura", count_kept(trafilatura.extract(linked)), "of", len(items))
print("trafilatura, favor_recall", count_kept(trafilatura.extract(linked, favor_recall=True)))
print("readability-lxml", count_kept(Document(linked).summary()))
stop_words = justext.get_stoplist("Spanish")
paragraphs = justext.justext(linked.encode(), stop_words)
print("jusText", count_kept(" ".join(part.text for part in paragraphs if not part.is_boilerplate)))
one_word = page('{text} (<a href="{href}">fuente</a>)')
print("one word linked, trafilatura", count_kept(trafilatura.extract(one_word)))
PYTHON

cat >expected <<'TEXT'
trafilatura 0 of 6
trafilatura, favor_recall 0
readability-lxml 0
jusText 0
one word linked, trafilatura 6
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
