"""The known attributes and pragmas, by how they are treated.

A name in none of these tables is refused where it is used: gcc has hundreds of attributes, and skipping one may move a
member, run a function or rename a symbol.
"""

from __future__ import annotations

import re
from typing import Final

HARMLESS: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            "access",
            "availability",
            "deprecated",
            "designated_init",
            "enum_extensibility",
            "error",
            "fallthrough",
            "fd_arg",
            "fd_arg_read",
            "fd_arg_write",
            "flag_enum",
            "format",
            "format_arg",
            "maybe_unused",
            "no_dangling",
            "nodiscard",
            "nonstring",
            "null_terminated_string_arg",
            "sentinel",
            "tainted_args",
            "unavailable",
            "unused",
            "warn_if_not_aligned",
            "warn_unused_result",
            "warning",
        ),
        "diagnosis",
    ),
    **dict.fromkeys(
        (
            "alloc_align",
            "alloc_size",
            "allocator",
            "assume_aligned",
            "const",
            "leaf",
            "malloc",
            "may_alias",
            "noalias",
            "nothrow",
            "pure",
            "reproducible",
            "restrict",
            "unsequenced",
        ),
        "promise",
    ),
    **dict.fromkeys(
        (
            "always_inline",
            "artificial",
            "cold",
            "flatten",
            "hot",
            "noclone",
            "no_icf",
            "no_instrument_function",
            "noinline",
            "noipa",
            "no_profile_instrument_function",
            "no_reorder",
            "no_sanitize",
            "no_sanitize_address",
            "no_sanitize_undefined",
            "no_split_stack",
            "no_stack_limit",
            "no_stack_protector",
            "safebuffers",
            "stack_protect",
        ),
        "code",
    ),
    **dict.fromkeys(
        (
            "common",
            "dllexport",
            "dllimport",
            "externally_visible",
            "nocommon",
            "nocf_check",
            "noplt",
            "retain",
            "thread",
            "tls_model",
            "used",
            "visibility",
        ),
        "linkage",
    ),
    **dict.fromkeys(
        ("cdecl", "fastcall", "force_align_arg_pointer", "ms_abi", "regparm", "stdcall", "sysv_abi", "thiscall"),
        "calling",
    ),
}
"""Attributes that change no value and no layout, with the reason: they concern diagnostics, promises to the optimiser,
code generation, linkage, or the calling convention."""

CODE_SECTION: Final = "section of code"
DATA_SECTION: Final = "section of data"
FUNCTIONS: Final = frozenset(
    {"constructor", "destructor", "noreturn", "nonnull", "returns_nonnull", "aligned", "weak", "gnu_inline"}
    | {CODE_SECTION}
)
VARIABLES: Final = frozenset({"aligned", "mode", "packed", DATA_SECTION})
LOCALS: Final = VARIABLES | {"cleanup"}
TYPEDEFS: Final = frozenset({"aligned", "mode", "packed"})
MEMBERS: Final = frozenset({"aligned", "mode", "packed"})
RECORDS: Final = frozenset({"aligned", "packed"})
ENUMERATIONS: Final = frozenset({"packed"})
"""Implemented attributes, by the kind of declaration that they may belong to.  As in gcc, ``packed`` has no effect on a
variable or a typedef."""

_SECTIONS: Final = (
    (re.compile(r'"[A-Za-z_]\w*"'), ""),
    (re.compile(r'"\.text(\.[\w.]+)?"'), CODE_SECTION),
    (re.compile(r'"\.t?(data|bss)(\.[\w.]+)?"'), DATA_SECTION),
)

RENAMED: Final = {"align": "aligned", "Noreturn": "noreturn"}
"""Names in ``__declspec`` and in the attributes of C23, with the names of the same attributes in GNU C."""

HARMLESS_PRAGMAS: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            "GCC dependency",
            "GCC diagnostic",
            "GCC error",
            "GCC poison",
            "GCC system_header",
            "GCC warning",
            "clang diagnostic",
            "clang system_header",
            "comment",
            "deprecated",
            "endregion",
            "ident",
            "mark",
            "message",
            "prefast",
            "region",
            "warning",
        ),
        "diagnosis",
    ),
    **dict.fromkeys(("once", "pop_macro", "push_macro"), "preprocessor"),
    **dict.fromkeys(
        (
            "GCC ivdep",
            "GCC pop_options",
            "GCC push_options",
            "GCC unroll",
            "auto_inline",
            "check_stack",
            "function",
            "inline_depth",
            "intrinsic",
            "optimize",
            "unroll",
        ),
        "code",
    ),
    **dict.fromkeys(
        ("GCC visibility", "alloc_text", "bss_seg", "code_seg", "const_seg", "data_seg", "hdrstop", "section"),
        "linkage",
    ),
    **dict.fromkeys(("STDC CX_LIMITED_RANGE", "STDC FP_CONTRACT"), "default"),
}
"""Pragmas without an effect on values and layouts, with the reason.  Some are known only to Microsoft's compiler; gcc
skips these."""


def name_of_section(arguments: str) -> str:
    """Return the name under which the attribute ``section`` is kept, or "" if it is harmless.

    A section whose name begins with a letter is what its first definition makes of it.  What the linker does with one
    whose name begins with a dot depends on the name: ``.rodata`` cannot be written, ``.init_array`` is called.
    """
    found = (name for pattern, name in _SECTIONS if pattern.fullmatch(arguments.replace('" "', "")))
    return next(found, f"section({arguments})")


def is_harmless_pragma(text: str) -> bool:
    words = text.replace("(", " ( ").split()
    return not words or " ".join(words[:1]) in HARMLESS_PRAGMAS or " ".join(words[:2]) in HARMLESS_PRAGMAS
