"""Lowering: code written by hand, whose IR is run or refused by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from symheap.core.model import Plain
from symheap.core.outcome import Returned
from symheap.lang.java.classfile.access import PUBLIC
from symheap.lang.java.classfile.opcodes import OPCODES
from symheap.lang.java.entry import ERRORS
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.files.jdk import Jdk, find_jdk
from symheap.lang.java.lower import BadCode, lower, refusing
from symheap.lang.java.lower.kinds import join
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.table import JavaTable
from symheap.lang.java.world import World
from symheap.objects import interpreter, ir
from symheap_testing.java.classfiles import ClassBuilder
from symheap_testing.java.sources import sample_classes
from symheap_testing.mutate import mutants


class Classes:
    """Class files in memory."""

    label = "memory"

    def __init__(self, contents: dict[str, bytes]) -> None:
        self._contents = contents

    def read(self, class_name: str) -> bytes | None:
        return self._contents.get(class_name)

    def names(self) -> Iterator[str]:
        return iter(self._contents)

    def where(self, class_name: str) -> str:
        return f"{class_name}.class"

    def has(self, path: str) -> bool:
        return False


@pytest.fixture(scope="module")
def at_hand() -> Jdk:
    return find_jdk(None, os.environ)


def table_of(jdk: Jdk, contents: dict[str, bytes]) -> JavaTable:
    world = World(ClassPath((Classes(contents),), jdk))
    return JavaTable(world, (), InitialObjects(world))


def assemble(text: str) -> bytes:
    """Assemble mnemonics and operand bytes; `>n` is a branch offset of two bytes, `#n` the number of a constant."""
    code = bytearray()
    for word in text.split():
        if word in OPCODES:
            code.append(OPCODES[word])
        elif word[0] in ">#":
            code += (int(word[1:]) & 0xFFFF).to_bytes(2, "big")
        else:
            code.append(int(word) & 0xFF)
    return bytes(code)


def lowered(jdk: Jdk, builder: ClassBuilder) -> ir.Method:
    """Return the method `m` of a class under construction."""
    table = table_of(jdk, {"A": builder.build()})
    method = next(m for m in table.world.find("A").methods.values() if m.name == "m")
    return lower(table.world, table.initial, table, method)


def built(text: str, descriptor: str = "()V", *, max_locals: int = 4, major: int = 52) -> ClassBuilder:
    builder = ClassBuilder(major=major)
    builder.method(assemble(text), descriptor=descriptor, max_locals=max_locals)
    return builder


def result(jdk: Jdk, method: ir.Method, *arguments: Plain) -> Plain:
    table = table_of(jdk, {})
    program = ir.Program(table, {}, method, (), (), errors=ERRORS, initial=table.initial.heap)
    end = interpreter.call(program, table.initial.heap, method, arguments).end
    assert isinstance(end, Returned), end
    return end.value


MALFORMED = {
    "iadd return": "nothing on the operand stack instead of I",
    "aconst_null ineg pop return": "N on the operand stack instead of I",
    "iconst_0": "falls off the end",
    "iconst_0 ifeq >3 nop": "falls off the end",
    "iload_1 pop return": "local variable 1 is T instead of I",
    "lconst_0 lstore_1 iload_2 pop return": "local variable 2 is T",
    "lconst_0 lstore_1 iconst_0 istore_2 lload_1 pop2 return": "local variable 1 is T",
    "lconst_0 pop return": "half of a long",
    "iconst_0 ireturn": "ireturn in a method that returns V",
    "iconst_0 goto >-1": "two depths",
    "iconst_0 ifeq >7 iconst_0 goto >4 aconst_null pop return": "two kinds",
    "iconst_1 newarray 10 iconst_0 laload pop2 return": "[I on the operand stack instead of [J",
    "iconst_1 newarray 10 iconst_0 aaload pop return": "instead of an array of references",
    "fconst_0 fstore_1 iinc 1 1 return": "local variable 1 is F",
    "iconst_0 istore_1 ret 1": "no return address",
    "iconst_0 athrow": "I on the operand stack instead of a reference",
    "aconst_null istore_0 return": "N on the operand stack instead of I",
    "pop return": "the operand stack is empty",
}


@pytest.mark.parametrize("text", MALFORMED)
def test_code_that_a_verifier_refuses_is_refused_by_name_and_place(at_hand: Jdk, text: str) -> None:
    with pytest.raises(BadCode) as caught:
        lowered(at_hand, built(text))
    assert MALFORMED[text] in caught.value.message
    assert caught.value.file == "A.class"
    assert f"A.m()V, pc {caught.value.offset}" in str(caught.value)


def test_arguments_need_local_variables(at_hand: Jdk) -> None:
    with pytest.raises(BadCode, match="more arguments"):
        lowered(at_hand, built("return", "(IJ)V", max_locals=2))


SHUFFLES: dict[str, Callable[[int, int], int]] = {
    "iload_0 iload_1 swap isub ireturn": lambda a, b: b - a,
    "iload_0 iload_1 swap goto >3 isub ireturn": lambda a, b: b - a,
    "iload_0 iload_1 dup_x1 goto >3 isub imul ireturn": lambda a, b: b * (a - b),
    "iload_0 iload_1 iconst_3 dup_x2 goto >3 isub imul isub ireturn": lambda a, b: 3 - a * (b - 3),
    "iload_0 iload_1 dup2 goto >3 isub imul isub ireturn": lambda a, b: a - b * (a - b),
    "iconst_5 iload_0 iload_1 dup2_x1 goto >3 isub imul isub isub ireturn": lambda a, b: a - (b - 5 * (a - b)),
    "iconst_2 iconst_5 iload_0 iload_1 dup2_x2 pop2 goto >3 isub isub isub ireturn": lambda a, b: a - (b - (2 - 5)),
    "iload_0 iinc 0 5 iload_0 isub ireturn": lambda a, b: -5,
    "iload_0 iload_1 istore_0 iload_0 isub ireturn": lambda a, b: a - b,
    "iload_0 dup istore_1 iinc 0 1 iload_0 iload_1 isub isub ireturn": lambda a, b: a - 1,
    "iload_0 iload_1 istore_0 istore_1 iload_0 iload_1 isub ireturn": lambda a, b: b - a,
    "iload_0 i2l iload_1 i2l dup2_x2 lsub lsub l2i ireturn": lambda a, b: b - (a - b),
}


@pytest.mark.parametrize("text", SHUFFLES)
@pytest.mark.parametrize(("a", "b"), [(3, 4), (-7, 100)])
def test_values_find_their_way_through_the_stack(at_hand: Jdk, text: str, a: int, b: int) -> None:
    assert result(at_hand, lowered(at_hand, built(text, "(II)I")), a, b) == SHUFFLES[text](a, b)


def test_subroutines_are_inlined(at_hand: Jdk) -> None:
    """The subroutine adds five and is called twice, the second time with a value below it on the stack."""
    text = "jsr >10 iconst_3 jsr >6 iload_0 iadd ireturn astore_1 iinc 0 5 ret 1"
    method = lowered(at_hand, built(text, "(I)I", major=48))
    assert not any(isinstance(i, ir.Refuse) for block in method.blocks for i in block)
    assert result(at_hand, method, 100) == 113


def test_a_subroutine_that_returns_elsewhere_is_refused_by_name(at_hand: Jdk) -> None:
    text = "jsr >4 return astore_0 jsr >4 return astore_1 ret 0"
    method = lowered(at_hand, built(text, major=48))
    assert [i.what for block in method.blocks for i in block if isinstance(i, ir.Refuse)] == ["jsr/ret"]


def test_unreachable_code_is_dropped(at_hand: Jdk) -> None:
    method = lowered(at_hand, built("goto >5 iadd iadd return"))
    assert [type(i) for block in method.blocks for i in block] == [ir.Jump, ir.Return]


MISSING = {
    "getstatic": (9, "gone/Away", "x", "I", "java.lang.NoClassDefFoundError: gone.Away"),
    "putstatic": (9, "java/lang/Math", "x", "I", "java.lang.NoSuchFieldError: java.lang.Math.x"),
    "getfield": (9, "java/lang/Math", "PI", "D", "java.lang.IncompatibleClassChangeError: java.lang.Math.PI"),
    "invokestatic": (10, "java/lang/Math", "no", "(I)V", "java.lang.NoSuchMethodError: java.lang.Math.no(I)V"),
    "invokevirtual": (10, "java/lang/invoke/MethodHandle", "invoke", "(I)V", "java.lang.invoke.MethodHandle.invoke"),
}


@pytest.mark.parametrize("instruction", MISSING)
def test_what_is_missing_is_refused_where_it_is_used(at_hand: Jdk, instruction: str) -> None:
    tag, owner, name, descriptor, what = MISSING[instruction]
    builder = ClassBuilder()
    number = builder.member(tag, owner, name, descriptor)
    code = assemble(f"aconst_null {'' if instruction == 'getfield' else 'iconst_0'} {instruction} #{number} return")
    builder.method(code)
    (block,) = lowered(at_hand, builder).blocks
    assert isinstance(block[-1], ir.Refuse)
    assert block[-1].what == what


def test_a_handler_sees_a_variable_as_it_was_when_the_exception_came(at_hand: Jdk) -> None:
    """In the range the variable is an int, and after its last instruction a float: the handler reads the int."""
    builder = ClassBuilder()
    text = "iconst_5 istore_1 iload_0 iload_0 idiv pop fconst_0 fstore_1 iconst_0 ireturn pop iload_1 ireturn"
    builder.method(assemble(text), descriptor="(I)I", handlers=((2, 8, 10, 0),))
    method = lowered(at_hand, builder)
    (handler,) = next(h for h in method.handlers if h)
    assert handler.types is None
    assert result(at_hand, method, 0) == 5
    assert result(at_hand, method, 3) == 0


def test_bytes_and_booleans_are_told_apart(at_hand: Jdk) -> None:
    text = "aload_0 iconst_0 iconst_1 bastore aload_1 iconst_0 iconst_1 bastore return"
    method = lowered(at_hand, built(text, "([Z[B)V"))
    stores = [i for i in method.blocks[0] if isinstance(i, ir.Store)]
    values = {i.dst: i.value for i in method.blocks[0] if isinstance(i, ir.Const)}
    assert [s.kind.name for s in stores] == ["bool", "bv8"]
    assert [type(values[s.src]) for s in stores] == [bool, int]


def test_a_loop_has_a_back_edge_to_its_head(at_hand: Jdk) -> None:
    method = lowered(at_hand, built("iload_0 ifeq >9 iinc 0 -1 goto >-7 return", "(I)V"))
    ((start, head),) = method.back_edges
    assert isinstance(method.blocks[start][-1], ir.Jump)
    assert isinstance(method.blocks[head][-1], ir.Branch)


def test_positions_are_shared_and_say_the_offset(at_hand: Jdk) -> None:
    method = lowered(at_hand, built("iload_0 iload_0 idiv pop return", "(I)V"))
    division = [i.position for i in method.blocks[0][:-1]]
    assert len({id(p) for p in division}) == 1
    assert (division[0].file, division[0].column) == ("A.java", 2)
    assert division[0].place == "A.m(I)V+2"


def test_a_native_method_refuses_by_its_name(at_hand: Jdk) -> None:
    table = table_of(at_hand, {})
    method = next(m for m in table.world.find("java.lang.Object").methods.values() if m.name == "notifyAll")
    (block,) = refusing(table.world, method).blocks
    assert [i.what for i in block if isinstance(i, ir.Refuse)] == ["java.lang.Object.notifyAll"]


def test_a_constructor_call_goes_to_one_body(at_hand: Jdk) -> None:
    builder = ClassBuilder()
    number = builder.member(10, "java/lang/Object", "<init>", "()V")
    builder.method(assemble(f"aload_0 invokespecial #{number} return"), name="<init>", access=PUBLIC)
    made, constructor = builder.class_ref("A"), builder.member(10, "A", "<init>", "()V")
    builder.method(assemble(f"new #{made} dup invokespecial #{constructor} pop return"))
    block = lowered(at_hand, builder).blocks[0]
    assert [type(i) for i in block] == [ir.New, ir.Invoke, ir.Return]


KINDS = ["I", "J", "N", "L", "[I", "[Z", "[L", "[[I", "[[L", "[[[L", "T", "R3"]


@pytest.mark.parametrize(("a", "b"), list(product(KINDS, KINDS)))
def test_join_is_the_least_kind_above_both(a: str, b: str) -> None:
    joined = join(a, b)
    assert joined == join(b, a)
    assert join(a, joined) == joined
    above = [k for k in KINDS if join(a, k) == k and join(b, k) == k]
    assert all(join(joined, k) == k for k in above)


def test_the_ir_of_a_tree_map_is_no_longer_than_its_bytecode(at_hand: Jdk) -> None:
    table = table_of(at_hand, {})
    methods = [m for m in table.world.find("java.util.TreeMap").methods.values() if m.code is not None]
    made = [lower(table.world, table.initial, table, m) for m in methods]
    instructions = sum(len(m.code.instructions) for m in methods if m.code is not None)
    assert sum(len(block) for m in made for block in m.blocks) <= 0.8 * instructions


def test_damaged_classes_are_refused_by_name_or_lowered(at_hand: Jdk) -> None:
    contents = sample_classes()
    lowerings = refusals = 0
    for mutant in mutants(contents["odd.Odd"], 150, seed=7):
        table = table_of(at_hand, {**contents, "odd.Odd": mutant})
        try:
            java_class = table.world.find("odd.Odd")
        except (Malformed, NotFound):
            continue
        for method in java_class.methods.values():
            try:
                assert lower(table.world, table.initial, table, method).blocks
                lowerings += 1
            except Malformed:
                refusals += 1
    assert lowerings > 100
    assert refusals > 0
