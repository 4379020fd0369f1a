"""Generate the file that is linked to the user's own files, or that includes one of them.

Including a file gives access to its static functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from symheap.lang.c.client.exports import Library
from symheap.lang.c.library import LIBRARY
from symheap.lang.c.lower.forms import FORMS
from symheap.memory.ir import Program
from symheap.testgen.c.arena import NO_ARENA
from symheap.testgen.c.own.supply import ALLOCATORS, Supply
from symheap.testgen.c.sites import Sites
from symheap.testgen.c.source import (
    HARNESS,
    MAIN,
    functions_without_tree,
    harness_text,
    part,
    start_text,
    units_of,
)
from symheap.testgen.c.writer.calls import PREFIX
from symheap.testgen.c.writer.ir import FunctionWriter
from symheap.testgen.c.writer.unit import model_text

_SITES: Final = "/* @SITES@ */\n"
_MARK: Final = f'#line 1 "{HARNESS}"\n'
_VALUE: Final = """#ifdef __x86_64__
__asm__(".globl {name}\\n{name}:\\n\\tsub $8, %rsp\\n\\tmov ${number}, %edi\\n\\tcall __symheap_own_value\\n"
        "\\tmovq %rax, %xmm0\\n\\tadd $8, %rsp\\n\\tret\\n");
#else
unsigned long long {name}(void) {{ return __symheap_own_value({number}); }}
#endif
"""
"""The register of a returned number depends on its type, which only the caller knows, so both registers are set."""


def answers_text(program: Program, sites: Sites, plan: Supply, undefined: Sequence[str]) -> str:
    """Return the answers for files with the program's ``main``.  `undefined` are functions without a definition."""
    is_function = "int __symheap_is_function(const void *place) { return 1; }\n"
    return "".join((part("harness.h"), _MARK, is_function, *_answers(program, sites, plan, undefined)))


def driver_text(
    library: Library, program: Program, sites: Sites, plan: Supply, file: Path, undefined: Sequence[str]
) -> str:
    """Return a program that includes the user's file, creates inputs, and calls its functions.  Raises `NotWritten`."""
    own = functions_without_tree(program, units_of(library, program))
    names = {export.symbol: export.name for export in library.exports.values()} | {"main": MAIN}
    names |= {function.name: f"__symheap_f_{function.name}" for function in own}
    writers = [FunctionWriter(library, function, sites, names) for function in own]
    quoted = str(file).replace("\\", "\\\\").replace('"', '\\"')
    return "".join(
        (
            f'#define main {MAIN}\n#include "{quoted}"\n#undef main\n',
            part("harness.h"),
            _MARK,
            *_answers(program, sites, plan, undefined),
            *(writer.prototype() for writer in writers),
            *(writer.definition() for writer in writers),
            _MARK,
            start_text(program, sites, names),
        )
    )


def _answers(program: Program, sites: Sites, plan: Supply, undefined: Sequence[str]) -> Iterator[str]:
    harness = harness_text(sites, NO_ARENA)
    yield harness.replace('__asm__("malloc")', '__asm__("__real_malloc")') if plan.allocations else harness
    yield _MARK + part("own.c").replace(_SITES, _sites(plan))
    yield model_text(program, sites)
    for name in plan.models:
        yield f'__typeof__({PREFIX}{name}) __wrap_{name} __attribute__((alias("{PREFIX}{name}")));\n'
    for number, name in enumerate(plan.values):
        yield _VALUE.format(name=f"__wrap_{name}", number=number)
    yield _OUTER
    yield from map(_defined, undefined)


def _sites(plan: Supply) -> str:
    """Return the sites of each function with answers: functions that return values first, then the allocators."""
    rows = [*plan.values.values(), *(plan.allocations.get(name, ()) for name in ALLOCATORS)]
    ranges: list[str] = []
    sites: list[int] = []
    for row in rows:
        ranges.append(f"{{{len(sites)}, {len(row)}}}")
        sites += row
    enumerators = [f"__symheap_own_functions = {len(rows)}"]
    enumerators += [f"__symheap_own_{name} = {len(plan.values) + at}" for at, name in enumerate(ALLOCATORS)]
    allocates = "#define __symheap_own_allocates 1\n" if plan.allocations else ""
    return (
        f"{allocates}enum {{ {', '.join(enumerators)} }};\n"
        f"static const int __symheap_own_sites[] = {{{', '.join(map(str, sites)) or '0'}}};\n"
        f"static const struct __symheap_range __symheap_own_ranges[] = {{{', '.join(ranges)}}};\n"
    )


_STANDS_FOR: Final = {
    "malloc": "void *{name}(__symheap_size size) {{ return __symheap_outer_malloc(size); }}\n",
    "kzalloc": "void *{name}(__symheap_size size) {{ return __symheap_outer_calloc(1, size); }}\n",
    "free": "void {name}(void *place) {{ __symheap_libc_free(place); }}\n",
    "error": 'void {name}(void) {{ __symheap_error("assertion", "{name}"); }}\n',
    "slayer_error": 'void {name}(void) {{ __symheap_error("assertion", "{name}"); }}\n',
    "unreachable": "void {name}(void) {{ __symheap_assume(0); }}\n",
}
"""Functions that symheap knows and the machine does not, by the family of their models."""
_OUTER: Final = """void *__symheap_outer_malloc(__symheap_size) __asm__("malloc");
void *__symheap_outer_calloc(__symheap_size, __symheap_size) __asm__("calloc");
"""


def is_supplied(name: str) -> bool:
    """Whether an undefined function can behave as its model says, in the additional file."""
    model = LIBRARY.get(name)
    is_form = name in FORMS and FORMS[name].__name__ == "_assume"
    return model is None or is_form or model.emit.__name__ in _STANDS_FOR


def _defined(name: str) -> str:
    """Return a definition for a function that the user's files declare and call without defining it."""
    model = LIBRARY.get(name)
    if name in FORMS and FORMS[name].__name__ == "_assume":
        return f"void {name}(int holds) {{ __symheap_assume(holds); }}\n"
    if model is not None and model.emit.__name__ in _STANDS_FOR:
        return _STANDS_FOR[model.emit.__name__].format(name=name)
    return f"unsigned long long {name}(void) {{ return 0; }}\n"
