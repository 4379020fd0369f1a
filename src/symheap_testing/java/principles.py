"""Results on which two JVMs need not agree: named reasons not to compare, never a list of methods that do not work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from symheap.lang.java.methods import refused, without_asker
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Host, HostFunction, Refused

BY_PRINCIPLE: Mapping[tuple[str, str], str] = {
    ("java.lang.Object", "hashCode()I"): "identity hash codes",
    ("java.lang.System", "identityHashCode(Ljava/lang/Object;)I"): "identity hash codes",
    ("java.lang.System", "currentTimeMillis()J"): "time",
    ("java.lang.System", "nanoTime()J"): "time",
    ("java.lang.Runtime", "availableProcessors()I"): "the machine",
    ("java.lang.Runtime", "freeMemory()J"): "the machine",
    ("java.lang.Runtime", "totalMemory()J"): "the machine",
    ("java.lang.Runtime", "maxMemory()J"): "the machine",
    ("java.lang.Throwable", "getStackTrace()[Ljava/lang/StackTraceElement;"): "stack traces",
    ("java.lang.String", "intern()Ljava/lang/String;"): "the pool of interned strings",
    ("java.lang.ThreadGroup", "enumerate([Ljava/lang/Thread;IZ)I"): "threads",
    ("java.lang.ThreadGroup", "enumerate([Ljava/lang/ThreadGroup;IZ)I"): "threads",
    ("java.lang.ThreadGroup", "activeCount()I"): "threads",
    ("java.lang.ThreadGroup", "activeGroupCount()I"): "threads",
    ("java.util.concurrent.ThreadLocalRandom", "current()Ljava/util/concurrent/ThreadLocalRandom;"): "random, no seed",
    **dict.fromkeys(
        (
            ("java.util.ImmutableCollections$Set12", "toArray()[Ljava/lang/Object;"),
            ("java.util.ImmutableCollections$Set12", "toArray([Ljava/lang/Object;)[Ljava/lang/Object;"),
            ("java.util.ImmutableCollections$Set12", "forEach(Ljava/util/function/Consumer;)V"),
            ("java.util.ImmutableCollections$Set12$1", "next()Ljava/lang/Object;"),
            ("java.util.ImmutableCollections$SetN$SetNIterator", "<init>(Ljava/util/ImmutableCollections$SetN;)V"),
            ("java.util.ImmutableCollections$MapN$MapNIterator", "<init>(Ljava/util/ImmutableCollections$MapN;)V"),
        ),
        "random, no seed",
    ),
}
"""Methods on whose result two JVMs need not agree: a run that meets one is refused with the reason."""

ULPS: Mapping[str, int] = {
    **dict.fromkeys(("sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "log10", "pow", "cbrt"), 1),
    **dict.fromkeys(("hypot", "expm1", "log1p"), 1),
    **dict.fromkeys(("atan2", "sinh", "cosh", "tanh"), 2),
}
"""The units in the last place by which the specification of class Math lets two JVMs differ."""

OF_THE_MACHINE = frozenset(
    (
        *(
            "java.home",
            "java.library.path",
            "java.class.path",
            "java.version",
            "java.version.date",
            "java.runtime.name",
        ),
        *("java.vendor", "java.vendor.url", "java.vendor.url.bug", "java.vendor.version", "java.runtime.version"),
        *("java.vm.info", "java.vm.name", "java.vm.vendor", "java.vm.version", "java.vm.compressedOopsMode"),
        *(
            "java.io.tmpdir",
            "java.awt.headless",
            "jdk.debug",
            "os.version",
            "sun.arch.data.model",
            "sun.boot.library.path",
        ),
        *("sun.cpu.endian", "sun.cpu.isalist", "sun.io.unicode.encoding", "sun.java.command", "sun.java.launcher"),
        *("sun.jnu.encoding", "sun.management.compiler", "sun.stderr.encoding", "sun.stdout.encoding"),
        *("native.encoding", "stdin.encoding", "stdout.encoding", "stderr.encoding"),
        *("user.dir", "user.home", "user.name", "user.timezone", "user.variant", "user.script"),
    )
)
"""System properties that differ between machines; all others are the same on all, and mostly not set."""

SHARED = frozenset(
    (
        ("java.util.Locale", "hashCodeValue"),
        ("java.util.Locale", "languageTag"),
        ("java.lang.ThreadLocal", "threadLocalHashCode"),
    )
)
"""Fields that depend on earlier calls on the same JVM: caches in shared objects, running numbers."""

SALTED = frozenset(("java.util.ImmutableCollections$SetN", "java.util.ImmutableCollections$MapN"))
"""Tables whose order depends on a random number that every JVM draws when it starts."""

PRINCIPLE = "by principle: "


class Principled(Mapping[tuple[str, str], ir.Method]):
    """The bodies of a program, except for the methods that are refused by principle."""

    def __init__(self, methods: Mapping[tuple[str, str], ir.Method], world: World) -> None:
        self._methods = methods
        self._refused = {
            (owner, key): refused(world.find(owner).methods[key], PRINCIPLE + reason)
            for (owner, key), reason in BY_PRINCIPLE.items()
            if world.exists(owner) and key in world.find(owner).methods
        }

    def __getitem__(self, at: tuple[str, str]) -> ir.Method:
        at = at[0], without_asker(at[1])
        body = self._refused.get(at)
        if body is None and at[0] == "java.lang.System" and at[1].startswith("getProperty("):
            body = self._refused[at] = _guarded_property(self._methods[at])
        return body or self._methods[at]

    def __contains__(self, at: object) -> bool:
        return at in self._methods

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._methods)

    def __len__(self) -> int:
        return len(self._methods)


def _guarded_property(body: ir.Method) -> ir.Method:
    def guard(host: Host, args: tuple[Cell, ...]) -> None:
        if not host.is_null(args[0]) and host.text(args[0]) in OF_THE_MACHINE:
            raise Refused(PRINCIPLE + "system properties of the machine")

    first = ir.HostCall(body.registers, HostFunction("java.lang.System.getProperty", guard), (0,), body.position)
    return replace(body, registers=body.registers + 1, blocks=((first, *body.blocks[0]), *body.blocks[1:]))
