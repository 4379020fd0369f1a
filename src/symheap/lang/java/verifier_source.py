"""The Java source of a class whose static `nondet` methods return inputs.

A stand-in is compiled with programs that bring none. A replaying class returns the values of one execution.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from symheap.lang.java.classes import JavaMethod
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.natives.nondet import PREFIX, is_input
from symheap.lang.java.values.types import source_name

_STAND_IN: Final = {
    "Boolean": "boolean",
    "Byte": "byte",
    "Char": "char",
    "Short": "short",
    "Int": "int",
    "Long": "long",
    "Float": "float",
    "Double": "double",
    "String": "String",
}
INPUTS: Final = "symheap.verifier.Inputs"
"""The class that holds the values of a replay; it has a static method for each type, `nextInt`, `nextString` …"""


def stand_in(class_name: str) -> str:
    """Return a class with the methods of SV-COMP's `Verifier`.  They are never run: calls of them are inputs."""
    unused = "{ throw new UnsupportedOperationException(); }"
    methods = [f"public static {kind} {PREFIX}{name}() {unused}" for name, kind in _STAND_IN.items()]
    return _class(class_name, ["public static void assume(boolean condition) { }", *methods])


def replaying(class_name: str, methods: Iterable[JavaMethod]) -> str:
    """Return a class whose `nondet` methods return the next value of `INPUTS`."""
    lines = [f"public static void assume(boolean condition) {{ {INPUTS}.assume(condition); }}"]
    for method in methods:
        if is_input(method):
            kind = source_name(method_type(method.descriptor).result.descriptor, simple=True)
            lines.append(f"public static {kind} {method.name}() {{ return {INPUTS}.next{kind.capitalize()}(); }}")
    return _class(class_name, lines)


def write_source(class_name: str, text: str) -> Path:
    """Write a class to a temporary folder, which is removed when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="symheap-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = folder / f"{class_name.rpartition('.')[2]}.java"
    file.write_text(text, encoding="utf-8")
    return file


def _class(class_name: str, lines: Iterable[str]) -> str:
    package, _, simple = class_name.rpartition(".")
    head = [f"package {package};"] if package else []
    return "\n".join((*head, f"public final class {simple} {{", *(f"  {line}" for line in lines), "}", ""))
