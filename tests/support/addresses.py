"""Random addresses, good and hostile, made from a fixed seed."""

import random
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlencode

import pytest

from components.query.address_parser import AddressParser, KnownIds, Parameter
from components.query.view import PARAMETER_TABLE
from components.story.dataset import Dataset

#: Every address that ever broke something, one a line; a new one is added and never taken out.
FAILED = Path(__file__).parents[1] / "data" / "addresses_that_failed.txt"
SEED = 20190223
#: Of so many random addresses one is asked: a tenth in `make test`, every one in `make test-long`.
SHARES = (10, pytest.param(1, marks=pytest.mark.long))

Address = dict[str, list[str]]

#: Days, good and odd, one a line.
DAYS = (FAILED.parent / "odd_days.txt").read_text(encoding="utf-8").splitlines()
#: Values that mean harm, or nothing: those that a line can hold lie in a file.
HOSTILE = (
    *(FAILED.parent / "odd_values.txt").read_text(encoding="utf-8").splitlines(),
    "\x00",
    "\u202elrow",
    "\ud83d".encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
    "🙂" * 300,
    "x" * 5000,
    "a\r\nSet-Cookie: b=c",
    "\u0301" * 200,
    "\ufffe",
    "mil " * 60,
)
WORDS = (
    *["bridge", "cúcuta", "CUCUTA", "567", "soldiers", "hoteles", "a", "é"],
    "not here at all",
    "  ",
)


def list_failed_addresses() -> list[Address]:
    lines = FAILED.read_text(encoding="utf-8").splitlines()
    return [parse_qs(line, keep_blank_values=True) for line in lines if line[:1] not in {"", "#"}]


#: Values of the parameters whose values cannot be listed.
OTHERS = {
    "compare": ["region:guajira", "2019-03-01/2019-03-31", "2019-05-01/2019-03-31", "/"],
    "zoom": ["all", "february", "2019-02-20/2019-03-05", "border"],
    "step": ["1", "7", "14", "15"],
    "page": ["1", "2", "999"],
    "v": ["1.0.0"],
}


def _sound(parameter: Parameter, data: Dataset, chance: random.Random) -> str:
    listed = [*OTHERS.get(parameter.name, ()), *parameter.list_choices(KnownIds(data))]
    return chance.choice(
        listed or (WORDS if parameter.parse is AddressParser.parse_words else DAYS)
    )


def random_addresses(data: Dataset, number: int, seed: int = SEED) -> Iterator[Address]:
    """So many addresses: each with some parameters, of which some are hostile or repeated."""
    chance = random.Random(seed)  # noqa: S311 - the same each time is what is wanted
    for _ in range(number):
        address: Address = {}
        for parameter in chance.sample(PARAMETER_TABLE, chance.randint(1, 6)):
            values = []
            for _ in range(1 if chance.random() < 0.8 else chance.randint(2, 5)):
                kind = chance.random()
                if kind < 0.6:
                    values.append(_sound(parameter, data, chance))
                else:
                    values.append(chance.choice(DAYS if kind < 0.75 else HOSTILE))
            address[parameter.name] = values
        if chance.random() < 0.1:
            address[chance.choice(("utm_source", "fbclid", "FROM", "regions", ""))] = ["x"]
        yield address


def write_query(address: Address) -> str:
    """An address as it stands after the question mark."""
    return urlencode(address, doseq=True, errors="replace")
