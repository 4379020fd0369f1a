"""Write the tests of a class as one file of Java source, for JUnit 5 or JUnit 4.

A test of a crash is tagged ``crash`` in JUnit 5.  The categories of JUnit 4 are classes, so there a comment is used,
and the file needs nothing besides JUnit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count

from symheap.testgen.access import Access
from symheap.testgen.asserting.observe import HELPER
from symheap.testgen.cases import Test
from symheap.testgen.code import Code, Declare, Do, Statement, StubClass, StubMethod, TypeName, types_in
from symheap.testgen.writing.imports import has_raw, imports_of, source_parts
from symheap.testgen.writing.printing import INDENT, comment, method, statement, stub
from symheap.testgen.writing.stamp import stamped

SUFFIX = "PathsTest"
_LONGEST_NAME = 120
_ASSERTION = re.compile(r"assert[A-Z]\w*(?=\()")
_RESTORE = "restoreStaticFields"


@dataclass(frozen=True, slots=True)
class Junit:
    """The packages of a version of JUnit for assertions and annotations, and the modifier of classes and methods."""

    assertions: str
    package: str
    after_each: str
    public: str = ""


JUNIT = {
    5: Junit("org.junit.jupiter.api.Assertions", "org.junit.jupiter.api", "AfterEach"),
    4: Junit("org.junit.Assert", "org.junit", "After", "public "),
}


@dataclass(frozen=True, slots=True)
class TestFile:
    """A file of tests.

    `subject` is the class under test; if `uses_helper`, the helper class is needed beside the file.
    """

    __test__ = False  # not for pytest

    package: str
    class_name: str
    subject: str
    text: str
    tests: tuple[Test, ...]
    uses_helper: bool


def class_name_for(access: Access, subject: str) -> str:
    """Return ``StackPathsTest`` for ``Stack``, ``OuterInnerPathsTest`` for ``Outer.Inner``.

    Long names are shortened to fit a file name.
    """
    outer, *inner = source_parts(access.world, subject)
    plain = re.sub(r"\W", "", "".join((outer.rpartition(".")[2], *inner)), flags=re.ASCII)
    if len(plain) > _LONGEST_NAME:
        plain = plain[:_LONGEST_NAME] + sha256(subject.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return plain + SUFFIX


def test_file(subject: str, tests: Sequence[Test], access: Access, junit: int = 5) -> TestFile:
    """Return the file for the tests of a class, in the package of `access`."""
    assert len({test.name for test in tests}) == len(tests), "names of tests are unique in a class"
    writer = _Writer(subject, tuple(tests), access, junit)
    uses_helper = any(test.uses_helper for test in tests)
    return TestFile(access.package, writer.class_name, subject, writer.text(), tuple(tests), uses_helper)


class _Writer:
    def __init__(self, subject: str, tests: tuple[Test, ...], access: Access, junit: int) -> None:
        self.class_name = class_name_for(access, subject)
        self._subject = subject
        self._junit = JUNIT[junit]
        self._is_4 = junit == 4
        self._world = access.world
        self._package = access.package
        self._stubs = WrittenStubs()
        self._tests = tuple(self._stubs.shared(test) for test in tests)
        own = {self.class_name, HELPER, *(each.name for each in self._stubs.all)}
        self._imports = imports_of(self._world, self._package, self._types(), frozenset(own))
        self._simple = {name.rpartition(".")[2] for name in self._imports.simple}

    # Contents

    def _codes(self) -> Iterator[Code]:
        for test in self._tests:
            for each in (*test.arrange, test.act, *test.asserts, *test.restores):
                yield from codes_of(each)
        for made in self._stubs.all:
            yield (made.above,)
            for declared in made.fields:
                yield from codes_of(declared)
            for m in made.methods:
                yield m.declaration
                for each in m.body:
                    yield from codes_of(each)

    def _types(self) -> Iterator[TypeName]:
        return (each for code in self._codes() for each in types_in(code))

    def _assertions(self) -> list[str]:
        codes = (code for test in self._tests for each in (test.act, *test.asserts) for code in codes_of(each))
        starts = (_ASSERTION.match(code[0]) for code in codes if code and isinstance(code[0], str))
        return sorted({match[0] for match in starts if match is not None})

    def _annotations(self) -> list[str]:
        names = ["Test"] if self._tests else []
        names += ["Tag"] if not self._is_4 and any(test.crash for test in self._tests) else []
        return names + ([self._junit.after_each] if self._restores() else [])

    def _annotation(self, name: str) -> str:
        """Return an annotation of JUnit, with its full name if this file uses a class with the same simple name."""
        return f"@{self._junit.package}.{name}" if name in self._simple else f"@{name}"

    def _restores(self) -> list[Statement]:
        return list(dict.fromkeys(each for test in self._tests for each in test.restores))

    # The text

    def text(self) -> str:
        lines = [f"// Generated by symheap from {_safe(self._subject)}."]
        lines += [f"package {self._package};", ""] if self._package else []
        statics = [f"import static {self._junit.assertions}.{name};" for name in self._assertions()]
        lines += [*statics, ""] if statics else []
        junit = [f"{self._junit.package}.{name}" for name in self._annotations() if name not in self._simple]
        imported = sorted({*self._imports.imported, *junit})
        lines += [*(f"import {name};" for name in imported), ""] if imported else []
        if any(has_raw(self._world, code) for code in self._codes()):
            lines.append('@SuppressWarnings({"unchecked", "rawtypes"})')
        lines.append(f"{self._junit.public}class {self.class_name} {{")
        lines += _separated(self._members())
        return stamped("\n".join([*lines, "}", ""]))

    def _members(self) -> Iterator[list[str]]:
        restores = tuple(statement(self._imports, each) for each in self._restores())
        if restores:
            annotation = self._annotation(self._junit.after_each)
            yield method((annotation,), f"{self._junit.public}void {_RESTORE}()", (restores,))
        yield from (self._method(test) for test in self._tests)
        yield from (stub(self._imports, made) for made in self._stubs.all)

    def _method(self, test: Test) -> list[str]:
        annotations = [self._annotation("Test")]
        if test.crash and not self._is_4:
            annotations.append(f'{self._annotation("Tag")}("crash")')
        note = [comment(test.note, len(INDENT))] if test.note else []
        crash = [comment("crash", len(INDENT))] if test.crash and self._is_4 else []
        throws = " throws Exception" if test.checked else ""
        groups = (test.arrange, (test.act,), test.asserts)
        written = tuple(tuple(statement(self._imports, each) for each in group) for group in groups)
        head = f"{self._junit.public}void {test.name}(){throws}"
        return [*note, *crash, *method(tuple(annotations), head, written)]


def _separated(members: Iterable[list[str]]) -> Iterator[str]:
    for lines in members:
        yield ""
        yield from lines


def _safe(text: str) -> str:
    return comment(text, 0).removeprefix("// ")


def codes_of(each: Statement) -> Iterator[Code]:
    if isinstance(each, Declare):
        yield (each.type,)
        yield each.value
    else:
        yield each.code


# Stubs ----------------------------------------------------------------------------------------------------------------


class WrittenStubs:
    """The stubs of a file.  Equal stubs are merged, and different ones have different names."""

    def __init__(self) -> None:
        self._names: dict[StubClass, str] = {}

    @property
    def all(self) -> tuple[StubClass, ...]:
        return tuple(replace(made, name=name) for made, name in self._names.items())

    def shared(self, test: Test) -> Test:
        """Return the test, with the names that its stubs have in this file."""
        renamed: dict[str, str] = {}
        for made in test.built.stubs:
            anonymous = _renamed_stub(replace(made, name=""), {made.name: ""})
            if anonymous not in self._names:
                self._names[anonymous] = self._free(made.name)
            renamed[made.name] = self._names[anonymous]
        if all(old == new for old, new in renamed.items()):
            return test
        return replace(
            test,
            arrange=_renamed(test.arrange, renamed),
            act=_renamed((test.act,), renamed)[0],
            asserts=_renamed(test.asserts, renamed),
        )

    def _free(self, wanted: str) -> str:
        taken = set(self._names.values())
        return next(name for name in _numbered(wanted) if name not in taken)


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}{number}" for number in count(2))


def _renamed(statements: Sequence[Statement], names: dict[str, str]) -> tuple[Statement, ...]:
    return tuple(
        Declare(each.type, each.variable, _renamed_code(each.value, names))
        if isinstance(each, Declare)
        else Do(_renamed_code(each.code, names))
        for each in statements
    )


def _renamed_code(code: Code, names: dict[str, str]) -> Code:
    """Replace words outside of string and character literals."""
    pattern = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|\w+')
    return tuple(
        pattern.sub(lambda found: names.get(found[0], found[0]), part) if isinstance(part, str) else part
        for part in code
    )


def _renamed_stub(made: StubClass, names: dict[str, str]) -> StubClass:
    methods = tuple(StubMethod(_renamed_code(m.declaration, names), _renamed(m.body, names)) for m in made.methods)
    return replace(made, methods=methods)
