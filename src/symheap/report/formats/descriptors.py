"""Write descriptors of the JVM in texts as Java types: ``add(Ljava/lang/Object;)Z`` becomes ``add(Object)``."""

from __future__ import annotations

import re
from typing import Final

from symheap.lang.java.classfile.descriptors import PRIMITIVES

_TYPE: Final = r"\[*(?:[BCDFIJSZ]|L[\w$]+(?:/[\w$]+)*;)"
_METHOD: Final = re.compile(rf"\(((?:{_TYPE})*)\)(?:V|{_TYPE})(?![\w(])")
_PARAMETER: Final = re.compile(_TYPE)


def without_descriptors(text: str) -> str:
    """Return a text with the parameter types of Java source in the place of descriptors of methods."""
    if ")" not in text:
        return text
    return _METHOD.sub(lambda match: f"({','.join(map(_type, _PARAMETER.findall(match[1])))})", text)


def _type(descriptor: str) -> str:
    element = descriptor.lstrip("[")
    name = PRIMITIVES.get(element) or re.split(r"[/$]", element[1:-1])[-1]
    return name + "[]" * (len(descriptor) - len(element))
