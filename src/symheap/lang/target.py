"""The target of a command, ``PATH[::Class][::method]``, and the program that it names.

A language is imported when a program in it is loaded.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from symheap.core.source import Position, SourceError
from symheap.core.theories.near import did_you_mean, file_near

if TYPE_CHECKING:
    from symheap.lang.java.entry import JavaProgram
    from symheap.lang.java.options import JavaOptions
    from symheap.lang.javalite.check import CheckedProgram
    from symheap.lang.pose.syntax import Source
    from symheap.objects.ir import Program

LARGEST = 4 * 1024 * 1024
JAVALITE = (".jl",)
POSE = (".pose", ".txt")
JAVA = (".java", ".class", ".jar")
JRT = "jrt:"
ELSEWHERE = (".c", ".h")
_CLASS_NAME: Final = re.compile(r"([a-z]\w*\.)+[A-Z][\w$]*")


class TargetError(Exception):
    """Raised when there is no program to read: one line that names the file, without a position in it."""

    def __init__(self, message: str, file: str) -> None:
        super().__init__(message)
        self.message = message
        self.file = file

    def __str__(self) -> str:
        return f"{self.file}: error: {self.message}"

    def __reduce__(self) -> tuple[type[TargetError], tuple[str, str]]:
        return TargetError, (self.message, self.file)


@dataclass(frozen=True, slots=True)
class Target:
    """A file, and at most two names in it: of a class, of a method, or of a class and its method."""

    path: str
    names: tuple[str, ...] = ()

    @staticmethod
    def parse(text: str) -> Target:
        path, *names = text.split("::")
        if not path or len(names) > 2 or not all(names):
            raise TargetError("a target is PATH, PATH::Class, PATH::method or PATH::Class::method", text)
        return Target(path, tuple(names))

    def __str__(self) -> str:
        return "::".join((self.path, *self.names))

    @property
    def of_class(self) -> str:
        """The target of the class, if this is the target of a method."""
        return "::".join((self.path, *self.names[:-1]))


@dataclass(frozen=True, slots=True)
class Loaded:
    """A program that is ready to be explored.

    `checked` is the form for the Javalite machine, if it is Javalite, and `source` that for the machine of POSE's
    language; `java` has details of a Java program.
    `assumptions` are the assumptions on its inputs and its environment, one phrase each.
    """

    target: Target
    program: Program
    checked: CheckedProgram | None = None
    class_name: str | None = None
    method: str | None = None
    returns_unit: bool = False
    java: JavaProgram | None = None
    assumptions: tuple[str, ...] = ()
    source: Source | None = None


Load = Callable[[int], "Loaded | TargetError"]
"""Returns a program of a class, by its number in the class."""


@dataclass(frozen=True, slots=True)
class Part:
    """The programs of one class.

    `open` links the class; each program can then be loaded without those before it, and independently of other parts.
    """

    count: int
    open: Callable[[], Load]

    def load(self) -> Iterator[Loaded | TargetError]:
        """Load the programs one after the other."""
        one = self.open()
        return (one(number) for number in range(self.count))


@dataclass(frozen=True, slots=True)
class Programs:
    """The programs of a target: a single one, or `several`, the methods of Java classes, class by class.

    They are loaded on demand. A method that no input can run is represented by an error with the reason, and so is
    unreadable code. `count` is their number, from so many `classes`. The classes are `parts`, which together give the
    same programs in the same order; a target that names a method has none.
    """

    target: Target
    several: bool
    members: Iterator[Loaded | TargetError]
    count: int = 1
    classes: int = 1
    parts: tuple[Part, ...] = ()


def is_java(target: Target) -> bool:
    """Whether a target is Java's, by its name; a folder is one of classes."""
    ending = os.path.splitext(target.path)[1].lower()
    return (
        target.path.startswith(JRT) or ending in JAVA or (os.path.isdir(target.path) and ending not in JAVALITE + POSE)
    )


