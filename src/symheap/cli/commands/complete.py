"""Completions for the last word of a command line.

The commands and options are those that typer knows; their values follow from the types of their parameters.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_type_hints

from symheap.cli.commands import complete_values as values
from symheap.heap.registry import MODELS

_SPECIAL = re.compile(r"([\s\\'\"`$&|;<>()*?\[\]{}!#~])")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A completion.  It is `open` if more may follow without a space, as after the name of a folder."""

    word: str
    help: str = ""
    open: bool = False


@dataclass(frozen=True, slots=True)
class Parameter:
    """An option, or an argument if it has no `names`."""

    name: str
    names: tuple[str, ...]
    metavar: str
    help: str
    takes_value: bool
    repeats: bool
    annotation: object

    def choices(self) -> tuple[str, ...]:
        """Return the words of an enumeration."""
        return tuple(str(each.value) for kind in _kinds(self.annotation, Enum) for each in kind)

    @property
    def is_path(self) -> bool:
        return any(True for _ in _kinds(self.annotation, Path)) or self.name in ("jdk", "pre")


def _kinds(annotation: object, base: type) -> Iterator[Any]:
    if isinstance(annotation, type) and issubclass(annotation, base):
        yield annotation
    for inner in get_args(annotation):
        yield from _kinds(inner, base)


class Syntax:
    """One command of the tree that typer builds."""

    def __init__(self, command: Any) -> None:
        self._command = command
        function = getattr(command.callback, "__wrapped__", command.callback)
        hints: Mapping[str, object] = get_type_hints(function, include_extras=True) if function is not None else {}
        shown = [each for each in command.params if not getattr(each, "hidden", False)]
        every = [_parameter(each, hints.get(each.name)) for each in shown]
        self.options = [each for each in every if each.names]
        self.arguments = [each for each in every if not each.names]
        self.options.append(Parameter("help", ("--help",), "", "Show what it does, and leave.", False, False, None))

    def inside(self, name: str) -> Syntax | None:
        command = getattr(self._command, "commands", {}).get(name)
        return None if command is None else Syntax(command)

    def commands(self) -> Iterator[Candidate]:
        for name, command in getattr(self._command, "commands", {}).items():
            if not command.hidden:
                yield Candidate(name, command.get_short_help_str(60))

    def option(self, word: str) -> Parameter | None:
        return next((each for each in self.options if word in each.names), None)


def _parameter(raw: Any, annotation: object) -> Parameter:
    is_option = raw.param_type_name == "option"
    return Parameter(
        name=raw.name,
        names=(*raw.opts, *raw.secondary_opts) if is_option else (),
        metavar=raw.metavar or "",
        help=raw.help or "",
        takes_value=not getattr(raw, "is_flag", False),
        repeats=bool(raw.multiple or raw.nargs == -1),
        annotation=annotation,
    )


# Command lines --------------------------------------------------------------------------------------------------------


def candidates(command: object, line: str, environ: Mapping[str, str]) -> list[Candidate]:
    """Return the completions of the last word of `line`, whose first word is the name of the program.

    Law: each candidate begins with that last word.
    """
    *before, last = split(line)
    syntax, asked, given, used = Syntax(command), None, 0, set[str]()
    for word in before[1:]:
        inner = syntax.inside(word) if asked is None and not given else None
        if asked is not None:
            asked = None
        elif word.startswith("-") and word != "-":
            option = syntax.option(word)
            asked = option if option is not None and option.takes_value else None
            used.update(option.names if option is not None and not option.repeats else ())
        elif inner is not None:
            syntax, used = inner, set()
        else:
            given += 1
    all_candidates = _last(syntax, asked, given, used, last, environ)
    return [each for each in all_candidates if each.word.startswith(last)]


def _last(
    syntax: Syntax, asked: Parameter | None, given: int, used: set[str], last: str, environ: Mapping[str, str]
) -> Iterable[Candidate]:
    if asked is not None:
        return _values(asked, last, environ)
    name, equals, value = last.partition("=")
    option = syntax.option(name) if equals and name.startswith("--") else None
    if option is not None:
        return [Candidate(f"{name}={each.word}", each.help, each.open) for each in _values(option, value, environ)]
    if last.startswith("-"):
        return [
            Candidate(name, each.help)
            for each in syntax.options
            for name in each.names
            if name not in used and (name.startswith("--") or last == "-" or len(last) == 2)
        ]
    commands = list(syntax.commands()) if not given else []
    if commands:
        return commands
    arguments = syntax.arguments
    if not arguments:
        return []
    at = arguments[given] if given < len(arguments) else arguments[-1] if arguments[-1].repeats else None
    return _values(at, last, environ) if at is not None else []


_NAMED: Mapping[str, Callable[[str], Iterable[tuple[str, bool]]]] = {
    "TARGET": values.targets,
    "FILE…": values.c_files,
}


def _values(parameter: Parameter, last: str, environ: Mapping[str, str]) -> Iterable[Candidate]:
    if parameter.metavar.strip("[]") == "RUN":
        return [Candidate(each, help) for each, help in values.runs(environ)]
    if parameter.metavar == "MODEL,MODEL,…":
        done, comma, _ = last.rpartition(",")
        named = done.split(",")
        return [Candidate(f"{done}{comma}{each}", open=True) for each in MODELS if each not in named]
    choices = parameter.choices()
    if choices:
        return [Candidate(each) for each in choices]
    listed = _NAMED.get(parameter.metavar)
    if listed is None and parameter.is_path:
        listed = values.folders if parameter.metavar == "DIR" or parameter.name == "jdk" else values.files
    return [Candidate(word, open=is_open) for word, is_open in listed(last)] if listed is not None else []


# Words of a shell -----------------------------------------------------------------------------------------------------


def split(line: str) -> list[str]:
    """Split a line into words.  The last one is being typed; it is empty after a space."""
    words, word, quote, escaped = [""], "", "", False
    started = False
    for c in line:
        if escaped:
            word, escaped, started = word + c, False, True
        elif c == "\\" and quote != "'":
            escaped = True
        elif quote:
            word, quote = (word, "") if c == quote else (word + c, quote)
        elif c in "'\"":
            quote, started = c, True
        elif c.isspace():
            if started:
                words[-1:] = [word, ""]
            word, started = "", False
        else:
            word, started = word + c, True
    words[-1] = word
    return words


def escaped(word: str) -> str:
    """Escape a word so that a shell reads it literally."""
    return _SPECIAL.sub(r"\\\1", word)


def written(found: Sequence[Candidate], shell: str) -> str:
    """Format the candidates, one per line.

    For bash and zsh a complete word is followed by a space.  Fish adds the space itself and gets a help text.  Words
    with characters that a terminal does not print are left out.
    """
    shown = [each for each in found if each.word.isprintable()]
    if shell == "fish":
        return "".join(f"{each.word}\t{each.help.partition('.')[0][:60]}\n" for each in shown)
    return "".join(f"{escaped(each.word)}{'' if each.open else ' '}\n" for each in shown)


def completed(command: object, line: str, shell: str) -> str:
    """Return the text that a shell's completion function reads for a line."""
    return written(candidates(command, line, os.environ), shell)
