"""Random typed programs, from a seed: one to three blocks, each with a feature and code that depends on it."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Final

from symheap_testing.c.fuzz.deeds import CONST_LOCAL, DEEDS, RELEASED, STATES, TEMPORARIES
from symheap_testing.c.fuzz.pieces import Deed, Source
from symheap_testing.c.fuzz.program import Block, FuzzProgram
from symheap_testing.c.fuzz.sinks import carried, sink
from symheap_testing.c.fuzz.sources_language import LANGUAGE
from symheap_testing.c.fuzz.sources_layout import LAYOUT
from symheap_testing.c.fuzz.sources_library import LIBRARY
from symheap_testing.c.fuzz.sources_numbers import NUMBERS
from symheap_testing.c.fuzz.templates import drawn

PIECES: Final[tuple[Source | Deed, ...]] = (*NUMBERS, *LAYOUT, *LIBRARY, *LANGUAGE, *DEEDS)
_WEIGHTS: Final = tuple(piece.weight for piece in PIECES)
_CHOICES: Final = {**STATES, **CONST_LOCAL, **TEMPORARIES}
_SINK: Final = re.compile(r"SINK\{([^;]*);([^}]*)\}")
_CONTEXT: Final = (
    ("{\n", "}\n"),
    ("if (symheap_nondet_int() «> 2|!= 1|» ) {\n", "}\n"),
    ("for (int o@ = 0; o@ < «1|2»; o@++) {\n", "}\n"),
    ("do {\n", "} while (0);\n"),
    ("switch («1|symheap_nondet_int()») {\ncase 1: {\n", "}\ndefault:;\n}\n"),
)


def random_program(seed: int) -> FuzzProgram:
    """Return the program of a seed."""
    random = Random(f"c-fuzz-{seed}")
    count = random.choice((1, 1, 1, 1, 1, 1, 2, 2, 3))
    pieces = random.choices(PIECES, _WEIGHTS, k=count)
    return FuzzProgram(seed, tuple(block_of(random, piece, number) for number, piece in enumerate(pieces)))


def program_of(piece: Source | Deed, seed: int) -> FuzzProgram:
    """Return a program with one block, for a given piece."""
    return FuzzProgram(seed, (block_of(Random(f"c-fuzz-{piece.tag}-{seed}"), piece, 0),))


def block_of(random: Random, piece: Source | Deed, number: int) -> Block:
    names: dict[str, str] = {}

    def draw(text: str) -> str:
        return drawn(random, text, names)

    top, main, other = draw(piece.top), _chosen(draw, piece.main, names), draw(piece.other)
    main = _SINK.sub(lambda match: sink(random, match[1], match[2]).rstrip("\n"), main)
    tags = [piece.tag]
    if isinstance(piece, Source):
        value = draw(piece.value)
        if random.random() < 0.45:
            more, statements, value = carried(random, value)
            top, main = top + more, main + statements
            if random.random() < 0.5:
                tags.append("carried")
        main += sink(random, value, piece.near)
        if random.random() < 0.25:
            main += sink(random, value, piece.near)
        if piece.tag == "lib-strdup":
            main += draw("«free(d@);\n||»")
    else:
        tags += _details(piece.tag, names, main)
    main = _in_context(random, main)
    top, main, other = (_numbered(text, number) for text in (top, main, other))
    return Block(tuple(tags), _lines(top), _lines(main), _lines(other), piece.alone)


def _chosen(draw: Callable[[str], str], text: str, names: dict[str, str]) -> str:
    """Return the statements, with the names of states replaced by the code that produces them."""
    out = []
    for line in draw(text).split("\n"):
        if line == "RELEASE":
            out.append(RELEASED.get(names.get("H", ""), ""))
        elif line in _CHOICES:
            out.append(draw(_CHOICES[line]))
        else:
            out.append(line)
    return "\n".join(out)


def _details(tag: str, names: dict[str, str], main: str) -> list[str]:
    """Return more precise tags: which library function reads a pointer in which state."""
    if tag not in ("lib-read", "lib-write"):
        return [f"{tag}:{names['W']}"] if tag == "const-local" else []
    calls = [
        name for name in re.findall(r"(\w+)\([^;]*p@", main) if name not in ("free", "malloc", "if", "strcpy", "memset")
    ]
    return [f"{tag}:{calls[-1] if calls else 'str'}:{names['H']}"]


def _in_context(random: Random, main: str) -> str:
    if random.random() < 0.75:
        return main
    before, after = random.choice(_CONTEXT)
    return drawn(random, before) + main + after


def _numbered(text: str, number: int) -> str:
    return text.replace("@", str(number))


def _lines(text: str) -> tuple[str, ...]:
    """Split text into lines; statements on a shared line are kept together."""
    return tuple(line for line in text.split("\n") if line.strip())
