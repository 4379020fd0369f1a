"""The bodies that the calls of a method may run, with the classes whose objects run them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from symheap.core.typeset import TypeSet
from symheap.lang.java.selection import split_key

if TYPE_CHECKING:
    from symheap.lang.java.table import JavaTable


class Providers:
    """The bodies of the methods of one table, as far as their classes are known."""

    def __init__(self) -> None:
        self._providers: dict[str, tuple[tuple[str, TypeSet], ...]] = {}
        self._implementing: dict[str, int] = {}

    def of(self, table: JavaTable, method: str) -> tuple[tuple[str, TypeSet], ...]:
        implementing = len(table.world.implementing(split_key(method)[0]))
        if self._implementing.get(method) != implementing:
            self._implementing[method] = implementing
            self._providers[method] = tuple(self._compute(table, method))
        return self._providers[method]

    def _compute(self, table: JavaTable, method: str) -> Iterable[tuple[str, TypeSet]]:
        masks: dict[str, int] = {}
        for i, name in enumerate(table.universe):
            provider = table.receiver(name, method)
            if provider is not None:
                masks[provider] = masks.get(provider, 0) | 1 << i
        known = dict(self._providers.get(method, ()))
        for provider in dict.fromkeys((*masks, *table.world.implementing(split_key(method)[0]))):
            if provider in known:
                yield provider, known[provider]
            else:
                yield provider, _serving(table, provider, method, masks.get(provider, 0))


def _serving(table: JavaTable, provider: str, method: str, mask: int) -> TypeSet:
    others = table.subtypes(provider).mask & ~mask
    text = provider if not others else f"{provider} that inherit {method.partition('(')[0]}"
    outside = table.asked(lambda asked, c: asked.receiver(c, method) == provider)
    return TypeSet(mask, table.universe, text, outside)
