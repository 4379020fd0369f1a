"""A compiled class, attribute by attribute, and files that the JVM refuses to load."""

from __future__ import annotations

import math
import struct
import time

import pytest

from symheap.lang.java.classfile.access import ABSTRACT, INTERFACE, NATIVE, PUBLIC, STATIC
from symheap.lang.java.classfile.classfile import ClassFile, parse
from symheap.lang.java.classfile.constants import (
    ClassRef,
    DoubleConst,
    FloatConst,
    IntConst,
    InvokeDynamic,
    LongConst,
    StringConst,
)
from symheap.lang.java.classfile.members import MethodInfo
from symheap.lang.java.errors import Malformed
from symheap_testing.java.classfiles import ClassBuilder, u2
from symheap_testing.java.sources import sample_classes, some_jdk

needs_jdk = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")


@pytest.fixture(scope="module")
def sample() -> dict[str, ClassFile]:
    return {name: parse(content, f"{name}.class") for name, content in sample_classes().items()}


def named(found: ClassFile, name: str) -> MethodInfo:
    return next(method for method in found.methods if method.name == name)


@needs_jdk
def test_header_and_members(sample: dict[str, ClassFile]) -> None:
    odd = sample["odd.Odd"]
    assert (odd.name, odd.super_name) == ("odd.Odd", "java.util.ArrayList")
    assert odd.interfaces == ("java.util.function.Supplier",)
    assert odd.source_file == "Odd.java"
    assert odd.signature is not None
    assert odd.signature.startswith("<T::Ljava/lang/Comparable<TT;>;>")
    assert {"odd.Odd$Point", "odd.Odd$Letter", "odd.Odd$Shape", "odd.Odd$Inner"} <= set(odd.nest_members)
    assert sample["odd.Odd$Inner"].nest_host == "odd.Odd"
    assert named(odd, "guarded").exceptions == ("java.io.IOException",)
    numbers = odd.field("numbers", "Ljava/util/List;")
    assert numbers is not None
    assert numbers.signature == "Ljava/util/List<+Ljava/lang/Number;>;"
    assert not numbers.is_static


@needs_jdk
def test_constant_values_keep_every_bit(sample: dict[str, ClassFile]) -> None:
    values = {field.name: field.constant for field in sample["odd.Odd"].fields}
    assert values["LONG"] == LongConst(-(1 << 63))
    assert values["FLOAT"] == FloatConst(struct.unpack(">i", struct.pack(">f", 1.5))[0])
    assert values["YES"] == IntConst(1)
    assert values["numbers"] is None
    double = values["DOUBLE"]
    assert isinstance(double, DoubleConst)
    assert math.isnan(struct.unpack(">d", struct.pack(">q", double.bits))[0])


@needs_jdk
def test_a_string_has_one_character_for_each_utf16_unit(sample: dict[str, ClassFile]) -> None:
    values = {field.name: field.constant for field in sample["odd.Odd"].fields}
    assert values["TEXT"] == StringConst("q\"'\\\n\t\b\f\r\x01\x00 \xe9 \ud83d\ude00 \ud800")


@needs_jdk
def test_records_enclosing_methods_and_inner_classes(sample: dict[str, ClassFile]) -> None:
    point = sample["odd.Odd$Point"].record
    assert point is not None
    assert [(c.name, c.descriptor) for c in point] == [("x", "I"), ("names", "Ljava/util/List;")]
    assert point[1].signature == "Ljava/util/List<Ljava/lang/String;>;"
    assert sample["odd.Odd"].record is None
    anonymous = [c for c in sample.values() if c.enclosing_method and c.enclosing_method.method]
    assert [c.enclosing_method.method for c in anonymous if c.enclosing_method] == [
        ("anonymous", "()Ljava/lang/Object;")
    ]
    inner = {each.name: each for each in sample["odd.Odd"].inner_classes}
    assert inner["odd.Odd$Inner"].outer == "odd.Odd"
    assert inner["odd.Odd$Inner"].simple_name == "Inner"
    assert inner[anonymous[0].name].outer is None


