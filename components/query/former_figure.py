"""The form that checks a figure, as a browser without scripts sends it: with every field.

What a script leaves out of the address (``forms.js``) is left out here: a figure typed anew is read
anew, and of the parts shown with the one before only those chosen since are kept.
"""

import re
from typing import Final
from urllib.parse import parse_qsl

from components.query.address_parser import Params

#: What the fields had when the form was rendered, as one text; it is no parameter of a view.
FORMER_FIELDS: Final = "former"
#: A number alone leaves the parts chosen before it; a sentence says its own.
_BARE_NUMBER: Final = re.compile(r"[\d.,' ]*")


def drop_former_parts(params: Params) -> Params:
    """Return the parameters without the parts of another figure than the one typed."""
    former_texts = params.get(FORMER_FIELDS)
    if not former_texts:
        return params
    former_fields = dict(parse_qsl(former_texts[-1], keep_blank_values=True))
    former_check = former_fields.pop("check", "")
    typed_text = " ".join("".join(params.get("check", ())[-1:]).split())
    if typed_text == former_check:
        return params
    if not former_check and _BARE_NUMBER.fullmatch(typed_text):
        return params
    kept_params = {}
    for name, texts in params.items():
        is_former = list(texts) == [former_fields.get(name)]
        if not is_former:
            kept_params[name] = texts
    return kept_params
