"""The script as C arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from symheap.memory.execution.journal import Fresh, Word
from symheap.testgen.c.arena import Arena
from symheap.testgen.c.sites import Sites, Table

_LOW = (1 << 64) - 1
_T = TypeVar("_T")


def tables(sites: Sites, arena: Arena) -> str:
    """Return the definitions that ``harness.c`` reads."""
    pool = _Pool()
    objects = sites.objects
    made = [pool.fresh(each.fresh) for each in objects]
    havocs = [pool.fresh(each.fresh) for row in sites.havocs.rows for each in row]
    words = [_word(each.word) for row in sites.values.rows for each in row]
    allocated = [each for row in sites.allocations.rows for each in row]
    given = ["{-1, 0}" if each.thing is None else f"{{{each.thing}, {arena.place(each.thing)}}}" for each in allocated]
    lives = [str(each.number) for row in sites.locals.rows for each in row]
    counts = {
        "things": len(objects),
        "word_count": len(words),
        "value_count": len(sites.values.rows),
        "havoc_count": len(sites.havocs.rows),
        "local_count": len(sites.locals.rows),
        "allocation_count": len(sites.allocations.rows),
    }
    enumerators = ", ".join(f"__symheap_{name} = {count}" for name, count in counts.items())
    return "\n".join(
        (
            f"#define __symheap_arena_at {arena.at:#x}ull",
            f"#define __symheap_arena_size {arena.size}",
            f"enum {{ {enumerators} }};",
            _array("unsigned char", "bytes", map(str, pool.data)),
            _array("struct __symheap_link", "links", pool.links),
            _array("struct __symheap_fresh", "made", made),
            _array("struct __symheap_word", "words", words),
            _array("struct __symheap_range", "values", _ranges(sites.values)),
            _array("struct __symheap_fresh", "havocked", havocs),
            _array("struct __symheap_range", "havocs", _ranges(sites.havocs)),
            _array("struct __symheap_allocation", "given", given),
            _array("struct __symheap_range", "allocations", _ranges(sites.allocations)),
            _array("int", "local_things", lives),
            _array("struct __symheap_range", "locals", _ranges(sites.locals)),
            "",
        )
    )


class _Pool:
    """Collects the bytes of all objects, and the addresses among them."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.links: list[str] = []

    def fresh(self, fresh: Fresh) -> str:
        first, first_link = len(self.data), len(self.links)
        self.data += fresh.data
        for at, word in fresh.words.items():
            self.links.append(f"{{{at}, {word.thing}, {word.offset}ull}}")
        return f"{{{first}, {len(fresh.data)}, {first_link}, {len(fresh.words)}}}"


def _word(word: Word) -> str:
    if word.thing is not None:
        return f"{{{word.bits & _LOW:#x}ull, {word.offset}ull, {word.thing}}}"
    return f"{{{word.bits & _LOW:#x}ull, {word.bits >> 64:#x}ull, -1}}"


def _ranges(table: Table[_T]) -> Iterable[str]:
    first = 0
    for row in table.rows:
        yield f"{{{first}, {len(row)}}}"
        first += len(row)


def _array(element: str, name: str, items: Iterable[str]) -> str:
    text = ", ".join(items)
    return f"static const {element} __symheap_{name}[] = {{{text or '0'}}};"
