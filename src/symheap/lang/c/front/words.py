"""The words of GNU C and Microsoft C that are not words of C, and their replacements."""

from __future__ import annotations

import re
from typing import Final

PLAIN: Final = frozenset(
    {
        "alignas",
        "alignof",
        "bool",
        "true",
        "false",
        "nullptr",
        "constexpr",
        "static_assert",
        "thread_local",
        "typeof_unqual",
        "_BitInt",
        "_Imaginary",
    }
)
"""Keywords of C23 that older programs use as names, or define themselves."""

_INLINE: Final = (("INLINE", "inline"),)
_TYPEOF: Final = (("TYPEOF", "typeof"),)
_ALIGNOF: Final = (("_ALIGNOF", "_Alignof"),)

RENAMED: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    **dict.fromkeys(("__inline", "__inline__", "__forceinline", "_inline", "__always_inline"), _INLINE),
    **dict.fromkeys(("typeof", "__typeof__", "__typeof", "__decltype"), _TYPEOF),
    **dict.fromkeys(("__alignof__", "__alignof", "_alignof"), _ALIGNOF),
    **dict.fromkeys(("__const", "__const__"), (("CONST", "const"),)),
    **dict.fromkeys(("__volatile__", "__volatile"), (("VOLATILE", "volatile"),)),
    **dict.fromkeys(("__restrict", "__restrict__"), (("RESTRICT", "restrict"),)),
    **dict.fromkeys(("__signed__", "__signed"), (("SIGNED", "signed"),)),
    "__builtin_offsetof": (("OFFSETOF", "offsetof"),),
    "__auto_type": (("AUTO", "auto"),),
    "__thread": (("_THREAD_LOCAL", "_Thread_local"),),
    "__int128_t": (("__INT128", "__int128"),),
    "__uint128_t": (("UNSIGNED", "unsigned"), ("__INT128", "__int128")),
    "__int64": (("LONG", "long"), ("LONG", "long")),
    "_int64": (("LONG", "long"), ("LONG", "long")),
    "__int32": (("INT", "int"),),
    "__int16": (("SHORT", "short"),),
    "__int8": (("CHAR", "char"),),
    "__complex__": (("_COMPLEX", "_Complex"),),
    "_Noreturn": (("_NORETURN", "_Noreturn"),),
}

REFUSED: Final = frozenset(
    {"__real__", "__imag__", "__label__", "_Decimal32", "_Decimal64", "_Decimal128"}
    | {"_Float16", "__fp16", "__bf16", "__float80", "__ibm128", "_BitInt"}
)
"""Words of GNU C that have no meaning here and cannot be left out."""

DROPPED: Final = frozenset(
    {
        "__extension__",
        "__cdecl",
        "_cdecl",
        "__stdcall",
        "_stdcall",
        "__fastcall",
        "__thiscall",
        "__vectorcall",
        "__clrcall",
        "__export",
        "__ptr64",
        "__w64",
        "__unaligned",
        "__user",
        "__kernel",
        "__force",
        "__iomem",
        "__rcu",
        "UNALIGNED",
    }
)
"""Words without a meaning here: calling conventions, marks for other checkers, and qualifiers that allow unaligned
access.  Those that change the size of a pointer (``__ptr32``, ``__far`` …) are not C and are not supported."""

ANNOTATIONS: Final = re.compile(
    r"__(?:in|out|inout|deref|reserved|checkReturn|success|bcount|ecount|format_string|nullterminated|nullnullterminated"
    r"|notnull|null|maybenull|readonly|notreadonly|valid|notvalid|callback|override|drv_\w+|field_\w+|struct_\w+"
    r"|(?:in|out|inout|deref|deref_in|deref_out|deref_inout)_(?:opt|bcount|ecount|range|z|xcount)\w*"
    r"|deref_(?:in|out|inout|opt)\w*)"
    r"|_(?:In|Out|Inout|Deref|Outptr|Ret|Pre|Post|Check_return|Must_inspect_result|Reserved|Field_size|Success|When"
    r"|At|IRQL|Use_decl|Null_terminated|Notnull|Maybenull|Function_class|Acquires|Releases|Analysis|Kernel)\w*_"
)
"""Annotations of Microsoft's headers, with or without arguments."""

_NAMED: Final = re.compile(r"\b(\w+)\s*(?:[=;,\[.]|->|\+\+|--)")


def declared_words(text: str) -> frozenset[str]:
    """Return the dropped words that a file uses as names: something follows them that cannot follow a qualifier."""
    words = {match[1] for match in _NAMED.finditer(text)}
    return frozenset(word for word in words if word in DROPPED or ANNOTATIONS.fullmatch(word))
