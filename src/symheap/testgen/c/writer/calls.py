"""Calls of functions that the program does not define: each becomes a call of the harness.

Functions with a model in C are part of the text.  For the others, the tables of `symheap.lang.c.library` give the
family of the model.  Values that a model leaves arbitrary are read from the script.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from pycparser import c_ast

from symheap.core.source import Position
from symheap.lang.c.front.nodes import place
from symheap.lang.c.library import LIBRARY
from symheap.lang.c.library.in_c import DOCUMENTATION
from symheap.lang.c.library.parameters import obligations
from symheap.lang.c.lower.forms import FORMS

if TYPE_CHECKING:
    from symheap.testgen.c.writer.expressions import ExpressionWriter

PREFIX: Final = "__symheap_c_"
"""The prefix of the names of models written in C."""

Arguments = Sequence[str]


class CallWriter:
    """Writes calls.  `declared` are the prototypes of the unit; `defined` the functions that it can call, by name."""

    def __init__(self, declared: Mapping[str, c_ast.Node], defined: Mapping[str, str]) -> None:
        self._declared = declared
        self._defined = defined

    def is_defined(self, name: str) -> bool:
        return name in self._defined

    def written(self, writer: ExpressionWriter, node: c_ast.FuncCall, name: str, arguments: Arguments) -> str:
        """Return the text of a call by name."""
        model = LIBRARY.get(name)
        if name in self._defined and not (model is not None and model.intrinsic):
            return f"{self._defined[name]}({', '.join(arguments)})"
        if name in FORMS:
            return _form(name, arguments)
        here = place(node, Position("", 1, 1))
        call = _Call(writer, name, arguments, here, self._declared.get(name), self._defined)
        writes = None if model is None else _FAMILIES.get(model.emit.__name__)
        return call.anything("int") if writes is None else writes(call)


class _Call:
    def __init__(
        self,
        writer: ExpressionWriter,
        name: str,
        arguments: Arguments,
        here: Position,
        declared: c_ast.Node | None,
        defined: Mapping[str, str],
    ) -> None:
        self.name = name
        self.arguments = list(arguments)
        self._writer = writer
        self._here = here
        self._declared = declared
        self._defined = defined

    def model(self, name: str, arguments: Arguments) -> str | None:
        """Return a call of a model written in C, if the program has it."""
        return f"{self._defined[name]}({', '.join(arguments)})" if name in self._defined else None

    def argument(self, index: int) -> str:
        return f"({self.arguments[index]})"

    @property
    def allocation(self) -> int:
        return self._writer.sites.allocations.number(self._writer.function, self._here)

    @property
    def havoc(self) -> int:
        return self._writer.sites.havocs.number(self._writer.function, self._here)

    def evaluated(self) -> str:
        """Return the evaluation of the arguments, with everything that they read."""
        return f"__symheap_use({', '.join(('0', *self.arguments))}), " if self.arguments else ""

    def anything(self, otherwise: str, effects: Sequence[str] | None = None) -> str:
        """Return an arbitrary value of the declared type, after `effects`, which by default evaluate the arguments."""
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


# One function for each family of models -------------------------------------------------------------------------------


def _malloc(call: _Call) -> str:
    return f"__symheap_alloc({call.allocation}, {call.argument(0)}, 0)"


def _kzalloc(call: _Call) -> str:
    return f"__symheap_alloc({call.allocation}, {call.argument(0)}, 1)"


def _calloc(call: _Call) -> str:
    most = f"__PTRDIFF_MAX__ / ({call.argument(1)} ? {call.argument(1)} : 1)"
    modelled = call.model("__symheap_cleared", (*call.arguments, most))
    if modelled is not None and call.allocation < 0:
        return modelled
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
    modelled = call.model("__symheap_resized", call.arguments)
    if modelled is not None and call.allocation < 0:
        return modelled
    return _reallocate(call)


def _reallocate(call: _Call) -> str:
    return f"__symheap_realloc({call.allocation}, (void *){call.argument(0)}, {call.argument(1)})"


def _memset(call: _Call) -> str:
    return f"__symheap_memset((void *){call.argument(0)}, {call.argument(1)}, {call.argument(2)})"


def _bzero(call: _Call) -> str:
    return f"__symheap_memset((void *){call.argument(0)}, 0, {call.argument(1)})"


def _memmove(call: _Call) -> str:
    return f"__symheap_memmove((void *){call.argument(0)}, (void *){call.argument(1)}, {call.argument(2)})"


def _memcpy(call: _Call) -> str:
    return f"__symheap_memcpy((void *){call.argument(0)}, (void *){call.argument(1)}, {call.argument(2)})"


def _bcopy(call: _Call) -> str:
    return f"__symheap_memmove((void *){call.argument(1)}, (void *){call.argument(0)}, {call.argument(2)})"


def _exit(call: _Call) -> str:
    return f"({call.evaluated()}__symheap_exit())"


def _error(call: _Call) -> str:
    return f"__symheap_assert(0, {json.dumps(call.name)})"


def _unreachable(call: _Call) -> str:
    return "__symheap_assume(0)"


def _overlap(call: _Call) -> str:
    return '__symheap_error("overlapping-copy", "source and target overlap")'


def _no_stream(call: _Call) -> str:
    return '__symheap_error("invalid-dereference", "this is not an open stream")'


def _refused(call: _Call) -> str:
    return '__symheap_diverge("what is not understood")'


def _printed(call: _Call) -> list[str]:
    """Return the effects of a call with a format: its stream is checked, and its strings are read."""
    kinds = [each.kind for each in obligations(call.name)]
    at = kinds.index("format")
    used = f"__symheap_use({', '.join(('0', *call.arguments[:at]))})"
    stream = call.model("__symheap_stream", call.arguments[:1]) if kinds[0] == "stream" else None
    return [used, *([] if stream is None else [stream]), f"__symheap_print({', '.join(call.arguments[at:])})"]


def _formatted(call: _Call) -> str:
    return call.anything("int", _printed(call))


def _text(call: _Call) -> str:
    """Call the compiler's own function, which writes the same."""
    return f"__builtin_{call.name}({', '.join(call.arguments)})"


def _fail(call: _Call) -> str:
    return f"({', '.join(_printed(call))}, __symheap_exit())"


def _scanf(call: _Call) -> str:
    """Write to as many targets as the result says, each with its type; text is not written here."""
    at = [each.kind for each in obligations(call.name)].index("scans")
    targets = enumerate(call.arguments[at + 1 :], start=1)
    writes = (
        f"if (__symheap_n >= {number}) __symheap_havoc({call.havoc}, {target}, sizeof *({target}));"
        for number, target in targets
    )
    return f"({{ int __symheap_n = {call.anything('int', [])}; {' '.join(writes)} __symheap_n; }})"


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
    "memcpy": _memcpy,
    "bcopy": _bcopy,
    "exit_program": _exit,
    "abort": _exit,
    "error": _error,
    "slayer_error": _error,
    "unreachable": _unreachable,
    "formatted": _formatted,
    "fail": _fail,
    "sprintf": _text,
    "snprintf": _text,
    "reallocate": _reallocate,
    "zeroed": _kzalloc,
    "overlap": _overlap,
    "no_stream": _no_stream,
    "conversion": _refused,
    "keeps": _refused,
    "real": _real,
    "scanf": _scanf,
    "havoc": _havoc,
    "_integer": _integer,
    "_float": _integer,
    "_pointer": _opaque,
    "_bool": _bool,
}
"""Writers by the name of the function that emits the model; others return an arbitrary value of their type."""

MODELS: Final = frozenset(DOCUMENTATION)