@needs_jdk
def test_bootstrap_methods_of_lambdas(sample: dict[str, ClassFile]) -> None:
    odd = sample["odd.Odd"]
    code = named(odd, "lambda").code
    assert code is not None
    call = next(i.args[0] for i in code.instructions if i.mnemonic == "invokedynamic")
    assert isinstance(call, InvokeDynamic)
    assert (call.name, call.descriptor) == ("run", "(I)Ljava/lang/Runnable;")
    bootstrap = odd.bootstrap_methods[call.bootstrap]
    assert bootstrap.handle.reference.owner == "java.lang.invoke.LambdaMetafactory"
    assert len(bootstrap.arguments) == 3


@needs_jdk
def test_code_is_decoded_once_and_only_for_methods_that_have_it(sample: dict[str, ClassFile]) -> None:
    odd = sample["odd.Odd"]
    assert named(odd, "elsewhere").code is None
    assert named(sample["odd.Odd$Shape"], "corners").code is None
    method = named(odd, "locals")
    assert method.code is not None
    assert method.code is method.code


@needs_jdk
def test_lines_and_local_names(sample: dict[str, ClassFile]) -> None:
    code = named(sample["odd.Odd"], "locals").code
    assert code is not None
    assert code.locals.name(0, 0) == "a"
    assert code.locals.name(2, 0) == "b"
    assert code.locals.name(4, 0) is None
    loop = next(entry for entry in code.locals.entries if entry.name == "i")
    assert code.locals.name(loop.slot, loop.start) == "i"
    assert code.locals.name(loop.slot, loop.end) is None
    first, last = code.lines.line(0), code.lines.line(code.instructions[-1].pc)
    assert first is not None
    assert last is not None
    assert last - first == 1


@needs_jdk
def test_handlers_name_what_they_catch(sample: dict[str, ClassFile]) -> None:
    code = named(sample["odd.Odd"], "guarded").code
    assert code is not None
    caught = [handler.catch for handler in code.handlers]
    assert "java.lang.NumberFormatException" in caught
    assert None in caught
    assert all(handler.target in code.index for handler in code.handlers)


@needs_jdk
def test_loading_a_big_class_is_quick() -> None:
    """Takes some milliseconds; the bound is loose for busy machines."""
    jdk = some_jdk()
    assert jdk is not None
    content = jdk.container.read("java.lang.String")
    assert content is not None
    start = time.process_time()
    parsed = parse(content, "String")
    assert time.process_time() - start < 0.1
    assert parsed.super_name == "java.lang.Object"


def test_versions_are_refused_by_name() -> None:
    with pytest.raises(Malformed, match=r"^A\.class: error: class file version 70 \(newer than Java 25\) \(byte 6\)$"):
        parse(ClassBuilder(major=70).build(), "A.class")
    with pytest.raises(Malformed, match="class file version 44"):
        parse(ClassBuilder(major=44).build(), "A.class")
    assert [parse(ClassBuilder(major=major).build(), "A").major for major in (45, 69)] == [45, 69]


def refused(builder: ClassBuilder) -> str:
    with pytest.raises(Malformed) as caught:
        parse(builder.build(), "A.class")
    assert 0 < caught.value.offset <= len(builder.build())
    return caught.value.message


def test_what_loading_refuses() -> None:
    twice = ClassBuilder()
    twice.field("f", "I")
    twice.field("f", "I")
    assert "field f of type I is there twice" in refused(twice)
    methods = ClassBuilder()
    methods.method(b"\xb1")
    methods.method(b"\xb1")
    assert "method m()V is there twice" in refused(methods)
    bare = ClassBuilder()
    bare.method(None)
    assert "lacks code" in refused(bare)
    native = ClassBuilder()
    native.method(b"\xb1", access=PUBLIC | NATIVE)
    assert "but has code" in refused(native)
    assert "without a superclass" in refused(ClassBuilder(super_name=None))
    assert "interface A extends B" in refused(ClassBuilder(super_name="B", access=INTERFACE | ABSTRACT))
    assert "names itself" in refused(ClassBuilder(super_name="A"))
    assert "array class" in refused(ClassBuilder(name="[I"))
    assert "class name" in refused(ClassBuilder(name="a//b"))


