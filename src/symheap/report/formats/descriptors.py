"""Write descriptors of the JVM in texts as Java types: ``add(Ljava/lang/Object;)Z`` becomes ``add(Object)``."""

from __future__ import annotations

import re
from typing import Final

_TYPE: Final = r"\[*(?:[BCDFIJSZ]|L[\w$]+(?:/[\w$]+)*;)"
_METHOD: Final = re.compile(rf"\(((?:{_TYPE})*)\)(?:V|{_TYPE})(?![\w(])")
_PARAMETER: Final = re.compile(_TYPE)
_PRIMITIVES: Final = {
    "B": "byte",
    "C": "char",
    "D": "double",
    "F": "float",
    "I": "int",
    "J": "long",
    "S": "short",
    "Z": "boolean",
}


def without_descriptors(text: str) -> str:
    """Return a text with the parameter types of Java source in the place of descriptors of methods."""
    if ")" not in text:
        return text
    return _METHOD.sub(lambda found: f"({','.join(map(_type, _PARAMETER.findall(found[1])))})", text)


def _type(descriptor: str) -> str:
    element = descriptor.lstrip("[")
    name = _PRIMITIVES.get(element) or re.split(r"[/$]", element[1:-1])[-1]
    return name + "[]" * (len(descriptor) - len(element))
