"""String, and what of texts is not done in bytecode."""

from __future__ import annotations

from symheap.lang.java import operations
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models
from symheap.objects.host import Cell, Host
from symheap.objects.ir import Reg

MODELS = Models()
Cells = tuple[Cell, ...]

MODELS.nothing("java.lang.StringUTF16.isBigEndian()Z")


@MODELS.python("java.lang.String.intern()Ljava/lang/String;")
def intern(host: Host, args: Cells) -> Cell:
    return host.literal(host.text(args[0]))


@MODELS.built(
    "jdk.internal.util.ArraysSupport.vectorizedMismatch(Ljava/lang/Object;JLjava/lang/Object;JII)I",
)
def vectorized_mismatch(e: Emitter, args: Args) -> Reg:
    """By its contract it may leave all elements to be looked at by the caller: the complement of the length."""
    return e.compute(operations.IXOR, args[4], e.constant(-1), dst=e.register())


MODELS.refuse(
    "java.lang.String.format(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
    "java.lang.String.format(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
    "java.lang.String.formatted([Ljava/lang/Object;)Ljava/lang/String;",
)
