"""The whole text of a replay: the script as arrays, the harness, the program, and its start."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from symheap.lang.c.client.exports import Library
from symheap.lang.c.modelled import FILE
from symheap.memory.execution.journal import Journal
from symheap.memory.ir import Function, Program
from symheap.testgen.c.arena import NO_ARENA, Arena
from symheap.testgen.c.lines import settled
from symheap.testgen.c.sites import Sites
from symheap.testgen.c.tables import tables
from symheap.testgen.c.text import NotWritten, Text
from symheap.testgen.c.writer.calls import PREFIX
from symheap.testgen.c.writer.ir import FunctionWriter
from symheap.testgen.c.writer.unit import ParsedUnit, model_text, unit_text

HARNESS: Final = "<harness>"
_MARK: Final = f'#line 1 "{HARNESS}"\n'
_TABLES: Final = "/* @TABLES@ */\n"
_ARENA: Final = "/* @ARENA@ */\n"
MAIN: Final = "__symheap_main"


def source_text(library: Library, program: Program, journal: Journal, arena: Arena = NO_ARENA) -> Text:
    """Return the text that repeats the run of a journal.  Raises `NotWritten`."""
    if not library.trees:
        raise NotWritten("there is no syntax tree of the program")
    try:
        return _source_text(library, program, journal, arena)
    except RecursionError:
        raise NotWritten("the program is nested too deeply to be written") from None


def _source_text(library: Library, program: Program, journal: Journal, arena: Arena) -> Text:
    sites = Sites(program, journal)
    units = units_of(library, program)
    own = functions_without_tree(program, units)
    names = {"main": MAIN} | {function.name: f"__symheap_f_{function.name}" for function in own}
    writers = [FunctionWriter(library, function, sites, names) for function in own]
    lines: dict[tuple[str, int], set[int]] = {}
    texts = [unit_text(unit, sites, names, lines) for unit in units]
    first = part("harness.h") + _MARK
    second = "".join(writer.prototype() for writer in writers) + model_text(program, sites)
    start = settled("".join(writer.definition() for writer in writers)) + _MARK + start_text(program, sites, names)
    texts_by_name = {"main.c": first + harness_text(sites, arena) + second + texts[0] + start}
    for number, text in enumerate(texts[1:], start=2):
        texts_by_name[f"unit{number}.c"] = first + model_text(program, sites) + text
    files_ = frozenset(position.position.file for position in program.functions.values()) - {FILE}
    return Text(texts_by_name, files_, {place: frozenset(each) for place, each in lines.items()})


def units_of(library: Library, program: Program) -> list[ParsedUnit]:
    """Return the files of a program."""
    alone = len(library.trees) == 1
    return [ParsedUnit(program, parsed, number, alone) for number, parsed in enumerate(library.trees, start=1)]


def functions_without_tree(program: Program, units: list[ParsedUnit]) -> list[Function]:
    """Return the functions without a syntax tree."""
    written = {symbol for unit in units for symbol, _ in unit.symbols.values()}
    return [
        function
        for symbol, function in program.functions.items()
        if symbol not in written and function.position.file != FILE
    ]


def part(name: str) -> str:
    """Return a C file of this package."""
    return files("symheap.testgen.c").joinpath(name).read_text(encoding="utf-8")


def harness_text(sites: Sites, arena: Arena) -> str:
    """Return the harness with the script in it."""
    return part("harness.c").replace(_TABLES, tables(sites, arena)).replace(_ARENA, part("arena.c"))


def start_text(program: Program, sites: Sites, names: dict[str, str]) -> str:
    """Return the callable addresses, the contents of globals, and the start of the program."""
    pointed = [
        PREFIX + name if function.position.file == FILE else names.get(name, name)
        for name, function in program.functions.items()
        if name in sites.pointed and "@" not in name
    ]
    tests = "".join(f"place == (void *){name} || " for name in pointed)
    called = f"int __symheap_is_function(const void *place)\n{{\n    return {tests}0;\n}}\n\n"
    known = [made for made in sites.globals if made.size and made.name.isidentifier()]
    hooks = "".join(
        f"    __symheap_global({made.number}, (void *)&{made.name}, sizeof {made.name});\n" for made in known
    )
    entry = names.get(program.entry, program.entry)
    return f"{called}int main(void)\n{{\n{hooks}    {entry}();\n    __symheap_exit();\n}}\n"
