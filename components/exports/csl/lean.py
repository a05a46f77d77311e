"""Cuts a style down, in memory, to what one shape of source can reach.

A full style knows law reports, music and patents, and the processor looks through all of it for
every entry. A shape is a type and the fields that are filled in; most sources share a few. For one
shape nearly every condition of a style is settled beforehand, and an entry is made in little more
than half the time. It reads the same: a test compares the two for every source.
"""

from __future__ import annotations

from typing import Any

_CSL = "{http://purl.org/net/xbiblio/csl}"
_CONDITIONS = (f"{_CSL}if", f"{_CSL}else-if")
_ASKING = tuple(f"{_CSL}{name}" for name in ("text", "names", "date", "number", "group"))
#: What only a look at the value can settle, if there is one.
_VALUE_TESTS = ("is-numeric", "is-uncertain-date")
#: Where a citation stands in a text: an entry of a bibliography stands nowhere.
_PLACE_TESTS = ("position", "locator", "disambiguate")
#: Terms that the processor asks for without the style naming them.
_TERMS = frozenset({"and", "et-al", "ad", "bc", "page-range-delimiter"})
_TERM_FAMILIES = ("month-", "season-", "open-", "close-", "ordinal", "long-ordinal-")


def _verdicts(condition: Any, kind: str, fields: frozenset[str]) -> set[bool | None]:
    """What each part of a condition comes to; ``None`` where only the value can tell."""
    verdicts: set[bool | None] = set()
    for test, words in condition.attrib.items():
        for word in words.split():
            if test == "type":
                verdicts.add(word == kind)
            elif test == "variable":
                verdicts.add(word in fields)
            elif test in _VALUE_TESTS:
                verdicts.add(None if word in fields else False)
            elif test in _PLACE_TESTS:
                verdicts.add(False)
    return verdicts


def _holds(condition: Any, kind: str, fields: frozenset[str]) -> bool | None:
    """Whether a condition holds for the shape; ``None`` if it depends on more."""
    verdicts = _verdicts(condition, kind, fields)
    match = condition.get("match", "all")
    decisive = match != "all"
    if not verdicts:
        return None
    # One "yes" settles "any" and "none", one "no" settles "all".
    if decisive in verdicts:
        holds = decisive
    elif None in verdicts:
        return None
    else:
        holds = not decisive
    return not holds if match == "none" else holds


def _asks(part: Any) -> bool:
    """Whether a part of a style asks for a variable, so that its group may vanish without one."""
    return any(
        element.tag != f"{_CSL}text" or element.get("variable") or element.get("macro")
        for element in part.iter(*_ASKING)
    )


def _prune(choose: Any, kind: str, fields: frozenset[str]) -> None:
    """Take out the branches that are never chosen, and all behind one that always is."""
    settled, asked = False, _asks(choose)
    for branch in list(choose):
        holds = _holds(branch, kind, fields) if branch.tag in _CONDITIONS else True
        if settled or holds is False:
            choose.remove(branch)
        settled = settled or holds is True
    if asked and not _asks(choose):
        # "n.d." stands in for a date. The group around it counts it as one only as long as some
        # branch asks for a variable, so one stays that is never chosen.
        never = choose.makeelement(_CONDITIONS[1], {"type": "none"})
        never.append(choose.makeelement(f"{_CSL}text", {"variable": "title"}))
        choose.append(never)


def _reachable(root: Any) -> set[str]:
    """The names of the macros that the layout of the bibliography leads to."""
    macros = {macro.get("name"): macro for macro in root.findall(f"{_CSL}macro")}
    seen: set[str] = set()
    waiting = [root.find(f"{_CSL}bibliography")]
    while waiting:
        for text in waiting.pop().iter(f"{_CSL}text"):
            name = text.get("macro")
            if name and name not in seen:
                seen.add(name)
                waiting.append(macros[name])
    return seen


def _forget_terms(root: Any) -> None:
    """Take out of the term lists what the style has no use for any more."""
    used = set(_TERMS)
    for element in root.iter(f"{_CSL}text", f"{_CSL}label", f"{_CSL}names", f"{_CSL}number"):
        used.add(element.get("term") or "")
        used.update((element.get("variable") or "").split())
    for terms in [found for locale in root.locales for found in locale.findall(f"{_CSL}terms")]:
        for term in list(terms):
            name = term.get("name") or ""
            if name not in used and not name.startswith(_TERM_FAMILIES):
                terms.remove(term)


def slim(root: Any, kind: str, fields: frozenset[str]) -> None:
    """Cut a parsed style down to the entries of items of this type with these fields."""
    root.remove(root.find(f"{_CSL}citation"))
    for sort in root.findall(f"{_CSL}bibliography/{_CSL}sort"):
        sort.getparent().remove(sort)
    for choose in list(root.iter(f"{_CSL}choose")):
        _prune(choose, kind, fields)
    reachable = _reachable(root)
    for macro in root.findall(f"{_CSL}macro"):
        if macro.get("name") not in reachable:
            root.remove(macro)
    _forget_terms(root)