def test_names_and_descriptors_of_members() -> None:
    for name, descriptor in (("a.b", "I"), ("f", "V"), ("f", "(I)V")):
        builder = ClassBuilder()
        builder.field(name, descriptor)
        assert refused(builder).startswith("field ")
    for name, descriptor in (("<main>", "()V"), ("m", "I"), ("<init>", "()I"), ("m", f"({'I' * 256})V")):
        builder = ClassBuilder()
        builder.method(b"\xb1", name=name, descriptor=descriptor, access=PUBLIC)
        assert refused(builder).startswith(("method ", "constructor "))


def test_a_constant_value_must_fit_its_field() -> None:
    builder = ClassBuilder()
    value = builder.attribute("ConstantValue", u2(builder.string("no")))
    builder.field("f", "I", access=STATIC, attributes=(value,))
    assert "is not a IntConst" in refused(builder)


def test_constants_that_refer_to_themselves_are_not_followed() -> None:
    builder = ClassBuilder()
    builder.constants.append(bytes((15, 9)) + u2(1))
    builder.constants.append(bytes((9,)) + u2(2, 2))
    pool = parse(builder.build(), "A").pool
    for index in (1, 2):
        with pytest.raises(Malformed):
            pool.constant(index, 0)


def test_bad_utf8_is_found_where_it_is_used() -> None:
    builder = ClassBuilder()
    builder.constants.append(bytes((1,)) + u2(2) + b"\xf0\x9f")
    pool = parse(builder.build(), "A").pool
    with pytest.raises(Malformed, match="not modified UTF-8"):
        pool.utf8(1, 0)
    assert pool.get(pool_index_of_class(builder), ClassRef, 0) == ClassRef("A")


def pool_index_of_class(builder: ClassBuilder) -> int:
    return builder.class_ref("A")


def test_every_truncation_is_refused() -> None:
    builder = ClassBuilder()
    builder.method(b"\x03\x57\xb1")
    whole = builder.build()
    for length in range(len(whole)):
        with pytest.raises(Malformed):
            parse(whole[:length], "A")
    with pytest.raises(Malformed, match="longer than its contents"):
        parse(whole + b"\0", "A")


# Annotations


def annotated(builder: ClassBuilder, *values: bytes) -> bytes:
    """Return an annotation interface a.B with one element for each value."""
    named = builder.utf8("La/B;"), builder.utf8("element")
    return u2(named[0], len(values)) + b"".join(u2(named[1]) + value for value in values)


def with_annotations(body: bytes, builder: ClassBuilder) -> tuple[str, ...] | None:
    builder.attributes.append(builder.attribute("RuntimeVisibleAnnotations", body))
    return parse(builder.build(), "A.class").annotations


def test_annotations_are_known_by_their_interfaces() -> None:
    builder = ClassBuilder()
    inner = annotated(builder)
    values = (b"I" + u2(1), b"s" + u2(1), b"e" + u2(1, 1), b"c" + u2(1), b"@" + inner)
    whole = annotated(builder, *values, b"[" + u2(2) + b"Z" + u2(1) + b"@" + inner)
    assert with_annotations(u2(2) + whole + inner, builder) == ("a.B", "a.B")
    assert parse(ClassBuilder().build(), "A.class").annotations == ()


@pytest.mark.parametrize("value", [b"?" + u2(1), b"I", b"[" + u2(9), b"[\0\1" * 60 + b"I" + u2(1)])
def test_annotations_that_cannot_be_read_are_no_error(value: bytes) -> None:
    builder = ClassBuilder()
    assert with_annotations(u2(1) + annotated(builder, value), builder) is None
