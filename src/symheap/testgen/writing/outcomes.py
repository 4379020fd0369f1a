"""The outcome of a test in a word or two, for its name."""

from __future__ import annotations

from collections.abc import Iterator

from symheap.core.model import Plain
from symheap.core.outcome import Returned
from symheap.lang.java.classes import INIT
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.inputs.declared import THIS
from symheap.lang.java.values.types import descriptor_of, is_array
from symheap.objects.concrete import INITIAL, ConcreteHeap
from symheap.testgen.asserting.shared import CACHES
from symheap.testgen.building.known import BOXES, enum_constant
from symheap.testgen.building.literals import literal
from symheap.testgen.building.strings import is_string, text_of
from symheap.testgen.cases import Test
from symheap.testgen.code import Declare, Do
from symheap.testgen.writing.facts import Path, path_words, paths_of
from symheap.testgen.writing.words import class_word, constant_word, known_word, text_word, upper, value_word

_UNSEEN = CACHES | {"modCount"}


def outcome(test: Test) -> str:
    """Return an outcome such as ``throwsEmptyStack``, ``returns0``, ``returnsCellsTop``, ``setsSizeTo1``."""
    if test.throws is not None:
        return f"throws{class_word(test.throws)}"
    end, java = test.run.end, test.candidate.java
    assert isinstance(end, Returned)
    method = java.subject.method
    if method.name == INIT:
        return "succeeds"
    kind = method_type(method.descriptor).result.descriptor
    if kind == "V":
        return _change(test)
    if kind[0] not in "L[":
        return f"returns{value_word(kind, end.value)}" if isinstance(test.act, Declare) else "returns"
    return f"returns{_object(test, int(end.value))}" if end.value else "returnsNull"


def _object(test: Test, number: int) -> str:
    heap, java = test.run.heap, test.candidate.java
    path = paths_of(java, test.built.heap).get(number)
    if path is not None:
        return "Itself" if path == (THIS,) else upper(path_words(path))
    class_name = heap.class_of(number)
    if is_string(class_name):
        text = text_of(heap, number)
        return (text_word(text) if text is not None else None) or "Text"
    if class_name in BOXES:
        return value_word(BOXES[class_name], heap.find(number).fields.get("value", 0))
    if is_array(class_name):
        return f"ArrayOf{heap.length(number)}" if heap.length(number) else "EmptyArray"
    constant = enum_constant(java.table.world, heap, number)
    if constant is not None:
        return constant_word(constant.name)
    if number >= INITIAL:
        return known_word(java.table.initial, number)
    return f"New{class_word(class_name)}"


def _change(test: Test) -> str:
    """Return the effect of a method without a result on its inputs: the field that it sets, if it is only one."""
    changed = list(_changed(test))
    if len(changed) == 1:
        [(name, kind, value)] = changed
        if kind[0] not in "L[" and _is_asserted(test, kind, value):
            return f"sets{name}To{value_word(kind, value)}"
        return f"clears{name}" if kind[0] in "L[" and not value else f"changes{name}"
    if len(changed) == 2:
        return "changes" + "And".join(name for name, _, _ in changed)
    return f"changes{changed[0][0]}AndMore" if changed else "returns"


def _is_asserted(test: Test, kind: str, value: Plain) -> bool:
    """Whether an assertion mentions the value, so that it does not depend on the machine."""
    codes = [each.code for each in test.asserts if isinstance(each, Do)]
    shown = literal(kind, value, assigned=True)
    return kind == "Z" or any(code[i : i + len(shown)] == shown for code in codes for i in range(len(code)))


def _changed(test: Test) -> Iterator[tuple[str, str, Plain]]:
    """Yield the changed fields of the inputs, by access path, the receiver's own first.

    For a JDK object only the fact that it changed is mentioned, not its internals.
    """
    before, after, java = test.built.heap, test.run.heap, test.candidate.java
    paths = paths_of(java, before)
    closed = {path for number, path in paths.items() if _is_closed(java, after.class_of(number))}
    known: set[Path] = set()
    for number, path in paths.items():
        class_name = after.class_of(number)
        outer = next((path[:end] for end in range(1, len(path) + 1) if path[:end] in closed), None)
        if outer is not None:
            if outer not in known and _has_changed(before, after, number):
                known.add(outer)
                yield upper(path_words(outer)), descriptor_of(class_name), number
            continue
        if is_array(class_name) and _has_changed(before, after, number):
            yield upper(path_words(path)), descriptor_of(class_name), number
        for at in java.table.world.chain(class_name) if not is_array(class_name) and number < INITIAL else ():
            for f in at.fields.values() if at.is_user else ():
                value = after.get(number, f.field) if not f.is_static else 0
                if not f.is_static and before.get(number, f.field) != value:
                    yield upper(path_words((*path, f.name))), f.descriptor, value


def _is_closed(java: JavaProgram, class_name: str) -> bool:
    """Whether it is a JDK class."""
    return not is_array(class_name) and not java.table.world.find(class_name).is_user


def _has_changed(before: ConcreteHeap, after: ConcreteHeap, number: int) -> bool:
    was, now = before.find(number), after.find(number)
    if is_string(now.class_name) or now.class_name in BOXES:
        return False
    if any(was.elements.get(i, 0) != value for i, value in now.elements.items()):
        return True
    names = {*was.fields, *now.fields} - _UNSEEN
    return any(was.fields.get(name, 0) != now.fields.get(name, 0) for name in names)
