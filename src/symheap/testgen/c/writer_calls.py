"""Calls of functions that the program does not define: each becomes a call of the harness.

Functions that are modelled in C are part of the text; of the others, the tables of `symheap.lang.c.library` say which
family they are of.  What a model calls anything is asked from the script.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from pycparser import c_ast

from symheap.core.source import Position
from symheap.lang.c.forms import FORMS
from symheap.lang.c.library import LIBRARY
from symheap.lang.c.library.in_c import DOCUMENTATION
from symheap.lang.c.nodes import place

if TYPE_CHECKING:
    from symheap.testgen.c.writer_expressions import ExpressionWriter

PREFIX: Final = "__symheap_c_"
"""The models that are written in C have names of their own."""

Arguments = Sequence[str]


class CallWriter:
    """`declared` are the prototypes of the unit; `defined` the functions that it can call, by their names."""

    def __init__(self, declared: Mapping[str, c_ast.Node], defined: Mapping[str, str]) -> None:
        self._declared = declared
        self._defined = defined

    def is_defined(self, name: str) -> bool:
        return name in self._defined

    def written(self, writer: ExpressionWriter, node: c_ast.FuncCall, name: str, arguments: Arguments) -> str:
        """The text of a call by name."""
        model = LIBRARY.get(name)
        if name in self._defined and not (model is not None and model.intrinsic):
            return f"{self._defined[name]}({', '.join(arguments)})"
        if name in FORMS:
            return _form(name, arguments)
        here = place(node, Position("", 1, 1))
        call = _Call(writer, name, arguments, here, self._declared.get(name))
        writes = None if model is None else _FAMILIES.get(model.emit.__name__)
        return call.anything("int") if writes is None else writes(call)


class _Call:
    def __init__(
        self, writer: ExpressionWriter, name: str, arguments: Arguments, here: Position, declared: c_ast.Node | None
    ) -> None:
        self.name = name
        self.arguments = list(arguments)
        self._writer = writer
        self._here = here
        self._declared = declared

    def argument(self, index: int) -> str:
        return f"({self.arguments[index]})"

    @property
    def allocation(self) -> int:
        return self._writer.sites.allocations.number(self._writer.function, self._here)

    @property
    def havoc(self) -> int:
        return self._writer.sites.havocs.number(self._writer.function, self._here)

    def evaluated(self) -> str:
        """The arguments, with all that they read."""
        return f"__symheap_use({', '.join(('0', *self.arguments))}), " if self.arguments else ""

    def anything(self, otherwise: str, effects: Sequence[str] | None = None) -> str:
        """A value of the declared type, after `effects`: the arguments, unless they are given."""
        text = self.evaluated() if effects is None else "".join(f"{effect}, " for effect in effects)
        ctype = self._result(otherwise)
        if ctype == "void":
            return f"({text}(void)0)"
        if ctype.startswith(("struct ", "union ")) and not ctype.endswith("*"):
            return f"({text}*({ctype} *)__symheap_havoc({self.havoc}, (char[sizeof({ctype})]){{0}}, sizeof({ctype})))"
        site = self._writer.sites.values.number(self._writer.function, self._here)
        return f"({text}*({ctype} *)__symheap_value({site}))"

    def _result(self, otherwise: str) -> str:
        declarator = getattr(self._declared, "type", None)
        if not isinstance(declarator, c_ast.FuncDecl):
            return otherwise
        text = self._writer.type_text(declarator.type)
        return otherwise if text in {"float", "double"} else text


def _form(name: str, arguments: Arguments) -> str:
    kind = FORMS[name].__name__
    if kind == "_assert":
        text = arguments[1] if len(arguments) > 1 else json.dumps(arguments[0])
        return f"__symheap_assert(!!({arguments[0]}), {text})"
    if kind == "_assume":
        return f"__symheap_assume(!!({arguments[0]}))"
    if kind == "_offset_of":
        return f"__builtin_offsetof({', '.join(arguments)})"
    if kind == "_asm":
        return '__symheap_diverge("assembler")'
    return f"{name}({', '.join(arguments)})"


# One function a family of models --------------------------------------------------------------------------------------


def _malloc(call: _Call) -> str:
    return f"__symheap_alloc({call.allocation}, {call.argument(0)}, 0)"


def _kzalloc(call: _Call) -> str:
    return f"__symheap_alloc({call.allocation}, {call.argument(0)}, 1)"


def _calloc(call: _Call) -> str:
    size = f"(__symheap_size){call.argument(0)} * (__symheap_size){call.argument(1)}"
    return f"__symheap_alloc({call.allocation}, {size}, 1)"


def _aligned_alloc(call: _Call) -> str:
    return f"__symheap_alloc({call.allocation}, {call.argument(1)}, 0)"


def _alloca(call: _Call) -> str:
    size = f"__symheap_size __symheap_n = {call.argument(0)};"
    return f"({{ {size} __symheap_alloca({call.allocation}, __builtin_alloca(__symheap_n), __symheap_n); }})"


def _free(call: _Call) -> str:
    return f"__symheap_free((void *){call.argument(0)})"


def _realloc(call: _Call) -> str:
    return f"__symheap_realloc({call.allocation}, (void *){call.argument(0)}, {call.argument(1)})"


def _memset(call: _Call) -> str:
    return f"__symheap_memset((void *){call.argument(0)}, {call.argument(1)}, {call.argument(2)})"


def _bzero(call: _Call) -> str:
    return f"__symheap_memset((void *){call.argument(0)}, 0, {call.argument(1)})"


def _memmove(call: _Call) -> str:
    return f"__symheap_memmove((void *){call.argument(0)}, (void *){call.argument(1)}, {call.argument(2)})"


def _bcopy(call: _Call) -> str:
    return f"__symheap_memmove((void *){call.argument(1)}, (void *){call.argument(0)}, {call.argument(2)})"


def _exit(call: _Call) -> str:
    return f"({call.evaluated()}__symheap_exit())"


def _error(call: _Call) -> str:
    return f"__symheap_assert(0, {json.dumps(call.name)})"


def _unreachable(call: _Call) -> str:
    return "__symheap_assume(0)"


def _formatted(call: _Call) -> str:
    at = {"fprintf": 1, "dprintf": 1, "fprintf_s": 1, "syslog": 1}.get(call.name, 0)
    used = f"__symheap_use({', '.join(('0', *call.arguments[:at]))})"
    return call.anything("int", [used, f"__symheap_print({', '.join(call.arguments[at:])})"])


def _put_string(call: _Call) -> str:
    return call.anything(
        "int", [f"__symheap_use({', '.join(('0', *call.arguments[1:]))})", f"__symheap_read({call.arguments[0]})"]
    )


def _scanf(call: _Call) -> str:
    at = 0 if call.name == "scanf" else 1
    targets = [f"__symheap_havoc({call.havoc}, {target}, sizeof *({target}))" for target in call.arguments[at + 1 :]]
    return call.anything("int", targets)


def _havoc(call: _Call) -> str:
    return f"(void)__symheap_havoc({call.havoc}, {call.argument(0)}, {call.argument(1)})"


def _opaque(call: _Call) -> str:
    return call.anything("void *")


def _real(call: _Call) -> str:
    return call.anything("double")


_KINDS: Final = {
    "uchar": "unsigned char",
    "unsigned_char": "unsigned char",
    "schar": "signed char",
    "ushort": "unsigned short",
    "unsigned_short": "unsigned short",
    "uint": "unsigned",
    "unsigned_int": "unsigned",
    "u32": "unsigned",
    "ulong": "unsigned long",
    "unsigned_long": "unsigned long",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "size_t": "unsigned long",
}


def _integer(call: _Call) -> str:
    kind = call.name.split("nondet_", 1)[1]
    return call.anything(_KINDS.get(kind, kind))


def _bool(call: _Call) -> str:
    return call.anything("_Bool")


_FAMILIES: Final[Mapping[str, Callable[[_Call], str]]] = {
    "malloc": _malloc,
    "kzalloc": _kzalloc,
    "calloc": _calloc,
    "aligned_alloc": _aligned_alloc,
    "alloca": _alloca,
    "free": _free,
    "realloc": _realloc,
    "memset": _memset,
    "bzero": _bzero,
    "memmove": _memmove,
    "bcopy": _bcopy,
    "exit_program": _exit,
    "abort": _exit,
    "error": _error,
    "slayer_error": _error,
    "unreachable": _unreachable,
    "formatted": _formatted,
    "put_string": _put_string,
    "fail": _exit,
    "opened": _opaque,
    "opaque": _opaque,
    "real": _real,
    "scanf": _scanf,
    "sscanf": _scanf,
    "havoc": _havoc,
    "_integer": _integer,
    "_float": _integer,
    "_pointer": _opaque,
    "_bool": _bool,
}
"""By the name of the function that emits the model; those not here give any value of their type."""

MODELS: Final = frozenset(DOCUMENTATION)
