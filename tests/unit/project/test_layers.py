"""The picture of the layers in the docs is that of the contracts."""

from __future__ import annotations

from components.commands import rooms as layers


def test_the_picture_of_the_layers_is_that_of_the_contracts():
    page = layers.PAGE.read_text(encoding="utf-8")
    found = layers.contracts()
    assert layers.page_with(page, layers.drawing(found)) == page, "run the command with --write"
    names = {contract["name"] for contract in found}
    # `make check` holds them; that they are there at all is held here.
    assert names >= {
        "Imports go one way",
        "Streamlit stays in the interface",
        "Charts stay in the drawings",
        "HTTP stays in the server",
    }


def test_a_changed_contract_changes_the_picture():
    found = [
        {"type": "layers", "layers": ["a | b", "c : d"]},
        {"type": "forbidden", "name": "N", "forbidden_modules": ["x"], "source_modules": ["c"]},
    ]
    said = layers.drawing(found)
    assert "  a --> c" in said
    assert "  b --> d" in said
    assert "  c <--> d" in said
    assert "a <-->" not in said
    assert "- N: no `x` in `c`." in said
