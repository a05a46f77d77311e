#!/usr/bin/env bash
# Section 5 is cited as paragraph 5 in Spanish, and "para. 5" stays English.
#
# Package   pypandoc-binary 1.17, which brings pandoc 3.9 (PyPI)
# Guess     pandoc knows a locator by its sign or its English word and prints it by the language of
#           the document: § 5 is a section and "para. 5" a paragraph in each, "párr. 5" in Spanish.
# Behaviour the words and signs of the document's language alone are known. § is the section in
#           English, Portuguese and German, but the paragraph in Spanish, French and Catalan; there ¶
#           and "para." are no locators and are printed as they stand.
# Seen      the lines of `expected` below.
# Do        write the locator in words of the document's language (párr. 5, paragr. 5), and look at
#           one of each kind in each language.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pypandoc-binary==1.17

cat >look.py <<'PYTHON'
import json
import pathlib

import pypandoc

item = {"id": "a", "type": "book", "author": [{"literal": "Rey"}], "issued": {"date-parts": [[2019]]}}
pathlib.Path("items.json").write_text(json.dumps([item]))
LOCATORS = ("§ 5", "¶ 5", "para. 5", "párr. 5")
for language in ("en", "pt", "de", "es", "es-CO", "fr", "ca"):
    options = ["--citeproc", "--bibliography=items.json", f"--metadata=lang:{language}", "--wrap=none"]
    text = "\n\n".join([f"[@a, {locator}]" for locator in LOCATORS])
    lines = pypandoc.convert_text(text, "plain", format="markdown", extra_args=options).split("\n\n")
    printed = [line.removeprefix("(Rey 2019, ").removesuffix(")").replace("\u00a0", " ") for line in lines]
    print(f"{language}:", "; ".join(f"{locator} = {label}" for locator, label in zip(LOCATORS, printed)))
PYTHON

cat >expected <<'TEXT'
en: § 5 = sec. 5; ¶ 5 = para. 5; para. 5 = para. 5; párr. 5 = párr. 5
pt: § 5 = sec. 5; ¶ 5 = par. 5; para. 5 = para. 5; párr. 5 = párr. 5
de: § 5 = Abschn. 5; ¶ 5 = Abs. 5; para. 5 = para. 5; párr. 5 = párr. 5
es: § 5 = párr. 5; ¶ 5 = ¶ 5; para. 5 = para. 5; párr. 5 = párr. 5
es-CO: § 5 = párr. 5; ¶ 5 = ¶ 5; para. 5 = para. 5; párr. 5 = párr. 5
fr: § 5 = paragr. 5; ¶ 5 = ¶ 5; para. 5 = para. 5; párr. 5 = párr. 5
ca: § 5 = par. 5; ¶ 5 = ¶ 5; para. 5 = para. 5; párr. 5 = párr. 5
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
