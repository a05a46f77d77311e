"""The corrected numbers and days on the Method page: numbers first, the newest first."""

import pytest

from components.i18n import i18n_for
from components.page.correction_sentences import list_number_corrections
from components.presentation.corrections import rank_correction
from components.presentation.view_links import LinkBase
from components.query.view import View
from tests.support.corrections import build_correction
from tests.support.data import DATA

#: Records with corrections of their own, of which the list tells.
RECORD_IDS = list(
    dict.fromkeys(
        correction.record_id
        for correction in DATA.corrections
        if rank_correction(correction) == 0 and correction.record_id in DATA.claims
    )
)[:2]


@pytest.mark.parametrize(
    ("field", "version"),
    [
        pytest.param("value_low", "1.3.0", id="a number before a day"),
        pytest.param("as_of", "1.10.0", id="a newer day before an older one"),
    ],
)
def test_order_of_corrected_numbers(field, version):
    older, first = RECORD_IDS
    corrections = [
        build_correction("as_of", "1", "2", record_id=older, version="1.7.0"),
        build_correction(field, "1", "2", record_id=first, version=version),
    ]
    link_base = LinkBase("method", View(), "en")
    listed = list_number_corrections(corrections, DATA, i18n_for("en"), link_base)
    addresses = list(dict.fromkeys(one.address for one in listed))
    assert len(addresses) == 2
    assert first in addresses[0]
    assert older in addresses[1]
