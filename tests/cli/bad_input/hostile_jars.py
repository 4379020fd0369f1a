"""Jars with classes whose names no compiler would generate."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

from symheap.lang.java.classfile.access import PRIVATE, PUBLIC, STATIC
from symheap_testing.java.classfiles import ClassBuilder, u2

NAMES = {
    "markup": "<script>alert(1)",
    "quotes": "\"'`&quot;&amp;",
    "comment": "*&#47; oops() */ {",
    "escape": "\\u000aoops(); \\u002a\\u002f \\",
    "newline": "a\nb\r\n{ oops(); }",
    "control": "\x1b[31m\x07\x00\x9b",
    "reordering": "safe\u202egnorw\u2066\u200f",
    "separators": "a\u2028b\u2029c\x85d",
    "surrogate": "half\ud800",
    "template": "${{ x }} %n {0} $(touch oops)",
    "long": "x" * 10_000,
    "word": "class",
    "digits": "1a",
    "dashes": "--help",
    "letters": "größe",
}
"""Hostile names, by what is wrong with them."""
IN_NO_JAR = frozenset({"escape", "control", "surrogate"})
"""Names that no entry of a jar can have."""


def unqualified(name: str) -> str:
    """Return the name as similar as a class file allows.  Rule: JVMS 4.2.2"""
    return name.translate(str.maketrans(".;[/", "·,(∕"))


def of_method(name: str) -> str:
    return unqualified(name).replace("<", "‹").replace(">", "›")


def hostile_class(owner: str, field: str, method: str) -> bytes:
    """Return a class with a field, and a method that reads it from the object behind its argument.

    The argument and the source file are named like the field.
    """
    builder = ClassBuilder(owner, major=49)
    builder.field(field, "I", access=PRIVATE)
    builder.field("next", f"L{owner};")
    init = builder.member(10, "java/lang/Object", "<init>", "()V")
    builder.method(bytes((0x2A, 0xB7)) + u2(init) + bytes((0xB1,)), name="<init>", access=PUBLIC)
    following = builder.member(9, owner, "next", f"L{owner};")
    read = builder.member(9, owner, field, "I")
    code = bytes((0x2A, 0xB4)) + u2(following) + bytes((0xB4,)) + u2(read)
    # if it is 5, 1, else 0
    code += bytes((0x08, 0xA0, 0x00, 0x05, 0x04, 0xAC, 0x03, 0xAC))
    lines = builder.attribute("LineNumberTable", u2(1, 0, 7))
    parameter = u2(1, 0, len(code), builder.utf8(field), builder.utf8(f"L{owner};"), 0)
    tables = (lines, builder.attribute("LocalVariableTable", parameter))
    builder.method(code, name=method, descriptor=f"(L{owner};)I", access=PUBLIC | STATIC, tables=tables)
    builder.attributes.append(builder.attribute("SourceFile", u2(builder.utf8(f"{field}.java"))))
    return builder.build()


def jar_of(file: Path, classes: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in classes.items():
            archive.writestr(f"{name}.class", content)
    return file
