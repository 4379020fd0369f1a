"""The annotations visible to programs, JVMS 4.7.16: their types, not their values.

The JVM reads them only on request, so malformed ones are None and never an error.
"""

from __future__ import annotations

from symheap.lang.java.classfile.attributes import Attributes, text
from symheap.lang.java.classfile.pool import ConstantPool
from symheap.lang.java.classfile.reader import Reader
from symheap.lang.java.errors import Malformed

VISIBLE = "RuntimeVisibleAnnotations"
MAX_DEPTH = 50
_CONSTANTS = frozenset(b"BCDFIJSZsc")


def annotation_types(attributes: Attributes) -> tuple[str, ...] | None:
    """Return the interfaces of an item's visible annotations; None if they cannot be read."""
    try:
        return attributes.read(VISIBLE, _annotations) or ()
    except Malformed:
        return None


def _annotations(reader: Reader, pool: ConstantPool) -> tuple[str, ...]:
    return tuple(_annotation(reader, pool, 0) for _ in range(reader.u2()))


def _annotation(reader: Reader, pool: ConstantPool, depth: int) -> str:
    descriptor = text(reader, pool)
    for _ in range(reader.u2()):
        reader.u2()
        _skip_value(reader, pool, depth)
    return descriptor[1:-1].replace("/", ".")


def _skip_value(reader: Reader, pool: ConstantPool, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise reader.fail("annotations nested too deep")
    tag = reader.u1()
    if tag in _CONSTANTS:
        reader.u2()
    elif tag == ord("e"):
        reader.u4()
    elif tag == ord("@"):
        _annotation(reader, pool, depth + 1)
    elif tag == ord("["):
        for _ in range(reader.u2()):
            _skip_value(reader, pool, depth + 1)
    else:
        raise reader.fail(f"annotation value of kind {tag}")
