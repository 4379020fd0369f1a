"""Models of functions that return an unknown value."""

from __future__ import annotations

import re
from typing import Final

from symheap.lang.c.front.types import VOID, CType, Floating, Integer, Pointer
from symheap.lang.c.library.table import Invocation, Table, anything
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.values import Value
from symheap.memory.expressions import Binary, Number, Operator
from symheap.memory.ir import Assume

TABLE = Table()
_INTEGERS: Final = {
    "char": "char",
    "uchar": "unsigned char",
    "unsigned_char": "unsigned char",
    "schar": "signed char",
    "short": "short",
    "ushort": "unsigned short",
    "unsigned_short": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "unsigned": "unsigned int",
    "unsigned_int": "unsigned int",
    "u32": "unsigned int",
    "long": "long",
    "ulong": "unsigned long",
    "unsigned_long": "unsigned long",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "size_t": "unsigned long",
}
_NONDET: Final = re.compile(r"(?:__VERIFIER_|symheap_)nondet_\w+")
_ANY: Final = "any value of its type"


@TABLE.model("_SLAyer_nondet", "slayer.h", "any int", intrinsic=True)
@TABLE.model(
    "nondet nondet_int symheap_nondet __VERIFIER_nondet", "symheap.h", "any value of the declared type, else any int"
)
def nondet(context: Context, call: Invocation) -> Value:
    return anything(context, call.result(context.types.int))


def _integer(context: Context, call: Invocation) -> Value:
    kind = call.name.split("nondet_", 1)[1]
    return anything(context, call.result(context.types.integers[_INTEGERS[kind]]))


def _float(context: Context, call: Invocation) -> Value:
    return anything(context, context.types.floats[call.name.split("nondet_", 1)[1]])


def _pointer(context: Context, call: Invocation) -> Value:
    return anything(context, call.result(context.types.pointer(VOID)))


def _bool(context: Context, call: Invocation) -> Value:
    ctype: CType = call.result(context.types.integers["_Bool"])
    result = anything(context, ctype)
    context.emit(Assume(Binary(Operator.ULE, result.expression, Number(1, result.expression.size)), context.position))
    return result


def is_nondet(name: str, declared: CType) -> bool:
    """Whether a function without a body returns any value of its declared scalar type, judging by its name."""
    return _NONDET.fullmatch(name) is not None and isinstance(declared, (Integer, Floating, Pointer))


def any_of(context: Context, ctype: CType) -> Value:
    """Return an unknown value of a scalar type; of a ``_Bool``, 0 or 1."""
    result = anything(context, ctype)
    if ctype == context.types.integers["_Bool"]:
        context.emit(
            Assume(Binary(Operator.ULE, result.expression, Number(1, result.expression.size)), context.position)
        )
    return result


for _prefix, _header in (("__VERIFIER_nondet_", "SV-COMP"), ("symheap_nondet_", "symheap.h")):
    _names = " ".join(f"{_prefix}{kind}" for kind in _INTEGERS)
    TABLE.model(_names, _header, _ANY)(_integer)
    TABLE.model(f"{_prefix}float {_prefix}double", _header, _ANY)(_float)
    TABLE.model(f"{_prefix}pointer {_prefix}pchar", _header, "any address, of no object that is known")(_pointer)
    TABLE.model(f"{_prefix}bool {_prefix}_Bool", _header, "0 or 1")(_bool)
