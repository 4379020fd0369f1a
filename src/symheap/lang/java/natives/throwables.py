"""Exceptions.  They have no stack trace, which a JVM may leave out; where one was made, the engine knows."""

from __future__ import annotations

from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models
from symheap.objects.ir import Reg

MODELS = Models()


@MODELS.built("java.lang.Throwable.fillInStackTrace()Ljava/lang/Throwable;")
def fill_in_stack_trace(e: Emitter, args: Args) -> Reg:
    return args[0]


MODELS.nothing(
    "java.lang.NullPointerException.getExtendedNPEMessage()Ljava/lang/String;",
    "java.lang.Throwable.printStackTrace()V",
)
MODELS.refuse(
    "java.lang.Throwable.printStackTrace(Ljava/io/PrintStream;)V",
    "java.lang.Throwable.printStackTrace(Ljava/io/PrintWriter;)V",
)
