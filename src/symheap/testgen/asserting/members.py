"""Which members of a class are tested."""

from __future__ import annotations

from symheap.lang.java.classes import INIT, JavaClass, JavaMethod
from symheap.lang.java.locate import is_source

_NOTHING = 3
"""The instructions of a constructor that calls the one above and returns."""
_ACCESS = 3
"""The instructions of a method that returns a field."""


def is_tested(java_class: JavaClass, method: JavaMethod) -> bool:
    """What the class declares with a body and others may use; not what a compiler adds to every class of a kind."""
    if not is_source(method) or method.is_private or method.code is None:
        return False
    if method.name == INIT:
        return not java_class.is_abstract and not _does_nothing(method)
    if java_class.is_record and _is_made_for_record(java_class, method):
        return False
    return not (java_class.is_enum and method.key in _of_enums(java_class.name))


def _does_nothing(constructor: JavaMethod) -> bool:
    assert constructor.code is not None
    return constructor.descriptor == "()V" and len(constructor.code.instructions) == _NOTHING


def _is_made_for_record(java_class: JavaClass, method: JavaMethod) -> bool:
    """What a record has if nobody writes it: methods that are linked when first called, and plain accessors."""
    code = method.code
    assert code is not None
    if method.name in ("toString", "hashCode", "equals"):
        return any(each.mnemonic == "invokedynamic" for each in code.instructions)
    is_field = any(each.name == method.name and not each.is_static for each in java_class.fields.values())
    return is_field and method.descriptor.startswith("()") and len(code.instructions) == _ACCESS


def _of_enums(class_name: str) -> tuple[str, str]:
    own = f"L{class_name.replace('.', '/')};"
    return (f"values()[{own}", f"valueOf(Ljava/lang/String;){own}")
