"""Generic signatures of fields of the JDK's collections."""

from __future__ import annotations

import os

import pytest

from symheap.lang.java.classfile.signatures import TypeSignature, field_signature
from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.inputs.generics import Generics
from symheap.lang.java.world import World


@pytest.fixture(scope="module")
def world() -> World:
    return World(ClassPath((), find_jdk(None, os.environ)))


def follow(world: World, declared: str, *fields: str) -> str | None:
    """Return the upper bound at the end of a path; ``[]`` is an element."""
    generics = Generics(world)
    at: TypeSignature | None = field_signature(declared)
    for step in fields:
        if step == "[]":
            at = generics.of_element(at)
            continue
        owner, name = step.rsplit(".", 1)
        field = next(f for (n, _), f in world.find(owner).fields.items() if n == name)
        at = generics.of_field(field, at)
    return generics.upper(at)


LIST = "Ljava/util/LinkedList<Ljava/lang/Integer;>;"
MAP = "Ljava/util/Map<Ljava/lang/String;+Ljava/lang/Number;>;"


@pytest.mark.parametrize(
    ("declared", "fields", "bound"),
    [
        (LIST, ["java.util.LinkedList.first"], "java.util.LinkedList$Node"),
        (LIST, ["java.util.LinkedList.first", "java.util.LinkedList$Node.item"], "java.lang.Integer"),
        (LIST, ["java.util.LinkedList.first", "java.util.LinkedList$Node.next", "java.util.LinkedList$Node.item"],
         "java.lang.Integer"),
        (MAP, ["java.util.HashMap.table"], "[Ljava.util.HashMap$Node;"),
        (MAP, ["java.util.HashMap.table", "[]", "java.util.HashMap$Node.key"], "java.lang.String"),
        (MAP, ["java.util.HashMap.table", "[]", "java.util.HashMap$Node.value"], "java.lang.Number"),
        (MAP, ["java.util.TreeMap.root", "java.util.TreeMap$Entry.left", "java.util.TreeMap$Entry.key"],
         "java.lang.String"),
        ("Ljava/util/List<Ljava/lang/Integer;>;", ["java.util.ArrayList.elementData", "[]"], "java.lang.Integer"),
        ("Ljava/util/LinkedList;", ["java.util.LinkedList.first", "java.util.LinkedList$Node.item"], None),
        ("Ljava/util/List<*>;", ["java.util.LinkedList.first", "java.util.LinkedList$Node.item"], None),
        ("Ljava/util/List<-Ljava/lang/Integer;>;", ["java.util.LinkedList.first", "java.util.LinkedList$Node.item"],
         None),
    ],
)  # fmt: skip
def test_the_bound_at_the_end_of_a_path(world: World, declared: str, fields: list[str], bound: str | None) -> None:
    assert follow(world, declared, *fields) == bound
