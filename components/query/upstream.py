"""Which newsrooms a source may have its facts from, along ``upstream``, however long the way.

Every source of a data set is visited once, without recursion: chains of thousands, lattices and
rings cost no more than the number of their links.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from components.story.dataset import Dataset
from components.story.sources import Source

Origins = frozenset[str]


def newsroom(source: Source) -> str:
    """The newsroom behind a text: a source's short name without its carrier.

    Two texts of EFE are EFE; "Bloomberg, via Military Periscope" is Bloomberg.
    """
    return source.custom.short.split(",")[0].strip()


class ReportingRoots:
    """For each source, the newsrooms that may stand first behind it.

    A source that is no aggregator, or names no source it takes from, is its own. Where aggregators
    only repeat each other, any of them may be the first.
    """

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self._sources = sources
        self._names: list[str] = []
        # A set of newsrooms is kept as the bits of one number: a long chain keeps one per link.
        # Only what stands behind aggregators has a bit; a large story has few of them.
        self._bits: dict[str, int] = {}
        self._found: dict[str, int] = {}
        taken = {key: _taken_from(source, sources) for key, source in sources.items()}
        links = {key: found for key, found in taken.items() if found}
        between = {key: [s for s in found if s in links] for key, found in links.items()}
        for ring in rings_of(between):
            mask = 0
            for behind in (s for key in ring for s in links[key]):
                if behind in links:
                    mask |= self._found.get(behind, 0)
                else:
                    mask |= self._bit(newsroom(sources[behind]))
            if not mask:
                for key in ring:
                    mask |= self._bit(newsroom(sources[key]))
            self._found.update(dict.fromkeys(ring, mask))

    def _bit(self, name: str) -> int:
        if name not in self._bits:
            self._bits[name] = 1 << len(self._names)
            self._names.append(name)
        return self._bits[name]

    def of(self, source_id: str) -> Origins:
        """The newsrooms that one source may go back to; never empty."""
        mask = self._found.get(source_id)
        if mask is None:
            return frozenset({newsroom(self._sources[source_id])})
        digits = bin(mask)[:1:-1]
        return frozenset([self._names[n] for n, digit in enumerate(digits) if digit == "1"])


def reporting_roots(dataset: Dataset) -> ReportingRoots:
    """Which newsrooms each source of a story may have its facts from."""
    return ReportingRoots(dataset.sources)


def _taken_from(source: Source, sources: Mapping[str, Source]) -> tuple[str, ...]:
    if source.custom.kind != "aggregator":
        return ()
    return tuple([key for key in source.custom.upstream if key in sources])


def rings_of(links: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """The strongly connected groups of a graph, each after all that it leads to (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    on_path: set[str] = set()
    for start in links:
        if start in index:
            continue
        work = [(start, iter(links[start]))]
        index[start] = low[start] = len(index)
        path.append(start)
        on_path.add(start)
        while work:
            node, rest = work[-1]
            following = next((n for n in rest if n not in index or n in on_path), None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    ring = [path.pop()]
                    while ring[-1] != node:
                        ring.append(path.pop())
                    on_path.difference_update(ring)
                    yield ring
            elif following in index:
                low[node] = min(low[node], index[following])
            else:
                work.append((following, iter(links[following])))
                index[following] = low[following] = len(index)
                path.append(following)
                on_path.add(following)
