"""How a test ends, in a word or two for its name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symheap.core.model import Plain
from symheap.core.outcome import Returned
from symheap.lang.java.classes import INIT
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.inputs import THIS
from symheap.lang.java.types import CLASS, descriptor_of, is_array, source_name
from symheap.objects.concrete import INITIAL, ConcreteHeap
from symheap.testgen.cases import Test
from symheap.testgen.code import Declare, Do
from symheap.testgen.facts import path_words, paths_of, value_word
from symheap.testgen.known import BOXES
from symheap.testgen.literals import literal
from symheap.testgen.naming import simple_name, word
from symheap.testgen.strings import is_string, text_of

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,15}")


def outcome(test: Test) -> str:
    """``throwsEmptyStack``, ``returns0``, ``returnsCellsTop``, ``setsSizeTo1``."""
    if test.throws is not None:
        return f"throws{_upper(simple_name(test.throws))}"
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


def _upper(name: str) -> str:
    plain = word(name, "Object")
    return plain[:1].upper() + plain[1:]


def _object(test: Test, number: int) -> str:
    heap, java = test.run.heap, test.candidate.java
    path = paths_of(java, test.built.heap).get(number)
    if path is not None:
        return "Itself" if path == (THIS,) else _upper(path_words(path))
    class_name = heap.class_of(number)
    if is_string(class_name):
        return _text(heap, number)
    if class_name in BOXES:
        return value_word(BOXES[class_name], heap.find(number).fields.get("value", 0))
    if is_array(class_name):
        return f"ArrayOf{heap.length(number)}" if heap.length(number) else "EmptyArray"
    if number >= INITIAL:
        return _known(test, number)
    return f"New{_upper(simple_name(class_name))}"


def _text(heap: ConcreteHeap, number: int) -> str:
    text = text_of(heap, number)
    if text is None:
        return "Text"
    return _upper(word(text, "text")) if _PLAIN.fullmatch(text) else "Text" if text else "EmptyText"


def _known(test: Test, number: int) -> str:
    """An object that is there before the call: the constant that it is, or the class that it stands for."""
    initial = test.candidate.java.table.initial
    class_name = initial.heap.class_of(number)
    if class_name == CLASS:
        name = source_name(descriptor_of(initial.class_named(initial.term(number))), simple=True)
        return f"Class{_upper(name.replace('[]', 'Array'))}"
    for owner in initial.interned.holders:
        for f in initial.world.find(owner).fields.values():
            is_own = f.is_enum_constant or (f.is_static and descriptor_of(class_name) == f.descriptor)
            if is_own and initial.static(owner, f.field.name) == number:
                return _constant(f.name)
    return _upper(simple_name(class_name))


def _constant(name: str) -> str:
    """``NOT_FOUND`` is ``NotFound``."""
    parts = [part for part in name.split("_") if part]
    return "".join(_upper(part.lower() if part.isupper() else part) for part in parts) or "Constant"


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
            yield _upper(path_words(path)), class_name, number
        for at in java.table.world.chain(class_name) if not is_array(class_name) and number < INITIAL else ():
            for f in at.fields.values() if at.is_user else ():
                value = after.get(number, f.field) if not f.is_static else 0
                if not f.is_static and before.get(number, f.field) != value:
                    yield _upper(path_words((*path, f.name))), f.descriptor, value
