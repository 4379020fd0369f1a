"""Our decoder and javap agree on every method: instructions, operands, handlers, lines and locals."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from symheap.lang.java.classfile.classfile import parse
from symheap.lang.java.classfile.code import Instruction
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.files.jimage import Jimage
from symheap_testing.java.javap import differences, javap_listings, run_javap
from symheap_testing.java.sources import compiled_sample, sample_classes, some_jdk

CLASSES = 25


@pytest.fixture(scope="module")
def jdk() -> Jdk:
    jdk = some_jdk()
    if jdk is None:
        pytest.skip("no JDK with javap")
    return jdk


def test_on_the_sample(jdk: Jdk) -> None:
    classes = sample_classes()
    files = [compiled_sample().container.where(name) for name in classes]
    listings = javap_listings(run_javap(jdk.javap(), files))
    assert set(listings) == set(classes)
    for name, content in classes.items():
        assert list(differences(parse(content, name), listings[name])) == []
    assert any(line.startswith("local ") for lines in listings["odd.Odd"].values() for line in lines)
    assert any(line.startswith("handler ") for lines in listings["odd.Odd"].values() for line in lines)


def test_on_classes_of_java_base(jdk: Jdk) -> None:
    image = jdk.container
    if not isinstance(image, Jimage):
        pytest.skip("the JDK has no run-time image")
    names = sorted(image.names_in("java.base"))
    names = ["java.lang.String", *names[:: len(names) // CLASSES]]
    listings = javap_listings(run_javap(jdk.javap(), names))
    for name in names:
        content = image.read(name)
        assert content is not None
        assert list(differences(parse(content, name), listings[name])) == []


def test_a_difference_is_seen(jdk: Jdk) -> None:
    name = "odd.Odd"
    parsed = parse(sample_classes()[name], name)
    listing = javap_listings(run_javap(jdk.javap(), [compiled_sample().container.where(name)]))[name]
    method = next(m for m in parsed.methods if m.name == "immediates")
    code = method.code
    assert code is not None
    first = code.instructions[0]
    wrong = (Instruction(first.pc, first.opcode, first.mnemonic, (1, 999)), *code.instructions[1:])
    method._code = dataclasses.replace(code, instructions=wrong)
    assert [each.ours for each in differences(parsed, listing)] == ["0: iinc 1, 999"]
    assert Path(compiled_sample().location).is_dir()
