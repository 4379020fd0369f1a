"""How a test ends, in a word or two for its name."""

from __future__ import annotations

from collections.abc import Iterator

from symheap.core.model import Plain
from symheap.core.outcome import Returned
from symheap.lang.java.classes import INIT
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.inputs import THIS
from symheap.lang.java.types import is_array
from symheap.objects.concrete import INITIAL
from symheap.testgen.cases import Test
from symheap.testgen.code import Declare, Do
from symheap.testgen.facts import path_words, paths_of
from symheap.testgen.known import BOXES
from symheap.testgen.literals import literal
from symheap.testgen.strings import is_string, text_of
from symheap.testgen.words import class_word, known_word, text_word, upper, value_word


def outcome(test: Test) -> str:
    """``throwsEmptyStack``, ``returns0``, ``returnsCellsTop``, ``setsSizeTo1``."""
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
    if number >= INITIAL:
        return known_word(java.table.initial, number)
    return f"New{class_word(class_name)}"


def _change(test: Test) -> str:
    """What a method without a result did to its inputs: the field that it set, if it is one."""
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
    """Whether an assertion has the value: it is none that depends on the machine."""
    codes = [each.code for each in test.asserts if isinstance(each, Do)]
    shown = literal(kind, value, assigned=True)
    return kind == "Z" or any(code[i : i + len(shown)] == shown for code in codes for i in range(len(code)))


def _changed(test: Test) -> Iterator[tuple[str, str, Plain]]:
    """Fields of the inputs that have another value after the call: by the way there, the receiver's own first."""
    before, after, java = test.built.heap, test.run.heap, test.candidate.java
    for number, path in paths_of(java, before).items():
        class_name = after.class_of(number)
        elements = (before.find(number).elements, after.find(number).elements)
        if is_array(class_name) and any(elements[0].get(i, 0) != elements[1].get(i, 0) for i in elements[1]):
            yield upper(path_words(path)), class_name, number
        for at in java.table.world.chain(class_name) if not is_array(class_name) and number < INITIAL else ():
            for f in at.fields.values() if at.is_user else ():
                value = after.get(number, f.field) if not f.is_static else 0
                if not f.is_static and before.get(number, f.field) != value:
                    yield upper(path_words((*path, f.name))), f.descriptor, value
