"""Turn C files into a program of the memory IR."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeVar

from symheap.core.deadline import current, within
from symheap.core.source import Position, SourceError
from symheap.lang.c.client.exports import Library, exported
from symheap.lang.c.front.build_macros import build_macros
from symheap.lang.c.front.errors import IncompleteType, Unsupported
from symheap.lang.c.front.marks import escaped, is_made_up, names_in
from symheap.lang.c.front.parse import Parsed, parse
from symheap.lang.c.front.preprocess import preprocess
from symheap.lang.c.lower import calls, choices, expressions, extensions, locals, operators, statements, switches
from symheap.lang.c.options import COptions
from symheap.lang.c.program import ProgramBuilder
from symheap.lang.c.unit import Unit
from symheap.memory.ir import Program

__all__ = ["COptions", "library_of_text", "load", "load_library", "load_text"]

_LOWERINGS: Final = (calls, choices, expressions, extensions, locals, operators, statements, switches)
"""Modules that register what they lower in the tables of `symheap.lang.c.lower.dispatch`."""

_STACK: Final = 256 << 20
_RECURSION: Final = 60_000
_PRELUDE: Final = """# 1 "<prelude>"
typedef struct { long __fields[3]; } __builtin_va_list[1];
typedef float _Float32; typedef double _Float64; typedef double _Float32x; typedef long double _Float64x;
typedef long double _Float128; typedef long double __float128;
"""
_T = TypeVar("_T")


def load(paths: Sequence[Path], options: COptions) -> Program:
    """Return the program that the files make together.

    Raises `SourceError` for text that is not C or that is refused as a whole; a construct that is refused alone becomes
    a `Refuse` command.
    """
    return load_library(paths, options).program


def load_library(paths: Sequence[Path], options: COptions) -> Library:
    """Like `load`, with the C types of the exports."""
    try:
        texts = [(preprocess(path, options), str(path)) for path in paths]
        return _deeply(lambda: _library(texts, options), texts[0][1] if texts else "")
    except SourceError as error:
        raise _discreet(error, paths, options) from None


def _discreet(error: SourceError, paths: Sequence[Path], options: COptions) -> SourceError:
    """Replace an error in a file outside of the program's and the include folders: that file is not quoted."""
    folders = [path.parent.absolute() for path in paths] + [folder.absolute() for folder in options.include]
    file = Path(error.position.file).absolute()
    if any(file.is_relative_to(folder) for folder in folders) or is_made_up(error.position.file):
        return error
    return SourceError("this is not understood (a file outside of the program's folders is not quoted)", error.position)


def load_text(text: str, file: str, options: COptions) -> Program:
    """Return the program of one text that needs no preprocessor."""
    return library_of_text(text, file, options).program


def library_of_text(text: str, file: str, options: COptions) -> Library:
    """Like `load_text`, with the C types of the exports."""
    return _deeply(lambda: _library([(f'# 1 "{escaped(file)}"\n{text}', file)], options), file)


def _library(texts: Sequence[tuple[str, str]], options: COptions) -> Library:
    builder = ProgramBuilder(options, len(texts))
    trees: list[Parsed] = []
    known = {each.partition("=")[0] for each in options.define} | {*options.undefine}
    for number, (text, file) in enumerate(texts, start=1):
        parsed = parse(_PRELUDE + text, file)
        for reason, position in build_macros(text, known):
            parsed.attributes.refuse(reason, position, None)
        trees.append(parsed)
        unit = Unit(builder, number, parsed.attributes, Position(file, 1, 1))
        unit.read(parsed.tree)
    library = exported(builder, builder.build(Position(texts[0][1] if texts else "", 1, 1)), trees)
    return replace(library, files=_files(text for text, _ in texts))


def _files(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the files that preprocessed texts name, except for ``<built-in>`` and the like."""
    named = dict.fromkeys(name for text in texts for name in names_in(text))
    return tuple(name for name in named if not is_made_up(name) and not name.endswith("/"))


def _deeply(work: Callable[[], _T], file: str) -> _T:
    """Run `work` on a thread with a large stack, deep enough for nested programs, and return its result."""
    outcome: list[_T] = []
    failure: list[BaseException] = []
    deadline = current()

    def run() -> None:
        try:
            outcome.append(within(deadline, work))
        except Unsupported as refusal:
            failure.append(SourceError(f"not supported: {refusal.reason}", refusal.position))
        except IncompleteType as error:
            failure.append(SourceError(str(error), Position(file, 1, 1)))
        except RecursionError:
            failure.append(SourceError("nested too deeply", Position(file, 1, 1)))
        except BaseException as error:
            failure.append(error)

    limit, stack = sys.getrecursionlimit(), threading.stack_size(_STACK)
    sys.setrecursionlimit(max(limit, _RECURSION))
    try:
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(stack)
        sys.setrecursionlimit(limit)
    if failure:
        raise failure[0]
    return outcome[0]
