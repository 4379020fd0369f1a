"""Mutants are the same for the same seed, differ from their originals, and know the parts of a class file."""

from __future__ import annotations

from random import Random

from symheap.lang.java.classfile.classfile import parse
from symheap_testing.java.classfiles import ClassBuilder, u2
from symheap_testing.java.mutants.class_anatomy import anatomy
from symheap_testing.java.mutants.classes import class_mutant
from symheap_testing.java.mutants.jars import jar, jar_mutant


def sample() -> bytes:
    builder = ClassBuilder()
    call = builder.member(10, "B", "f", "(IJ)Ljava/lang/String;")
    builder.method(b"\x03\x0a\xb8" + u2(call) + b"\x57\xa7\xff\xfa", handlers=((0, 5, 5, 0),))
    builder.field("f", "[I")
    return builder.build()


def test_the_parts_are_where_the_reader_finds_them() -> None:
    data = sample()
    parts = anatomy(data)
    [code] = parts.codes
    found = parse(data, "A.class").methods[0].code
    assert found is not None
    assert code.pcs == (0, 1, 2, 5, 6)
    assert (code.length, code.handlers) == (found.length, 1)
    assert [each.name for each in parts.attributes] == ["Code"]
    assert data[code.place(2)] == 0xB8
    assert int.from_bytes(data[parts.header : parts.header + 2], "big") == parse(data, "A.class").access


def test_mutants_of_a_seed_are_the_same_and_mostly_differ_from_the_original() -> None:
    data = sample()
    some = [class_mutant(data, Random(seed), 1 + seed % 3) for seed in range(200)]
    assert some == [class_mutant(data, Random(seed), 1 + seed % 3) for seed in range(200)]
    assert sum(mutant != data for mutant, _ in some) > 150
    assert len({edits for _, edits in some}) > 30


def test_archives_of_a_seed_are_the_same() -> None:
    files = {"A.class": sample()}
    ways = {way for seed in range(60) for _, way in [jar_mutant(files, Random(seed))]}
    assert len(ways) > 8
    assert jar_mutant(files, Random(5))[1] == jar_mutant(files, Random(5))[1]
    assert jar(files)[:2] == b"PK"