def load(target: str | Target, options: JavaOptions | None = None) -> Loaded:
    """Return the program at `target`. Raises `TargetError` or `SourceError` if there is none, or more than one.

    `options` are for Java; without them, a JDK is only looked for in the target's own files.
    """
    parsed = Target.parse(target) if isinstance(target, str) else target
    if is_java(parsed):
        from symheap.lang.java_programs import java_program

        return java_program(parsed, options)
    ending = os.path.splitext(parsed.path)[1].lower()
    if os.path.isdir(parsed.path):
        raise TargetError("this is a folder; name a program in it", parsed.path)
    if ending in ELSEWHERE:
        raise TargetError("this command is for programs with objects; for C there is symheap prove", parsed.path)
    if ending not in (*JAVALITE, *POSE):
        if _CLASS_NAME.fullmatch(parsed.path) and not os.path.exists(parsed.path):
            where = f"a class of the JDK is jrt:{parsed.path}, one of a folder or a jar PATH::{parsed.path}"
            raise TargetError(f"there is no such file; {where}", parsed.path)
        known = ", ".join((*JAVALITE, *POSE, *JAVA))
        raise TargetError(f"unknown file ending; known endings are {known}", parsed.path)
    text = read(parsed.path)
    return _javalite(parsed, text) if ending in JAVALITE else _pose(parsed, text)


def load_all(
    target: str | Target, options: JavaOptions | None = None, tell: Callable[[str], None] = lambda doing: None
) -> Programs:
    """Return every program of `target`: of Java classes, each method that can be run.

    `tell` gets a short description of work that may take long or that runs foreign code.
    """
    parsed = Target.parse(target) if isinstance(target, str) else target
    if is_java(parsed):
        from symheap.lang.java_targets import java_programs

        return java_programs(parsed, options, tell=tell)
    return Programs(parsed, False, iter((load(parsed),)))


def read(path: str) -> str:
    """Return the text of a file. Raises `TargetError` if it is not a regular file, too large or not UTF-8."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise TargetError("this is not a regular file", path)
        with open(path, "rb") as stream:
            data = stream.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise TargetError(f"{error.strerror}{file_near(path)}", path) from error
    except OSError as error:
        raise TargetError(error.strerror or str(error), path) from error
    except ValueError as error:
        raise TargetError(str(error), path) from error
    if len(data) > LARGEST:
        raise SourceError(f"a program of more than {LARGEST} bytes", Position(path, 1, 1))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SourceError("this is not UTF-8 text", _place(path, error.object, error.start)) from error


def _place(path: str, data: bytes, offset: int) -> Position:
    before = data[:offset]
    line_start = before.rfind(b"\n") + 1
    column = len(before[line_start:].decode("utf-8", "replace")) + 1
    return Position(path, before.count(b"\n") + 1, column)


def _javalite(target: Target, text: str) -> Loaded:
    from symheap.lang.javalite.check import check_text
    from symheap.lang.javalite.classes import UNIT_TYPE
    from symheap.lang.javalite.entry import entry
    from symheap.lang.javalite.lower import lower

    checked = check_text(text, target.path)
    class_name, method = _names(checked, target.names)
    begin = entry(checked, class_name, method)
    unit = begin.signature.result == UNIT_TYPE
    return Loaded(target, lower(checked, class_name, method), checked, class_name, method, unit)


def _names(checked: CheckedProgram, names: tuple[str, ...]) -> tuple[str | None, str | None]:
    """Return the class and method meant. A single name is a class if there is one, else a method of the main class."""
    if len(names) == 2:
        return names[0], names[1]
    if not names:
        return None, None
    [name] = names
    if name in checked.classes.table:
        return name, None
    main = checked.syntax.main_class
    if main.text in checked.classes.table and not checked.classes.named(main.text, name.partition("/")[0]):
        methods = (signature.syntax.name.text for signature in checked.classes.methods.values())
        near = did_you_mean(name, (*checked.classes.table.universe, *methods))
        raise SourceError(f"there is no class {name}, and class {main} has no method {name}{near}", main.position)
    return None, name


def _pose(target: Target, text: str) -> Loaded:
    from symheap.lang.pose.include import read_source
    from symheap.lang.pose.lower import lower

    if target.names:
        reason = "a program of POSE's language begins at its main expression: no class or method can be named"
        raise TargetError(reason, target.path)
    source = read_source(text, target.path)
    return Loaded(target, lower(source, target.path), source=source)
